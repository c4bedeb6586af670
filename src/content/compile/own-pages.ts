import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import type { OwnFile, OwnPage } from '../../core/model/document.ts';
import { privacyStatement, writesPrivacy } from '../../core/model/settings/services.ts';
import type { Site } from '../../core/model/site.ts';
import { absoluteUrl } from '../../core/model/urls.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

/** The pages and endpoints that the owner makes with Astro, in `src/pages/` of the site, and the one that is made for the owner. */

const require = createRequire(import.meta.url);
const folder = 'src/pages';
const page = /\.(?:astro|md|mdx|html)$/;
const endpoint = /\.[jt]s$/;

/**
 * Files of `src/pages/` whose addresses follow from their names: `mine.astro` gives `/mine/`, `data.json.ts` gives
 * `/data.json`; names with `[brackets]` do not. A generated privacy statement is one of them.
 */
export function listOwnFiles(root: string, site: Site): OwnFile[] {
  const statement = writesPrivacy(site) ? [privacyStatement] : [];
  const top = join(root, folder);
  if (!existsSync(top)) return statement;
  const files = readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(top, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((name) => !/\[|(?:^|\/)_/.test(name) && (page.test(name) || endpoint.test(name)))
    .sort()
    .map((name) => ({ path: addressOf(name), source: `${folder}/${name}` }));
  return [...files, ...statement];
}

function addressOf(name: string): string {
  if (endpoint.test(name)) return `/${name.replace(endpoint, '')}`;
  return `/${name.replace(page, '')}/`.replace(/\/index\/$/, '/');
}

/** What a page has that stands for itself: no text, or the same on each page. */
const silent = new Set(['nav', 'script', 'style', 'template', 'noscript', 'button', 'svg']);

/** The content of `<main>` of an owner's page; null for a page with `noindex`. */
export function readOwnPage(html: string, { path, source }: OwnFile, site: Site): OwnPage | null {
  // Few sites have such pages, and loading these takes longer than an edit.
  const { unified } = require('unified') as typeof import('unified');
  const { default: rehypeParse } = require('rehype-parse') as typeof import('rehype-parse');
  const { toHtml } = require('hast-util-to-html') as typeof import('hast-util-to-html');
  const tree = unified().use(rehypeParse).parse(html);
  const metas = elements(tree, 'meta');
  const meta = (name: string) =>
    String(metas.find(({ properties }) => properties.name === name)?.properties.content ?? '');
  if (/\bnoindex\b/.test(meta('robots'))) return null;
  const main = elements(tree, 'main')[0] ?? elements(tree, 'body')[0];
  if (!main) return null;
  const heading = elements(main, 'h1')[0];
  const title = textOf(heading ?? elements(tree, 'title')[0] ?? main).trim() || path;
  const description = meta('description') === site.description ? '' : meta('description');
  visit(main, 'element', (node, index, parent) => {
    if (index === undefined || !parent) return undefined;
    // Title and description are above the text already.
    const said =
      (node.tagName === 'header' && heading !== undefined && elements(node, 'h1').includes(heading)) ||
      (node.tagName === 'p' && textOf(node).trim() === description);
    if (node !== heading && !silent.has(node.tagName) && !isTwinLink(node) && !said) return undefined;
    parent.children.splice(index, 1);
    return [SKIP, index];
  });
  const markdown = htmlToMarkdown(toHtml(main.children), absoluteUrl(site, path));
  return { path, source, title, description, markdown, text: textOf(main).replace(/\s+/g, ' ').trim() };
}

/** The menu with the link to the twin, or in earlier themes a paragraph; the twin need not say it. */
function isTwinLink(node: Element): boolean {
  return (
    elements(node, 'a').some(({ properties }) => properties.dataTwin !== undefined) &&
    ['p', 'details'].includes(node.tagName)
  );
}

function elements(tree: Root | Element, name: string): Element[] {
  const found: Element[] = [];
  visit(tree, 'element', (node) => {
    if (node.tagName === name) found.push(node);
  });
  return found;
}
