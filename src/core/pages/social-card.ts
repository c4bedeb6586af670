import type { Document, DocumentKind, Image } from '../model/document.ts';
import type { Site } from '../model/site.ts';
import { strings } from '../model/strings.ts';

/**
 * The picture that stands for a page where a link to it is shown, for pages whose author chose none: its title and
 * the name of the site. Pages and pictures are made independently of each other, so the address follows from the
 * page's path alone.
 */
export interface SocialCard {
  /** Path from the root of the site: `/media/_cards/one-gate.png`. */
  readonly src: string;
  readonly title: string;
  /** Small line below the title. */
  readonly line: string;
}

export const cardSize = { width: 1200, height: 630 } as const;

/** What the font of the cards can write; a title with anything else gets the card of the site. */
const drawable = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\p{Zs}\p{Sc}+<=>^`|~]*$/u;

const places: Readonly<Record<DocumentKind, string | null>> = {
  post: strings.writing,
  page: null,
  talk: strings.talks,
  plugin: strings.plugins,
};

/** The card of a document; null where its title cannot be drawn. */
export function documentCard(document: Document, site: Site): SocialCard | null {
  if (!drawable.test(document.title)) return null;
  const place = places[document.kind];
  return {
    src: cardPath(document.path),
    title: document.title,
    line: place ? `${site.title} · ${place}` : site.title,
  };
}

/** The card of every page that has none of its own. */
export function siteCard(site: Site): SocialCard {
  return { src: cardPath('/'), title: site.title, line: site.description };
}

/** A card as a picture; its words are its description. */
export function cardImage({ src, title }: SocialCard): Image {
  return { src, alt: title, ...cardSize };
}

function cardPath(path: string): string {
  return `/media/_cards/${path === '/' ? 'index' : path.slice(1, -1)}.png`;
}
