import { afterEach, describe, expect, it } from 'vitest';
import { describeText } from '../../../src/content/compile/text/automatic-description.ts';
import type { LoadedLibrary } from '../../../src/content/library/load-library.ts';
import { createEntries, listFeeds } from '../../../src/core/feeds/feeds.ts';
import { renderLlmsTxt } from '../../../src/core/markdown/llms-txt.ts';
import { describePages } from '../../../src/core/pages/pages.ts';
import { ContentProject, post } from '../../helpers/content-project.ts';
import { wholeFeeds } from '../../helpers/whole-feeds.ts';

let project: ContentProject;
const opened: LoadedLibrary[] = [];
afterEach(() => {
  for (const loaded of opened.splice(0)) loaded.close();
  project?.remove();
});

async function load(text: string, front = '') {
  project = new ContentProject({ 'content/posts/a.md': post(text, front) });
  const loaded = await project.load();
  opened.push(loaded);
  const { library } = loaded;
  const [document] = library.documents;
  return { library, summary: document?.summary, excerpt: document?.excerpt };
}

describe('an automatic description', () => {
  it('has the sentences of a text, and no code, formulas, diagrams, cards, tables, headings, addresses or footnotes', async () => {
    const text = [
      '## Heading',
      '```sh title="run.sh"\nnpm canary\n```',
      '```math\n\\frac{canary}{2}\n```',
      '```mermaid\ngraph canary\n```',
      '    indented canary',
      '$$\n\\int canary^2\n$$',
      'Water is $`canary^2`$ cold[^1] (https://canary.example/x) at `npm start`, ftp://canary.example/x, see https://canary.example/, and $\\canary$[^none].',
      '> [!TIP]\n> Take care.',
      'https://www.youtube.com/watch?v=canarycanar',
      '| canary |\n| --- |\n| canary |',
      '<svg><title>canary</title></svg>',
      '[^1]: A canary.',
    ].join('\n\n');
    expect((await load(text)).summary).toBe('Water is cold at npm start, see, and. Take care.');
  });

  it('has at most 160 characters in lists, pages, feeds and llms.txt, and the excerpt of WordPress its 55 words', async () => {
    const words = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ');
    const { library, summary = '', excerpt = '' } = await load(words);
    expect(summary).toMatch(/^word0 word1 .* …$/);
    expect(summary.length).toBeGreaterThan(140);
    expect(summary.length).toBeLessThanOrEqual(160);
    expect(excerpt.split(' ')).toHaveLength(56);
    const pages = describePages(library);
    expect(pages.find(({ view }) => view === 'document')?.description).toBe(summary);
    const [feed] = listFeeds(library);
    const feeds = feed ? wholeFeeds(library, feed, createEntries(library)) : [];
    expect(feeds).toHaveLength(3);
    const noBody = (text: string) =>
      text.replace(
        /<content:encoded>[\s\S]*?<\/content:encoded>|<content [\s\S]*?<\/content>|"content_html": ?".*?"(?=,)/g,
        '',
      );
    for (const text of [renderLlmsTxt(library), ...feeds.map((file) => noBody(file.text))]) {
      expect(text).toContain('word1');
      expect(text).not.toContain('word40');
    }
  });

  it('is what the author wrote, whole, where there is a description', async () => {
    const description = 'x'.repeat(300);
    const { summary, excerpt } = await load('Text.', `description: ${description}\n`);
    expect([summary, excerpt]).toEqual([description, description]);
  });

  it('ends where the author ended the summary', async () => {
    expect((await load('One.\n\n<!--more-->\n\nTwo.')).summary).toBe('One.');
  });

  it('has the words of headings and tables where there is nothing else, and none of code', async () => {
    expect((await load('```\ncode\n```')).summary).toBe('');
    project.remove();
    expect((await load('## Weirs\n\n| a |\n| - |\n| b |\n\n```\ncode\n```')).summary).toBe('Weirs a b');
  });

  it('is found behind more code than is read at first', () => {
    const code = `<div class="code"><pre><code>${'canary '.repeat(5000)}</code></pre></div>`;
    expect(describeText(`${code}<p>Words.</p>`)).toBe('Words.');
  });

  it('leaves prose alone', async () => {
    const text = 'It costs $5 and $10 (a lot), see example.com : really !';
    expect((await load(text)).summary).toBe(text);
  });
});
