import type { Document, Image } from '../model/document.ts';
import { kindNamed } from '../model/kinds.ts';
import { pathsOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { collectionOf } from './kind-words.ts';
import type { SocialCard } from './page.ts';

export const cardSize = { width: 1200, height: 630 } as const;

/** The scripts that the fonts of the cards can write; a character that no font has is found when a card is drawn. */
const drawable =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{scx=Arabic}\p{scx=Hebrew}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Nd}\p{P}\p{Zs}\p{Sc}+<=>^`|~]*$/u;

/** The card of a document; null where its title cannot be drawn. */
export function documentCard(document: Document, site: Site): SocialCard | null {
  if (!drawable.test(document.title)) return null;
  const place = collectionOf(kindNamed(site, document.kind), site)?.title;
  return {
    src: cardPath(document.path),
    title: document.title,
    line: place ? `${site.title} · ${place}` : site.title,
    language: site.language,
  };
}

/** The card of every page that has none of its own. */
export function siteCard(site: Site): SocialCard {
  return {
    src: cardPath(pathsOf(site).home),
    title: site.title,
    line: site.description,
    language: site.language,
  };
}

/** A card as an image; its words are its description. */
export function cardImage({ src, title }: SocialCard): Image {
  return { src, alt: title, ...cardSize };
}

function cardPath(path: string): string {
  return `/media/_cards/${path === '/' ? 'index' : path.slice(1, -1)}.png`;
}
