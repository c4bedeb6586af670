import { createHash } from 'node:crypto';
import { absoluteUrl, type Document, isNote, type Library, mimeTypes, type Site } from 'agentsite/model';
import { absolutizeHtml, escapeHtml } from 'agentsite/text';
import { addressesOf, publicAudience } from './addresses.ts';
import type { Options } from './options.ts';

/** Every object, newest first, with the page that shows it, and those that are pinned. */
export interface ObjectIndex {
  readonly objects: readonly (readonly [id: string, digest: string, path: string])[];
  readonly featured: readonly string[];
}

const inline = {
  sensitive: 'as:sensitive',
  Hashtag: 'as:Hashtag',
  gts: 'https://gotosocial.org/ns#',
  interactionPolicy: { '@id': 'gts:interactionPolicy', '@type': '@id' },
  canQuote: { '@id': 'gts:canQuote', '@type': '@id' },
  canReply: { '@id': 'gts:canReply', '@type': '@id' },
  automaticApproval: { '@id': 'gts:automaticApproval', '@type': '@id' },
};
export const objectContext = ['https://www.w3.org/ns/activitystreams', inline];

/** The files of {@link dataPath}: each document that followers get, as an object of Activity Streams. */
export function renderObjects(library: Library, options: Options): Record<string, string> {
  const all = library.whole ?? library;
  const documents = documentsOf(all, options);
  const files: Record<string, string> = {};
  const objects = documents.map((document) => {
    const text = JSON.stringify(renderObject(all, document, options));
    files[`${document.id}.json`] = text;
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    return [String(document.id), digest, document.path] as const;
  });
  const featured = documents.filter(({ sticky }) => sticky).map(({ id }) => String(id));
  return { ...files, 'index.json': JSON.stringify({ objects, featured } satisfies ObjectIndex) };
}

/** Not what opens with a password: what followers got before is deleted then. */
const documentsOf = ({ documents }: Library, { kinds }: Options): Document[] =>
  documents.filter(
    ({ kind, locked, unpublished, undated }) => kinds.includes(kind) && !locked && !unpublished && !undated,
  );

function renderObject(library: Library, document: Document, options: Options): object {
  const { site } = library;
  const at = addressesOf(site);
  const id = at.objectOf(document.id);
  const url = absoluteUrl(site, document.path);
  const isShort = isNote(document);
  const isArticle = !isShort && options.posts === 'article';
  const content =
    isShort || isArticle
      ? absolutizeHtml(library.body(document).html, site.url, url)
      : announcement(document, url);
  const language = document.language ?? site.language;
  const warning = warningOf(document, options);
  const title = document.untitled ? {} : { name: document.title };
  const summary = warning ?? (isArticle ? document.summary : null);
  return {
    '@context': objectContext,
    id,
    type: isArticle ? 'Article' : 'Note',
    attributedTo: at.actor,
    to: [publicAudience],
    cc: [at.followers],
    published: new Date(`${document.dateGmt}Z`).toISOString(),
    url,
    ...(isArticle ? title : {}),
    ...(summary ? { summary } : {}),
    content,
    contentMap: { [language]: content },
    sensitive: warning !== null,
    ...imagesOf(site, document),
    tag: hashtagsOf(library, document),
    interactionPolicy: policyOf(at, options),
  };
}

function announcement({ title, summary, untitled }: Document, url: string): string {
  const words = summary && summary !== title ? `<p>${escapeHtml(summary)}</p>` : '';
  const head = untitled ? '' : `<p><strong>${escapeHtml(title)}</strong></p>`;
  return `${head}${words}<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`;
}

/** What the first of its tags with a warning warns of. */
function warningOf({ terms }: Document, { warnings }: Options): string | null {
  const slug = terms.post_tag?.find((tag) => Object.hasOwn(warnings, tag));
  return slug === undefined ? null : (warnings[slug] ?? null);
}

function imagesOf(site: Site, { image, images }: Document): object {
  const describe = ({ src, alt, width, height }: Document['images'][number]) => ({
    type: 'Image',
    mediaType: mimeTypes[/\.\w+$/.exec(src)?.[0].toLowerCase() ?? ''] ?? 'image/jpeg',
    url: src.startsWith('/') ? absoluteUrl(site, src) : src,
    ...(alt ? { name: alt } : {}),
    ...(width && height ? { width, height } : {}),
  });
  const attachment = [...(image ? [image] : []), ...images].map(describe);
  const once = [...new Map(attachment.map((one) => [one.url, one])).values()].slice(0, 16);
  return { ...(image ? { image: describe(image) } : {}), ...(once.length > 0 ? { attachment: once } : {}) };
}

function hashtagsOf({ site, terms }: Library, document: Document): object[] {
  return (document.terms.post_tag ?? []).flatMap((slug) => {
    const own = terms.filter((term) => term.taxonomy === 'post_tag' && term.slug === slug);
    const term = own.find(({ language }) => language === document.language) ?? own[0];
    const words = (term?.name ?? slug).split(/[^\p{L}\p{N}\p{M}_]+/u).filter((word) => word !== '');
    const name = words.length < 2 ? words.join('') : words.map(capitalize).join('');
    return name === ''
      ? []
      : [{ type: 'Hashtag', name: `#${name}`, ...(term ? { href: absoluteUrl(site, term.path) } : {}) }];
  });
}

const capitalize = (word: string) => word.replace(/^./u, (letter) => letter.toUpperCase());

function policyOf({ actor, followers }: ReturnType<typeof addressesOf>, { quotes, replies }: Options) {
  const circles = { anyone: publicAudience, followers, none: actor };
  return {
    canQuote: { automaticApproval: [circles[quotes]] },
    canReply: { automaticApproval: [circles[replies]] },
  };
}
