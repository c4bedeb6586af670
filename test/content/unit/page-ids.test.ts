import { globSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { themeIds } from '../../../src/content/compile/text/page-ids.ts';
import { ContentProject } from '../../helpers/content-project.ts';

let project: ContentProject;
afterEach(() => project?.remove());

async function compile(body: string) {
  project = new ContentProject({ 'content/pages/a.md': `---\ntitle: A\n---\n\n${body}\n` });
  const loaded = await project.load();
  const [document] = loaded.library.documents;
  if (!document) throw new Error('There is no document.');
  const { html, markdown } = loaded.library.body(document);
  loaded.close();
  const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id);
  return { html, markdown, ids, headings: document.headings.map(({ id }) => id), warnings: loaded.warnings };
}

describe('IDs of a page', () => {
  it.each([
    ['of the theme', '## Page words\n\n## Page main', ['page-words-1', 'page-main-1']],
    ['of HTML before it', '<div id="tools">Box</div>\n\n## Tools', ['tools-1']],
    ['of HTML after it', '## Tools\n\nText <span id="tools">here</span>.', ['tools-1']],
    [
      'of HTML in a list and in a quotation',
      '## Tools\n\n- <b id="tools">x</b>\n\n> <b id="tools-1">x</b>',
      ['tools-2'],
    ],
    [
      'of notes',
      '## Footnote label\n\n## User content fn x\n\nText.[^x]\n\n[^x]: Note.',
      ['footnote-label-1', 'user-content-fn-x-1'],
    ],
    ['of containers', ':::note{#tip}\nText.\n:::\n\n## Tip', ['tip-1']],
  ])('%s are not those of headings', async (_, body, headings) => {
    const compiled = await compile(body);
    expect(compiled.headings).toEqual(headings);
    expect(new Set(compiled.ids).size).toBe(compiled.ids.length);
    for (const id of headings) expect(compiled.html).toContain(`<h2 id="${id}">`);
  });

  it('stay what they were where nothing collides', async () => {
    const { headings } = await compile(
      '## Tools\n\n## Tools\n\n## Page speed\n\n## Footnotes\n\n```html\n<b id="tools">\n```',
    );
    expect(headings).toEqual(['tools', 'tools-1', 'page-speed', 'footnotes']);
  });

  it('are never empty', async () => {
    const { headings } = await compile('## 🪁\n\n## …\n\n### 👩‍🚀\n\n> ## ❤️\n\n## Section');
    expect(headings).toEqual(['section', 'section-1', 'section-2', 'section-3', 'section-4']);
  });

  it('that an author writes twice, or that the page has, are left out with a warning', async () => {
    const { ids, warnings } = await compile(
      '<b id="x">1</b>\n\n<b id="x">2</b> <b id="page-words">3</b> <b id="">4</b>',
    );
    expect(ids).toEqual(['x']);
    expect(warnings.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '7 id="x" is on this page already, so it was left out; write another one.',
      '7 id="page-words" is on this page already, so it was left out; write another one.',
      '7 id="" is empty, so it was left out; write another one.',
    ]);
  });

  it('of the theme are known to the compiler', () => {
    const elsewhere = /not-found|contact|search-form|comment-list|home-view/;
    const files = globSync('src/{components,layouts}/**/*.astro').filter((file) => !elsewhere.test(file));
    const used = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id),
    );
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((id) => !themeIds.includes(id ?? ''))).toEqual([]);
  });
});

describe('an anchor', () => {
  it('may be a name, and the top of the page is always one', async () => {
    const { markdown, html } = await compile(
      '<a name="before"></a>\n\n## Setup <a id="set"></a>\n\n- <a name=\'item\'>One</a>\n\n[1](#before) [2](#set) [3](#item) [4](#top)',
    );
    expect(html).toContain('<a name="before"></a>');
    expect(markdown).toBe(
      '## Setup\n\n- One\n\n[1](https://notes.example.org/a.md#before) [2](https://notes.example.org/a.md#set) [3](https://notes.example.org/a.md#item) [4](https://notes.example.org/a.md#top)\n',
    );
  });
});
