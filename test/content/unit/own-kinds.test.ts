import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderNewDocument } from '../../../src/cli/site/new-document.ts';
import type { LoadedLibrary } from '../../../src/content/library/load-library.ts';
import { ContentError } from '../../../src/content/read/problems.ts';
import { listFeeds } from '../../../src/core/feeds/feeds.ts';
import { renderLlmsTxt } from '../../../src/core/markdown/llms-txt.ts';
import { renderDocumentTwin } from '../../../src/core/markdown/markdown-twin.ts';
import { kindNamed } from '../../../src/core/model/kinds.ts';
import { siteSchema } from '../../../src/core/model/site.ts';
import { describePages } from '../../../src/core/pages/pages.ts';
import { ContentProject } from '../../helpers/content-project.ts';
import { kitchenFiles, kitchenSettings } from '../../helpers/kitchen-site.ts';

const site = siteSchema.parse(kitchenSettings);
let project: ContentProject;
beforeEach(() => {
  project = new ContentProject(kitchenFiles);
});
afterEach(() => project.remove());

const load = () => project.load('2026-11-21T12:00:00', site);

async function problems(files: Readonly<Record<string, string>>): Promise<string> {
  project.write(files);
  try {
    (await load()).close();
  } catch (error) {
    if (error instanceof ContentError) return error.message;
    throw error;
  }
  return '';
}

describe('documents of kinds that the owner declares', () => {
  let loaded: LoadedLibrary;
  beforeEach(async () => {
    loaded = await load();
  });
  afterEach(() => loaded.close());
  const pageAt = (path: string) => describePages(loaded.library).find((page) => page.path === path);

  it('have addresses by pattern, or by the folders of a hierarchical kind', () => {
    const found = loaded.library.documents.map(({ kind, path, parentId = 0 }) => [kind, path, parentId]);
    expect(found).toEqual([
      ['project', '/made/greenhouse/roof/', 311],
      ['project', '/made/greenhouse/', 0],
      ['recipe', '/recipe/country-loaf/', 0],
      ['recipe', '/recipe/pasta-with-sardines/', 0],
      ['post', '/hello/', 0],
    ]);
  });

  it('are in the list of their kind and in those of their terms, whatever kind carries the term', () => {
    const entries = (path: string) => {
      const page = pageAt(path);
      return page?.view === 'archive' ? page.entries.map(({ title, detail }) => [title, detail]) : null;
    };
    expect(entries('/recipes/')).toEqual([
      ['Country loaf', null],
      ['Pasta with sardines', '4'],
    ]);
    expect(entries('/cuisine/italian/sicilian/')).toEqual([['Pasta with sardines', '4']]);
    expect(entries('/tag/fish/')).toEqual([
      ['Pasta with sardines', '4'],
      ['Hello', null],
    ]);
    expect(pageAt('/cuisine/')).toMatchObject({ title: 'Cuisines', description: 'Cuisines – Kitchen' });
    expect(pageAt('/project/')).toBeUndefined();
    expect(loaded.library.terms.map(({ slug, count }) => [slug, count])).toEqual([
      ['fish', 2],
      ['italian', 0],
      ['sicilian', 1],
    ]);
  });

  it('say the fields of their kind and their terms in the twin', () => {
    const page = pageAt('/recipe/pasta-with-sardines/');
    if (page?.view !== 'document') throw new Error('The recipe has no page.');
    const twin = renderDocumentTwin(page, loaded.library.body(page.document), site);
    for (const line of [
      'type: "recipe"',
      'servings: 4',
      'tags: ["Fish"]',
      'cuisine: ["Sicilian"]',
      '- Serves: 4',
    ])
      expect(twin).toContain(`\n${line}\n`);
    expect(twin).toContain('Filed under [Fish](https://kitchen.example.org/tag/fish.md), [Sicilian](');
  });

  it('have a section of llms.txt, with the days of what is dated, and a feed for the list', () => {
    const llms = renderLlmsTxt(loaded.library);
    expect(llms).toContain('\n## Recipes\n\n- [Country loaf](');
    expect(llms).toContain('/recipe/country-loaf.md): 2022-10-01.');
    expect(llms).not.toMatch(/greenhouse\.md\): \d/);
    const feed = listFeeds(loaded.library).find(({ path }) => path === '/recipes/');
    expect(feed?.documents.map(({ title }) => title)).toEqual(['Country loaf', 'Pasta with sardines']);
  });
});

it('refuses a misspelt field, a term that is not listed and a value of another type, with the place', async () => {
  const bad = '---\ntitle: Soup\ndate: 2022-09-01\nserving: 4\n---\nHot.\n';
  expect(await problems({ 'content/recipes/soup.md': bad })).toContain(
    'content/recipes/soup.md:4:1 serving: is not a field of recipes; did you mean "servings"?',
  );
  const term = '---\ntitle: Soup\ndate: 2022-09-01\ncuisine: [scilian]\nservings: "4"\n---\nHot.\n';
  expect(await problems({ 'content/recipes/soup.md': term })).toContain('servings: must be a number.');
  expect(await problems({ 'content/recipes/soup.md': term.replace('"4"', '4') })).toContain(
    'cuisine: "scilian" is not in content/cuisine.yaml; did you mean "sicilian"?',
  );
  project.delete('content/recipes/soup.md');
  expect(await problems({ 'content/recipe/soup.md': bad })).toContain('did you mean content/recipes?');
});

it('npm run new makes a document of an own kind that the build accepts', async () => {
  const now = { local: '2026-11-21T09:30:00', gmt: '2026-11-21T08:30:00' };
  const text = renderNewDocument(site, { kind: kindNamed(site, 'recipe'), title: 'Soup', now });
  expect(text).toContain('tags: []\ncuisine: []\n# servings: 0\n');
  expect(await problems({ 'content/recipes/soup.md': text })).toBe('');
});
