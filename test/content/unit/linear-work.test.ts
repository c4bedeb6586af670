import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileMarkdown } from '../../../src/content/compile/compile-markdown.ts';
import { htmlToMarkdown } from '../../../src/content/compile/html-to-markdown.ts';
import { removeNotes } from '../../../src/content/compile/text/author-notes.ts';
import { describeText } from '../../../src/content/compile/text/automatic-description.ts';
import { stripMp4 } from '../../../src/content/images/mp4.ts';
import { measureSvg, stripSvg } from '../../../src/content/images/svg.ts';
import { parseYaml } from '../../../src/content/read/yaml/checked-yaml.ts';
import { createBlockCounter } from '../../helpers/counted-work.ts';
import { createSite } from '../../helpers/library.ts';

const site = createSite({ smartPunctuation: true, math: 'dollars' });
const references = { resolve: (url: string) => ({ kind: 'external' as const, url }) };
const compile = (markdown: string) =>
  compileMarkdown({
    ...{ markdown, file: 'content/posts/x.md', lineOffset: 4, path: '/x/', description: null },
    ...{ site, references },
  });

/** What is refused with a reason costs no more than the rest. */
function unlessRefused(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
  }
}

const words = 'a |. |, |\n|\n\n|日本|ünï|'.split('|');
const inline =
  '*|**|_|`|~|^|"|\'|[|](|](/x)|![|$|:|%%|<|>|&|&amp;|\\|{|}|{.x}|www.a.b/|https://a.example/|a@b.c|[^1]|==';
const blocks =
  '- |1. |> |# || a |\n| - |\n|\n```js\n|\n~~~\n|\n:::note\n|\n:::\n|\n---\n|\n<div>\n|[a]: /x\n|[^1]: a\n|*[A]: b\n';
const tags =
  '<i>|</i>|<b>|<em>|</em>|<strong>|<a href=x>|<a href=x></a>|<span>|<span> </span>|<x-y></x-y>|<nobr>|<u>|<p>|</p>|<div>|</div>|<br>|<!-- a -->|<sup>|<code>|</code>|<kbd>';
const boxes =
  '<ul><li>|</ul>|<table><tr><td>|</table>|<dl><dt>|<dd>|<details><summary>|</details>|<blockquote>|</blockquote>|<h2>|<figure><figcaption>|<video>|<source src=a>|<select><option>|<svg>|<g>|<pre>|</pre>|<iframe src=a></iframe>|<dialog>|<p hidden>|<menu>|<ruby>|<rt>';
const drawing =
  '<g>|</g>|<g/>|<path d="m0 0"/>|<metadata>|</metadata>|<!-- a -->|<style>a{}</style>|<text>a</text>|<i:a i:b="c"/>|<g i:b="c">|<?a b?>|&amp;|<![CDATA[a]]>';
const values =
  '- a\n|  - a\n|a: b\n|k: &x v\n|l: *x\n|m: [*x]\n|"|\'|[|]|{|}|, |: |# a\n| |\n|  |? a\n|!!str |<<: *x\n|> a\n||\n|\\uD83D|%A\n|---\n';

const piecesOf = (...lists: readonly string[]) =>
  fc.constantFrom(...lists.flatMap((list) => list.split('|')), ...words);
const repeated = (...lists: readonly string[]) =>
  fc.array(piecesOf(...lists), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));

const box = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
/** Boxes of films within each other, with bytes that may be the numbers of a table. */
const film = fc.array(
  fc.tuple(
    fc.constantFrom(
      'moov',
      'trak',
      'mdia',
      'minf',
      'stbl',
      'stsc',
      'stsz',
      'stco',
      'hdlr',
      'udta',
      'mdat',
      'free',
    ),
    fc.uint8Array({ maxLength: 24 }),
  ),
  { minLength: 1, maxLength: 4 },
);

describe('the work of a compile step grows as its input does', () => {
  let counter: Awaited<ReturnType<typeof createBlockCounter>>;
  beforeAll(async () => {
    compile('# A *b*\n\n<b>c</b>\n\n```js\nd\n```\n');
    counter = await createBlockCounter((url) => !url.startsWith('node:') && !url.includes('/test/'));
  });
  afterAll(() => counter.stop());

  const fewTimes = 60;
  const manyTimes = 240;
  const isLinear = <Input>(inputs: fc.Arbitrary<Input>, run: (input: Input, times: number) => unknown) =>
    fc.asyncProperty(inputs, async (input) => {
      await counter.count(() => unlessRefused(() => run(input, fewTimes)));
      const few = await counter.count(() => unlessRefused(() => run(input, fewTimes)));
      const many = await counter.count(() => unlessRefused(() => run(input, manyTimes)));
      // Four times the input; sixteen times the work would be a square.
      expect(many, `${many} blocks for ${manyTimes}, ${few} for ${fewTimes}`).toBeLessThan(8 * few + 300_000);
    });
  const options = { numRuns: 100, seed: 54 };

  it(
    'of Markdown',
    () =>
      fc.assert(
        isLinear(repeated(inline, blocks), (text, times) => compile(text.repeat(times))),
        { ...options, numRuns: 40 },
      ),
    300_000,
  );
  it(
    'of HTML in Markdown',
    () =>
      fc.assert(
        isLinear(repeated(inline, tags, boxes), (text, times) => compile(`<b>x</b> ${text.repeat(times)}`)),
        options,
      ),
    300_000,
  );
  it(
    'of HTML',
    () =>
      fc.assert(
        isLinear(repeated(tags, boxes), (text, times) => htmlToMarkdown(text.repeat(times), site.url)),
        options,
      ),
    300_000,
  );
  it(
    'of fences',
    () =>
      fc.assert(
        isLinear(
          fc.tuple(
            fc.constantFrom('js', 'css', 'html', 'bash', 'md', 'php', 'yaml', 'diff'),
            repeated(inline, tags),
          ),
          ([language, code], times) =>
            compile(`\`\`\`${language}\n${code.replaceAll('`', '').repeat(times)}\n\`\`\`\n`),
        ),
        options,
      ),
    300_000,
  );
  it(
    'of drawings',
    () =>
      fc.assert(
        isLinear(repeated(drawing), (text, times) => {
          const bytes = Buffer.from(
            `<svg xmlns="http://www.w3.org/2000/svg" xmlns:i="urn:i">${text.repeat(times)}</svg>`,
          );
          unlessRefused(() => measureSvg(bytes));
          stripSvg(bytes);
        }),
        options,
      ),
    300_000,
  );
  it(
    'of YAML',
    () =>
      fc.assert(
        isLinear(repeated(values), (text, times) =>
          parseYaml(text.repeat(times), z.unknown(), 'posts', { file: 'a.yaml', lineOffset: 0 }),
        ),
        options,
      ),
    300_000,
  );
  it(
    'of films',
    () =>
      fc.assert(
        isLinear(film, (boxes, times) => {
          const inner = Buffer.concat(
            Array.from({ length: times }, () =>
              boxes.reduceRight<Buffer>((body, [type, bytes]) => box(type, bytes, body), Buffer.alloc(0)),
            ),
          );
          stripMp4(Buffer.concat([box('ftyp'), box('moov', box('trak', inner)), inner]));
        }),
        options,
      ),
    300_000,
  );
});

describe('what exceeds a bound is refused with a reason', () => {
  const drawn = (text: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`);
  it('in drawings', () => {
    expect(() => measureSvg(drawn(`${'<g>'.repeat(600)}${'</g>'.repeat(600)}`))).toThrow('100 levels deep');
    expect(measureSvg(drawn('<g></g>'.repeat(600)))).toEqual({ width: 300, height: 150 });
    const entity = `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(2_000)}">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>`;
    expect(() => stripSvg(Buffer.from(entity))).toThrow('undefined entity');
  });

  it('in YAML', () => {
    const read = (count: number) =>
      parseYaml(
        `a: &x 1\n${Array.from({ length: count }, (_, at) => `b${at}: *x\n`).join('')}`,
        z.unknown(),
        'posts',
        { file: 'a.yaml', lineOffset: 0 },
      );
    expect(read(90).ok).toBe(true);
    const many = read(600);
    expect(many.ok ? '' : many.problems[0]?.message).toContain('aliases (*name) repeat too much');
  });

  it('in private notes', () => {
    const { open } = removeNotes('%% `a` %% b\n'.repeat(3_000), site);
    expect(open?.message).toContain('too many private notes');
    expect(removeNotes('%% a %% b\n'.repeat(3_000), site).markdown).toBe('b\n'.repeat(3_000));
  });

  it('in descriptions, blanks are read once', () => {
    const { user } = process.cpuUsage();
    describeText(`<p>a${' https://a.example/b'.repeat(20_000)}</p>`);
    expect(process.cpuUsage({ user, system: 0 }).user / 1e6).toBeLessThan(5);
  });
});
