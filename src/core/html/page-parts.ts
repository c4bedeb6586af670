/** What a page needs besides the theme's own styles and scripts, because of what its text shows. */
export interface PageParts {
  /** Styles of blocks: galleries, columns, tabs, … */
  readonly blocks: boolean;
  /** The box in which images open. */
  readonly lightbox: boolean;
}

const blocks =
  /class="(?:[^"]*\s)?(?:wp-block-[\w-]+|aside|steps|tabs|diagram|align(?:left|right|center|wide|full))[\s"]|<dl>/;
const lightbox = /class="wp-block-image[\s"][^>]*><a /;

/** @param html of a body; empty where there is none */
export function readPageParts(html: string): PageParts {
  return { blocks: blocks.test(html), lightbox: lightbox.test(html) };
}
