import { listServices } from '../model/settings/services.ts';
import type { Site } from '../model/site.ts';
import { frameOrigins } from './link-players.ts';

/** What a page needs besides the theme's own styles and scripts, because of what its text shows. */
export interface PageParts {
  /** Styles of blocks: galleries, columns, tabs, … */
  readonly blocks: boolean;
  /** The box in which images open. */
  readonly lightbox: boolean;
  /** What opens the player of a link. */
  readonly players: boolean;
  /** The policy of a page with players: exactly the origins of its frames. Null where the site's own says enough. */
  readonly frames: string | null;
}

const blocks =
  /class="(?:[^"]*\s)?(?:wp-block-[\w-]+|aside|steps|tabs|diagram|align(?:left|right|center|wide|full))[\s"]|<dl>/;
const lightbox = /class="wp-block-image[\s"][^>]*><a /;

/** @param html of a body; empty where there is none */
export function readPageParts(html: string, site: Site): PageParts {
  const origins = frameOrigins(html, site);
  const hasBlocks = blocks.test(html);
  return {
    blocks: hasBlocks,
    lightbox: hasBlocks && lightbox.test(html),
    players: origins.length > 0,
    frames: origins.length > 0 && !hasOtherFrames(site) ? `frame-src ${origins.join(' ')}` : null,
  };
}

/** What an owner's own components and other services show in frames is not in the body. */
const hasOtherFrames = (site: Site): boolean =>
  Object.keys(site.components).length > 0 || listServices(site).some(({ script }) => script);
