import type { Document } from '../model/document.ts';
import type { DocumentPage, TreeLink } from './page.ts';
import { linkTo, type Relations } from './page-relations.ts';

/** Links of a tree; every page of a folder shows it, so a folder with more has lists only. */
const maxLinks = 200;

/** The tree of the folder that a document is in, open above the document and at it; nothing for one that is alone. */
export function treeOf(document: Document, relations: Relations): Pick<DocumentPage, 'tree'> {
  const trail = relations.trail(document);
  const [top = document] = trail;
  const open = new Set([...trail, document]);
  let links = 0;
  const describe = (page: Document): TreeLink => {
    links++;
    const below = open.has(page) ? (relations.children.get(page.path) ?? []) : [];
    return below.length === 0 ? linkTo(page) : { ...linkTo(page), below: below.map(describe) };
  };
  const tree = describe(top);
  return tree.below === undefined || links > maxLinks ? {} : { tree };
}
