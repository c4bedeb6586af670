import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { whyNoComment } from '../../../../src/content/compile/comments.ts';
import { renderComments } from '../../../../src/core/markdown/comments.ts';
import type { Comment } from '../../../../src/core/model/document.ts';
import { threadsOf } from '../../../../src/core/pages/comment-threads.ts';
import { ContentProject, post, testSite } from '../../../../test/helpers/content-project.ts';
import { addComments } from '../../src/add-comments.ts';
import { readMail } from '../../src/read-mail.ts';
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

describe('any mention and any mail', () => {
  const strange = fc
    .array(
      fc.constantFrom(
        ...[
          'word ',
          '\n\n# Forged\n\n',
          '\u2028---\u2029',
          '\u0085',
          '\r',
          '```\n',
          '<!--',
          '-->',
          '<blockquote>',
        ],
        ...[
          '</blockquote><h1>Forged</h1>',
          '<script>alert(1)</script>',
          '<a href="javascript:alert(1)">x</a>',
        ],
        ...[
          '[x]: https://evil.example/',
          '\ud83d',
          '\udc00',
          '\0',
          '\u{E0041}',
          '\u202E',
          '%zz',
          '%%',
          '&#0;',
          '&#xd800;',
        ],
        ...[
          '<sup><a data-footnote-ref href="#fn-%zz">1</a></sup>',
          '- &x *y',
          ': ',
          '"',
          "'",
          '\\',
          'long'.repeat(600),
        ],
      ),
      { maxLength: 10 },
    )
    .map((parts) => parts.join(''));
  const value = fc.oneof(strange, fc.constantFrom(null, undefined, ''));
  const mentions = fc.array(
    fc.record({
      author: fc.record({ name: value }),
      url: fc.oneof(
        value,
        strange.map((path) => `https://reader.example/${path}`),
      ),
      content: fc.record({ html: value, text: value }),
      published: fc.oneof(value, fc.constant('2026-07-05T09:00:00Z')),
      'wm-property': fc.constantFrom('in-reply-to', 'like-of', 'mention-of', 'constructor'),
    }),
    { minLength: 8, maxLength: 12 },
  );
  const mail = fc.record({ name: strange, text: strange, html: strange });

  it('is stored so that the next build reads it, or skipped with a line', async () => {
    const run = fc.asyncProperty(mentions, mail, async (found, { name, text, html }) => {
      const project = new ContentProject({ 'content/posts/hello.md': post('Text.', 'id: 137\n') });
      const load = async () => {
        const { library, ...loaded } = await project.load();
        loaded.close();
        return library;
      };
      try {
        const received = found.map((more, index) => mention(index + 1, more)) as ReceivedMention[];
        const lines = storeMentions(project.root, await load(), received);
        const headers = 'From: "x" <x@reader.example>\r\nSubject: Comment on /hello/\r\n';
        const body = `Content-Type: text/html; charset=utf-8\r\n\r\n${html}`;
        const read = await readMail(Buffer.from(`${headers}${body}`), testSite.url);
        const written = { name, date: '2026-07-05T09:00:00', text: `${text}\n${read.text}` };
        const mailed = whyNoComment(written, testSite) === null ? [written] : [];
        addComments(project.root, 137, mailed);
        const comments = (await load()).documents[0]?.comments ?? [];
        const skipped = lines.filter((line) => line.includes('is skipped')).length;
        const known = new Set(received.map(({ url, 'wm-source': source }) => url ?? source)).size;
        expect(comments.length + skipped).toBeGreaterThanOrEqual(Math.min(known, 1) + mailed.length);
        for (const { html: shown } of comments)
          expect(shown).not.toMatch(/<(?:script|h1)|<[^>]*href="javascript/);
      } finally {
        project.remove();
      }
    });
    await fc.assert(run, { numRuns: 30, seed: 54 });
  }, 120_000);
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
