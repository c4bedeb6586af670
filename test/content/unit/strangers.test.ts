import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import type { Nodes as HtmlNodes } from 'hast';
import type { Nodes, RootContent } from 'mdast';
import rehypeParse from 'rehype-parse';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { listFeeds } from '../../../src/core/feeds/feeds.ts';
import { renderGraph } from '../../../src/core/html/json-ld.ts';
import { renderArchiveTwin } from '../../../src/core/markdown/archive-twin.ts';
import { renderLlmsFull } from '../../../src/core/markdown/llms-full.ts';
import { renderLlmsTxt } from '../../../src/core/markdown/llms-txt.ts';
import { renderMarkdownFeed } from '../../../src/core/markdown/markdown-feed.ts';
import { renderDocumentTwin } from '../../../src/core/markdown/markdown-twin.ts';
import { commentTypes, type Library } from '../../../src/core/model/document.ts';
import { describePages } from '../../../src/core/pages/pages.ts';
import { createWpContext } from '../../../src/core/wp/context.ts';
import { wpObjects } from '../../../src/core/wp/objects/objects.ts';
import { ContentProject, post, testSite } from '../../helpers/content-project.ts';
import { wholeFeeds } from '../../helpers/whole-feeds.ts';

/** Whatever anything takes for the end of a line. */
const lineEnds = /\r\n?|[\n\v\f\u0085\u2028\u2029]/;
/** A second list, apart from that of the code: tags, direction overrides, zero-width signs, controls. */
const unseen =
  /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069\u200B\u2060-\u2064\uFEFF\p{Cs}]|(?![\n\t])\p{Cc}/u;

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '\n',
      '\n\n',
      '\r',
      '\r\n',
      '\u0085',
      '\u2028',
      '\u2029',
      '\v',
      '\f',
      '\n---\n',
      '\u2028---\u2028',
      '\n***\n',
    ],
    ...[
      '# Forged',
      '\n# Forged\n',
      '\u0085## Forged\u0085',
      '\r# Forged\r',
      '\nForged\n===\n',
      '\nURL: https://x.example/\n',
    ],
    ...[
      '```',
      '\n```js\n',
      '\n~~~~\n',
      '\n    indented',
      '\t',
      '<!--',
      '-->',
      '<!-- # Forged -->',
      ']]>',
      '</script>',
    ],
    ...[
      '<script>alert(1)</script>',
      '</content:encoded>',
      '<dialog>',
      '<h1>Forged</h1>',
      '<br>',
      '</blockquote>',
    ],
    ...[
      '[about]: https://evil.example/',
      '\n\n[about]: https://evil.example/ "x"\n\n',
      '\n\n[^1]: Forged\n\n',
      '[^1]',
      '[about]',
    ],
    ...[
      '![x](https://evil.example/x.png)',
      '[x](javascript:alert(1))',
      '[x](/about/)',
      '&#10;# Forged',
      '&#x2028;# Forged',
    ],
    ...['\u202E', '\u200B', '\uFEFF', '\u{E0041}\u{E0042}', '\0', '\x1b[2J', '\x90', '\u2066'],
    ...[
      '> ',
      '- ',
      '1. ',
      '| a | b |\n| - | - |\n',
      '\\',
      '*',
      '**',
      '_',
      '`',
      '"',
      "'",
      '{',
      '}',
      '%%',
      ': ',
      '"\n---\n',
    ],
  ),
  fc.constantFrom('word', 'two words', 'ünï', '東京', '👩‍💻', 'مرحبا', ' '),
);
const hostile = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''));
const stranger = fc.record({
  name: hostile,
  url: hostile.map((path) => `https://ada.example/${path}`),
  text: hostile,
  type: fc.constantFrom(...commentTypes),
});
type Stranger = typeof stranger extends fc.Arbitrary<infer Value> ? Value : never;
/** An open private note is an error of the list. */
const described = hostile.map((text) => text.replaceAll(/%%|<!--/g, ''));
const author = fc.record({ name: described, description: described });

const tame: Stranger = { name: 'Ada', url: 'https://ada.example/', text: 'Words.', type: 'comment' };

async function publishWith(comments: readonly Stranger[], writer: { name: string; description: string }) {
  const entries = comments.map((comment, index) => ({
    ...{ id: index + 1, date: `2026-01-03T08:0${index}:00`, ...comment },
    ...(index % 2 === 1 ? { parent: index } : {}),
  }));
  const project = new ContentProject({
    'content/posts/hello.md': post('Text about [about] and more.', 'id: 137\nauthor: guest\n'),
    'content/posts/second.md': post('Other text.', 'author: guest\n'),
    'content/comments/137.yaml': stringify(entries),
    'content/authors.yaml': stringify([
      { slug: 'guest', ...writer, name: `${writer.name}G`, description: `${writer.description}W` },
    ]),
  });
  try {
    const { library, ...loaded } = await project.load();
    const published = publish(library);
    loaded.close();
    return published;
  } finally {
    project.remove();
  }
}

/** Everything that programs read of the site, as text. */
function publish(library: Library) {
  const pages = describePages(library);
  const image = { src: '/x.png', alt: '', width: 1, height: 1 };
  const twins = pages.flatMap((page) => {
    if (page.view === 'document') return [renderDocumentTwin(page, library.body(page.document), testSite)];
    return page.view === 'archive' ? [renderArchiveTwin(page, testSite)] : [];
  });
  return {
    markdown: [...twins, renderLlmsFull(library), renderMarkdownFeed(library), renderLlmsTxt(library)],
    feeds: listFeeds(library).map((feed) => wholeFeeds(library, feed).map(({ text }) => text)),
    graphs: pages.map((page) => renderGraph(page, testSite, image)),
    objects: wpObjects(createWpContext(library)).flatMap(({ view }) => view || []),
  };
}

const parser = unified().use(remarkParse).use(remarkGfm);
const bodyOf = (markdown: string) => markdown.replace(/^---\n[\s\S]*?\n---\n/, '');
/** The blocks outside of quotations, and the words in headings. */
function outline(markdown: string): string[] {
  return parser.parse(bodyOf(markdown)).children.map((node: RootContent) => {
    const children = 'children' in node ? node.children : [];
    return node.type === 'heading'
      ? `heading ${node.depth}`
      : `${node.type} ${node.type === 'list' ? children.length : ''}`;
  });
}

/** What changes another part of the text from where it stands. */
function definitions(markdown: string): string[] {
  const found: string[] = [];
  visit(parser.parse(bodyOf(markdown)), (node: Nodes) => {
    if (node.type === 'definition' || node.type === 'html') found.push(node.type);
    if (node.type === 'footnoteDefinition' && !node.identifier.startsWith('comment-')) found.push(node.type);
  });
  return found;
}

function unseenIn(json: string): string[] {
  const found: string[] = [];
  JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'string' && unseen.test(value)) found.push(value);
  });
  return found;
}

/** Elements that run, load or interrupt. */
function elementsOf(html: string): string[] {
  const found: string[] = [];
  visit(unified().use(rehypeParse, { fragment: true }).parse(html), (node: HtmlNodes) => {
    if (node.type === 'comment') found.push('comment');
    if (node.type === 'element' && /^(?:script|dialog|h1|img)$/.test(node.tagName)) found.push(node.tagName);
  });
  return found;
}

const structure = (markdown: string) =>
  markdown
    .split(lineEnds)
    .filter((line) => /^(?:#{1,6} |---\s*$|```|~~~|\[[^\]]*\]:)/.test(line))
    .map((line) => line.slice(0, 2));

it('what strangers write stays inside its quotation, in everything that programs read', async () => {
  const runs = fc.asyncProperty(
    fc.array(stranger, { minLength: 4, maxLength: 6 }),
    author,
    async (comments, writer) => {
      const written = await publishWith(comments, writer);
      const calm = await publishWith(
        comments.map(({ type }) => ({ ...tame, type })),
        { name: '', description: '' },
      );
      for (const [at, markdown] of written.markdown.entries()) {
        expect(structure(markdown)).toEqual(structure(calm.markdown[at] ?? ''));
        expect(outline(markdown)).toEqual(outline(calm.markdown[at] ?? ''));
        expect(definitions(markdown)).toEqual(definitions(calm.markdown[at] ?? ''));
        expect(unseen.exec(markdown)?.[0]).toBeUndefined();
      }
      for (const [rss = '', atom = '', json = ''] of written.feeds) {
        expect([XMLValidator.validate(rss), XMLValidator.validate(atom)]).toEqual([true, true]);
        expect((JSON.parse(json) as { items: object[] }).items.length).toBeLessThanOrEqual(2);
        expect(unseen.exec(rss + atom)?.[0]).toBeUndefined();
      }
      for (const graph of written.graphs) {
        expect(graph).not.toMatch(/<[/!]/);
        expect(unseenIn(graph)).toEqual([]);
      }
      for (const object of written.objects) {
        expect(unseenIn(object)).toEqual([]);
        const { content = { rendered: '' } } = JSON.parse(object) as { content?: { rendered: string } };
        expect(elementsOf(content.rendered)).toEqual([]);
      }
    },
  );
  await fc.assert(runs, { numRuns: 60, seed: 54 });
}, 120_000);
