import fc from 'fast-check';
import type { Element, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { eachTag, type HtmlTag, readAttributes } from '../../../src/core/text/html-tags.ts';

function tagsOf(html: string): [HtmlTag['kind'], string, string][] {
  const tags: [HtmlTag['kind'], string, string][] = [];
  eachTag(html, ({ kind, name, start, end }) => tags.push([kind, name, html.slice(start, end)]));
  return tags;
}

function attributesOf(html: string): [string, string][] {
  const attributes: [string, string][] = [];
  eachTag(html, (tag) => {
    for (const { name, value } of readAttributes(html, tag)) attributes.push([name, value]);
  });
  return attributes;
}

describe('a tag', () => {
  it('ends behind its attributes, whatever is in their quotation marks', () => {
    expect(tagsOf('a<img alt="Settings > <b>">b</p >')).toEqual([
      ['open', 'img', '<img alt="Settings > <b>">'],
      ['close', 'p', '</p >'],
    ]);
    expect(tagsOf("<A\nTITLE='>' b=c>d>")).toEqual([['open', 'a', "<A\nTITLE='>' b=c>"]]);
  });

  it('takes a quotation mark for one only at the start of a value, as browsers do', () => {
    expect(tagsOf('<i a"b>c">')).toEqual([['open', 'i', '<i a"b>']]);
    expect(tagsOf('<i a=b"c>d">')).toEqual([['open', 'i', '<i a=b"c>']]);
    expect(tagsOf('<i ="a>b">')).toEqual([['open', 'i', '<i ="a>']]);
  });

  it('is text where no name follows, and a comment after <! and <?', () => {
    expect(tagsOf('1 < 2 <3 <<b>')).toEqual([['open', 'b', '<b>']]);
    expect(tagsOf('<!doctype html><?php 1 ?></ x><!-- <b> --><!--><i>').map(([kind]) => kind)).toEqual([
      'comment',
      'comment',
      'comment',
      'comment',
      'comment',
      'open',
    ]);
  });

  it('that the end of the text cuts off is unfinished', () => {
    for (const html of ['<a href="x>y', '<a href', '<a', '</a ', '<!-- a ->', '<!doctype']) {
      expect(tagsOf(html).map(([kind]) => kind)).toEqual(['unfinished']);
    }
  });

  it('is none inside a script, a style or a text area', () => {
    expect(tagsOf('<script>if (a<b) "</p>"</SCRIPT ><i>').map(([, name]) => name)).toEqual([
      'script',
      'script',
      'i',
    ]);
    expect(tagsOf('<style>a{}').map(([kind]) => kind)).toEqual(['open', 'unfinished']);
  });
});

describe('an attribute', () => {
  it('is read in each way of writing it, with the place of its value', () => {
    const html = `<img a b="c" D = 'e"f' g=h/i j="">`;
    expect(attributesOf(html)).toEqual([
      ['a', ''],
      ['b', 'c'],
      ['d', 'e"f'],
      ['g', 'h/i'],
      ['j', ''],
    ]);
    eachTag(html, (tag) => {
      for (const { name, value, at, start, end } of readAttributes(html, tag)) {
        expect(html.slice(start, end)).toBe(value);
        expect(html.slice(at, at + name.length).toLowerCase()).toBe(name);
      }
    });
  });
});

/** What a parser of HTML finds: elements with their attributes, first ones only. */
function parse(html: string): [string, Record<string, string>][] {
  const found: [string, Record<string, string>][] = [];
  const tree: Root = unified().use(rehypeParse, { fragment: true }).parse(html);
  visit(tree, 'element', (node: Element) => {
    const properties = Object.entries(node.properties).map(([name, value]) => [
      name.toLowerCase().replace(/^data/, 'data-'),
      Array.isArray(value) ? value.join(' ') : String(value),
    ]);
    found.push([node.tagName, Object.fromEntries(properties)]);
  });
  return found;
}

it('of any attributes are those that a parser of HTML finds', () => {
  const value = fc.string({ unit: fc.constantFrom(...'ab ><"\'=/-\n') });
  const written = fc
    .tuple(fc.constantFrom('data-a', 'data-b', 'data-c'), value, fc.nat(3))
    .map(([name, text, way]) => {
      if (way === 0) return name;
      if (way === 1) return `${name}="${text.replaceAll('"', '')}"`;
      if (way === 2) return `${name} = '${text.replaceAll("'", '')}'`;
      return `${name}=${text.replace(/[\s>"'=]/g, '') || 'x'}`;
    });
  const element = fc
    .tuple(
      fc.constantFrom('b', 'span', 'em'),
      fc.array(written, { maxLength: 4 }),
      fc.constantFrom('', 'x', ' > '),
    )
    .map(([name, attributes, text]) => `<${[name, ...attributes].join(' ')} >${text}</${name}>`);
  fc.assert(
    fc.property(fc.array(element, { maxLength: 5 }), (elements) => {
      const html = elements.join('');
      const found: [string, Record<string, string>][] = [];
      eachTag(html, (tag) => {
        if (tag.kind !== 'open') return;
        const attributes: Record<string, string> = {};
        for (const { name, value } of readAttributes(html, tag)) attributes[name] ??= value;
        found.push([tag.name, attributes]);
      });
      expect(found).toEqual(parse(html));
    }),
    { numRuns: 2000 },
  );
});
