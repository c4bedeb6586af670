import { defineMdastPlugin, markdownToHtml } from 'satteri';
import type { Body, Document } from '../../core/model/document.ts';
import { withoutLanguage } from '../../core/model/languages.ts';
import type { Site } from '../../core/model/site.ts';
import { absoluteUrl, isSystemPath, paths, twinPath } from '../../core/model/urls.ts';
import { applyEdits, type Edit } from '../../core/text/text-edits.ts';
import { definitionRange, destinationRange } from './markup/markdown-edits.ts';

/** Links to pages become links to their twins, except to protected pages, whose twins are not readable. */

/** The twin of a link target; null for what is no page, or Markdown already. */
export function twinOfTarget(path: string, site: Site): string | null {
  const own = withoutLanguage(site, path);
  if (isSystemPath(own)) return own === paths.contact || own === paths.search ? twinPath(path) : null;
  return path.endsWith('.md') ? null : twinPath(path.endsWith('/') ? path : `${path}/`);
}

/** Replaces link addresses outside code; `rewrite` returns undefined to leave one unchanged. */
export function rewriteLinks(markdown: string, rewrite: (url: string) => string | undefined): string {
  const edits: Edit[] = [];
  const change = (url: string, range: ReturnType<typeof destinationRange>) => {
    const text = rewrite(url);
    if (text !== undefined && range !== null && range !== 'none') edits.push({ ...range, text });
  };
  const reader = defineMdastPlugin({
    name: 'links',
    options: { position: true },
    link: (node) => change(node.url, destinationRange(markdown, node)),
    definition: (node) => change(node.url, definitionRange(markdown, node)),
  });
  markdownToHtml(markdown, { mdastPlugins: [reader], features: { gfm: true } });
  return edits.length === 0 ? markdown : applyEdits(markdown, edits);
}

/** Paths of protected pages that documents link to, by source file. */
export type LockedTargets = ReadonlyMap<string, readonly string[]>;

/** @param references links of each document to pages, in the order of `documents` */
export function findLockedTargets(
  documents: readonly Document[],
  references: readonly (readonly { readonly path: string }[])[],
): LockedTargets {
  const locked = new Set(documents.filter((document) => document.locked).map(({ path }) => path));
  const found = new Map<string, readonly string[]>();
  if (locked.size === 0) return found;
  for (const [index, { source }] of documents.entries()) {
    const linked = references[index]?.map(({ path }) => (path.endsWith('/') ? path : `${path}/`)) ?? [];
    const targets = new Set(linked.filter((path) => locked.has(path)));
    if (targets.size > 0) found.set(source, [...targets]);
  }
  return found;
}

/** Markdown with links to protected pages instead of their twins. */
export function unlinkLockedTwins(body: Body, targets: readonly string[], site: Site): Body {
  const pages = new Map(targets.map((path) => [absoluteUrl(site, twinPath(path)), absoluteUrl(site, path)]));
  const toPage = (url: string) => {
    const [address = '', ...fragment] = url.split(/(?=#)/);
    const page = pages.get(address);
    return page && page + fragment.join('');
  };
  return {
    get html() {
      return body.html;
    },
    get markdown() {
      return rewriteLinks(body.markdown, toPage);
    },
    get text() {
      return body.text;
    },
    get stored() {
      return body.stored;
    },
  };
}
