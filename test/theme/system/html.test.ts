import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { HtmlValidate } from 'html-validate';
import { mf2 } from 'microformats-parser';
import { describe, expect, inject, it } from 'vitest';
import { htmlRules } from './html-rules.ts';

const validator = new HtmlValidate(htmlRules);
const client = join(inject('siteFolder'), 'dist/client');
const pages = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.html'),
);

/** What a page says in microformats. */
const formats = (file: string) =>
  mf2(readFileSync(join(client, file), 'utf8'), { baseUrl: 'https://notes.example.org/' }).items;

describe('microformats', () => {
  it('of a post have its title, times, author, text and terms', () => {
    const [entry, ...others] = formats('start-here/index.html');
    expect(others).toEqual([]);
    expect(entry?.type).toEqual(['h-entry']);
    expect(entry?.properties).toMatchObject({
      name: ['Start here'],
      published: ['2026-11-02T08:00:00'],
      author: [{ type: ['h-card'], properties: { name: ['The Agentsite authors'] } }],
      content: [{ html: expect.stringContaining('<strong>You want a site like this.') }],
      category: ['Guides', 'Markdown', 'The build'],
    });
    expect(Object.keys(entry?.properties ?? {})).toEqual(
      expect.arrayContaining(['url', 'summary', 'updated']),
    );
  });

  it.each(['index.html', 'posts/index.html', 'author/owner/index.html'])(
    'of %s are a feed of posts',
    (file) => {
      const [feed, ...others] = formats(file);
      expect(others).toEqual([]);
      expect(feed?.type).toEqual(['h-feed']);
      const entries = feed?.children ?? [];
      expect(entries.length).toBeGreaterThanOrEqual(10);
      for (const { type, properties } of entries) {
        expect(type).toEqual(['h-entry']);
        for (const name of ['name', 'url', 'published']) expect(properties[name]).toHaveLength(1);
      }
    },
  );

  it('of an author are a card, the author of the feed', () => {
    const [author] = formats('author/owner/index.html')[0]?.properties.author ?? [];
    expect(author).toMatchObject({
      type: ['h-card'],
      properties: { name: ['The Agentsite authors'], url: [expect.stringContaining('/author/owner/')] },
    });
  });
});

it('around a short text are no paragraphs and sections, which Readability would take for the text', () => {
  const html = readFileSync(join(client, 'there-is-no-comment-box/index.html'), 'utf8');
  const frame = html.match(
    /<header class="site-header">.*?<\/header>|<footer class="(?:page-foot|site-footer)">.*?<\/footer>/gs,
  );
  expect(frame).toHaveLength(3);
  // A `div` of nothing but links and buttons counts as a paragraph.
  expect(frame?.join('')).not.toMatch(/<(?:p|section|pre|td)\b|<div class="site-tools">/);
});

describe('every HTML file of the site', () => {
  it('ends with the element that it is', () => {
    const others = pages.filter((file) => !/<\/html>\s*$/.test(readFileSync(join(client, file), 'utf8')));
    expect(others).toEqual([]);
  });

  it('is valid', async () => {
    expect(pages.length).toBeGreaterThan(50);
    const problems: string[] = [];
    for (const file of pages) {
      const report = await validator.validateString(readFileSync(join(client, file), 'utf8'));
      for (const result of report.results) {
        for (const { ruleId, message, line, column } of result.messages) {
          problems.push(`${file}:${line}:${column} ${ruleId}: ${message}`);
        }
      }
    }
    expect(problems).toEqual([]);
  });

  it('has no inline style, no inline script and no handler', () => {
    for (const file of pages) {
      const html = readFileSync(join(client, file), 'utf8');
      expect(html, file).not.toMatch(/<style[\s>]| style="| on[a-z]+="/);
      const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>/g)].map((match) => match[1]);
      for (const attributes of inline) expect(attributes, file).toMatch(/type="application\/(?:ld\+)?json"/);
    }
  });

  it('begins its body with one sentence for programs, which links the index', () => {
    // What a web server shows by itself, of refused requests and while the sidecar is down, stands for itself.
    for (const file of pages.filter((page) => page === '_errors/404.html' || !page.startsWith('_errors/'))) {
      const html = readFileSync(join(client, file), 'utf8');
      const body = html.slice(html.indexOf('<body'));
      const [, sentence = ''] = /<p>(.*?)<\/p>/s.exec(body) ?? [];
      expect(sentence, file).toContain('href="/llms.txt"');
      expect(sentence.replace(/<[^>]*>/g, '').length, file).toBeGreaterThanOrEqual(40);
      expect(body.indexOf(sentence), file).toBeLessThan(200);
    }
  });

  it('refers to images, scripts and styles that are there', () => {
    const missing = new Set<string>();
    for (const file of pages) {
      const html = readFileSync(join(client, file), 'utf8');
      const addresses = [
        ...html.matchAll(/(?:\ssrc|\shref)="(\/(?:_astro|media|favicon|apple)[^"]*)"/g),
        ...html.matchAll(/property="og:image" content="https?:\/\/[^/]+([^"]+)"/g),
      ].map((match) => match[1] ?? '');
      const sets = [...html.matchAll(/srcset="([^"]*)"/g)].flatMap((match) => (match[1] ?? '').split(', '));
      for (const address of [...addresses, ...sets.map((candidate) => candidate.split(' ')[0] ?? '')]) {
        if (!existsSync(join(client, decodeURI(address)))) missing.add(`${file}: ${address}`);
      }
    }
    expect([...missing]).toEqual([]);
  });

  it('loads at most 5 kB of script, compressed', () => {
    for (const file of pages) {
      const html = readFileSync(join(client, file), 'utf8');
      const sources = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map((match) => match[1] ?? '');
      const seen = new Set<string>();
      const read = (path: string): number => {
        if (seen.has(path)) return 0;
        seen.add(path);
        const code = readFileSync(join(client, path), 'utf8');
        const imports = [...code.matchAll(/(?:import|from)\s*["'](\.\/[^"']+)["']/g)];
        return imports.reduce((sum, match) => sum + read(`/_astro/${match[1]}`), gzipSync(code).length);
      };
      expect(
        sources.reduce((sum, path) => sum + read(path), 0),
        file,
      ).toBeLessThan(5_000);
    }
  });
});
