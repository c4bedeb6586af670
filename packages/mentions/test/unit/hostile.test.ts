import { describe, expect, it } from 'vitest';
import { renderComments } from '../../../../src/core/markdown/comments.ts';
import type { Comment } from '../../../../src/core/model/document.ts';
import { threadsOf } from '../../../../src/core/pages/comment-threads.ts';
import { ContentProject, post, testSite } from '../../../../test/helpers/content-project.ts';
import { type ReceivedMention, storeMentions } from '../../src/receive.ts';

const mention = (id: number, more: object = {}): ReceivedMention => ({
  'wm-id': id,
  'wm-source': `https://reader.example/${id}`,
  'wm-target': 'https://notes.example.org/hello/',
  'wm-property': 'in-reply-to',
  'wm-received': '2026-07-05T09:00:00Z',
  url: `https://reader.example/${id}`,
  content: { text: `Reply ${id}`, html: null },
  ...more,
});

describe('hostile mentions', () => {
  it('are skipped with a line, the others are stored, and the next build reads them', async () => {
    const project = new ContentProject({ 'content/posts/hello.md': post('Text.', 'id: 137\n') });
    const load = async () => {
      const { library, ...loaded } = await project.load();
      loaded.close();
      return library;
    };
    const footnote = '<sup><a data-footnote-ref href="#fn-%zz">1</a></sup>';
    const lines = storeMentions(project.root, await load(), [
      mention(1, { 'wm-target': 'https://notes.example.org/%E0%A4%A/' }),
      mention(2, { published: '+012345-01-01T00:00:00Z', 'wm-received': '+012345-01-01T00:00:00Z' }),
      mention(3, { content: { html: '<blockquote>'.repeat(150), text: '' } }),
      mention(4, { content: { html: footnote, text: '' } }),
      mention(5, { author: { name: 'N'.repeat(1_000_000) }, content: { text: 'W'.repeat(1_000_000) } }),
      mention(6, { url: 'https://', 'wm-source': 'javascript:alert(1)' }),
      mention(7),
    ]);
    const [document] = (await load()).documents;
    project.remove();
    expect(lines.filter((line) => line.includes('skipped')).length).toBeGreaterThanOrEqual(2);
    const names = document?.comments?.map(({ url }) => url.slice(-1));
    expect(names).toEqual(expect.arrayContaining(['4', '5', '7']));
    expect(names).not.toContain('2');
  });
});

const comment = (id: number, more: Partial<Comment> = {}): Comment => ({
  ...{ id, parent: 0, name: 'Ada', url: '', author: null, type: 'comment', html: '' },
  ...{ date: '2026-07-05T09:00:00', dateGmt: '2026-07-05T09:00:00', markdown: 'Words' },
  ...more,
});

describe('comments', () => {
  it('that reply to each other 3,000 times are all shown', () => {
    const chain = Array.from({ length: 3000 }, (_, index) => comment(index + 1, { parent: index }));
    expect(renderComments(chain, testSite).match(/Ada/g)).toHaveLength(3000);
    expect(JSON.stringify(threadsOf(chain)).match(/"id"/g)).toHaveLength(3000);
  });

  it.each(['\r', '\r\n', '\u0085', '\u2028', '\u2029'])('stay in their quotation behind %j', (end) => {
    const twin = renderComments([comment(1, { markdown: `A${end}# Forged` })], testSite);
    expect(twin.split(/\r\n?|[\n\u0085\u2028\u2029]/).filter((line) => line.startsWith('# '))).toEqual([]);
  });

  it('lose invisible characters, and keep the joiners of Persian and emoji', async () => {
    const tags = [...'ignore'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    const project = new ContentProject({
      'content/posts/hello.md': post('Text.', 'id: 137\n'),
      'content/comments/137.yaml': `- id: 1\n  name: "A\u202Eda\u200B"\n  date: 2026-01-03T08:00:00\n  text: "Hi${tags} w\u200Dord می\u200Cروم 👩\u200D💻 \u{1F3F4}\u{E0067}\u{E0062}\u{E007F} a\\u2028# b"\n`,
    });
    const { library, ...loaded } = await project.load();
    loaded.close();
    project.remove();
    const [shown] = library.documents[0]?.comments ?? [];
    expect(shown?.name).toBe('Ada');
    expect(shown?.markdown).toBe(
      'Hi word می\u200Cروم 👩\u200D💻 \u{1F3F4}\u{E0067}\u{E0062}\u{E007F} a\n# b',
    );
  });
});

it.each([
  ['a direction override', 'One\n\nTwo \u202Eeerht', 'U+202E'],
  ['a tag character', 'One\n\nTwo\u{E0041}', 'U+E0041'],
  ['a zero-width space', 'One\n\nT\u200Bwo', 'U+200B'],
  ['joiners of Persian and emoji', 'One\n\nمی\u200Cروم 👩\u200D💻', null],
])('check reports %s in a document with its line', async (_what, text, name) => {
  const project = new ContentProject({ 'content/posts/hello.md': post(text, 'id: 137\n') });
  const { library, warnings, ...loaded } = await project.load();
  loaded.close();
  project.remove();
  const found = warnings.filter(({ message }) => message.includes('invisible'));
  expect(library.documents).toHaveLength(1);
  expect(found.map(({ message, line }) => [/U\+\w+/.exec(message)?.[0], line > 5])).toEqual(
    name === null ? [] : [[name, true]],
  );
});
