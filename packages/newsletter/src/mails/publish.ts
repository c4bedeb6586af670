import { hash } from 'node:crypto';
import { absoluteUrl, type Document, type Library, viewsOf } from 'agentsite/model';
import { wordsOfPlugin } from 'agentsite/plugin';
import { escapeHtml } from 'agentsite/text';
import { type Post, writeList } from '../post-list.ts';
import { topicsOf } from '../topics.ts';
import { directionOf, type MailFrame, renderMail, renderText } from './layout.ts';
import { cutHtml, cutText, toMailHtml } from './mail-html.ts';

/** Bytes of the text; Gmail cuts mails off at 102 KB, and the frame has 4. */
const maxHtml = 90_000;
/** Characters of a text that no other post has; photos have none, and short notes repeat. */
const tellingText = 200;
/** Posts that digests can mention. */
const listed = 200;

const keyOf = (kind: string, value: string) => hash('sha256', `${kind} ${value}`, 'base64url').slice(0, 12);

/**
 * `/newsletter/`: the list of posts, and the mails of the newest ones. Whatever sends reads these files, so that a mail
 * says what is published. Protected, unlisted and unpublished documents are in none.
 */
export function publishMails(library: Library, recent: number): Readonly<Record<string, string>> {
  const all = viewsOf(library).flatMap((view) => view.documents.map((document) => ({ view, document })));
  const posts = all
    .filter(({ document }) => isPublic(document))
    .sort((one, other) => (one.document.dateGmt < other.document.dateGmt ? 1 : -1));
  const files: Record<string, string> = {};
  const list = posts.slice(0, listed).map(({ view, document }, at): Post => {
    const post = describe(view, document);
    if (at >= recent) return post;
    const file = String(document.id);
    const { html, text } = renderPost(view, document);
    files[`${file}.html`] = html;
    files[`${file}.txt`] = text;
    return { ...post, file };
  });
  const older = posts.slice(listed).flatMap(({ document }) => documentKeys(document));
  return { ...files, ...writeList({ posts: list, older }) };
}

const isPublic = ({ kind, locked, unlisted, unpublished, sharedUntil, undated }: Document) =>
  kind === 'post' && !locked && !unlisted && !unpublished && !sharedUntil && !undated;

const documentKeys = ({ id, path, guid, redirectFrom }: Document): string[] => [
  keyOf('id', String(id)),
  ...[path, ...redirectFrom].map((address) => keyOf('path', address)),
  ...(guid ? [keyOf('guid', guid)] : []),
];

function describe(view: Library, document: Document): Post {
  const { site } = view;
  const { text } = view.body(document);
  return {
    keys: [
      ...documentKeys(document),
      ...(text.length < tellingText ? [] : [keyOf('text', text)]),
      ...(document.untitled ? [] : [keyOf('title', `${document.date} ${document.title}`)]),
    ],
    date: document.date,
    url: absoluteUrl(site, document.path),
    path: document.path,
    title: document.title,
    summary: document.summary,
    language: document.language ?? site.language,
    topics: topicsOf(view, document),
  };
}

/** A mail whose link for leaving is nobody's own: whatever sends replaces it. */
function renderPost(view: Library, document: Document): { html: string; text: string } {
  const { site } = view;
  const url = absoluteUrl(site, document.path);
  const words = wordsOfPlugin(site, 'newsletter');
  const language = document.language ?? site.language;
  const frame: MailFrame = {
    ...{ language, title: document.title, preheader: document.summary, words, browserUrl: url },
    direction: directionOf(language),
    site: { title: site.title, url: absoluteUrl(site, '/') },
    leaveUrl: absoluteUrl(site, '/_plugins/newsletter/leave'),
  };
  const { html, markdown } = view.body(document);
  const { image, link } = document;
  const above = [
    image && !html.includes(image.src)
      ? `<img src="${escapeHtml(image.src)}" alt="${escapeHtml(image.alt)}"${image.width && image.height ? ` width="${image.width}" height="${image.height}"` : ''}>`
      : '',
    link ? `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>` : '',
  ].join('');
  const cut = cutHtml(toMailHtml(above + html, url), maxHtml);
  const plain = cutText(`${link ? `${link}\n\n` : ''}${toPages(markdown, site.url)}`, maxHtml);
  const more = `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}">${escapeHtml(words.more ?? '')}</a></p>`;
  return {
    html: renderMail(frame, cut.isCut ? cut.html + more : cut.html),
    text: renderText(frame, plain.isCut ? `${plain.text}\n\n${words.more}: ${url}` : plain.text),
  };
}

/** A twin links to twins, a mail to pages. */
function toPages(markdown: string, site: string): string {
  const twin = /\]\((https?:\/\/[^\s()]+?)\.md(#[^\s()]*)?\)/g;
  return markdown.replace(twin, (all, url: string, anchor = '') =>
    url.startsWith(site) ? `](${url.replace(/\/index$/, '')}/${anchor})` : all,
  );
}
