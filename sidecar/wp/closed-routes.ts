import { documentKinds } from '../../src/core/model/document.ts';
import { type ErrorObject, errorObject } from '../../src/core/model/errors.ts';
import { restBases } from '../../src/core/model/urls.ts';
import type { WpArguments } from '../../src/core/wp/argument.ts';
import { closedArguments as takes } from '../../src/core/wp/closed-arguments.ts';
import { wpErrors } from '../../src/core/wp/errors.ts';
import type { Catalog } from './catalog.ts';
import { findDocument } from './documents.ts';

/**
 * What WordPress tells an anonymous reader on routes that need a login. This site has no logins, so that is the
 * only answer there is, once the parameters are right; clients show it or go on, as they do with WordPress.
 */
export interface ClosedRoute {
  readonly arguments: WpArguments;
  readonly answer: { readonly error: ErrorObject } | { readonly empty: EmptyCollection };
}

/** A collection that readers may list and that holds nothing; `edit` is what its editors may do. */
export interface EmptyCollection {
  readonly edit: string;
}

const closed = (code: string, what: string) => ({ error: wpErrors.refused(code, what) });
const noDocuments = { empty: { edit: 'edit posts in this post type' } };
const noTerms = { empty: { edit: 'edit terms in this taxonomy' } };
const templates = closed('rest_cannot_manage_templates', 'access the templates on this site');
const widgets = closed('rest_cannot_manage_widgets', 'manage widgets on this site');
const styles = closed('rest_cannot_manage_global_styles', 'access the global styles on this site');
const blockTypes = closed('rest_block_type_cannot_view', 'manage block types');
const families = closed('rest_cannot_read', 'access font families');
const faces = closed('rest_cannot_read', 'access font faces');
const collections = closed('rest_cannot_read', 'access font collections');
const health = { error: errorObject(401, 'rest_forbidden', 'Sorry, you are not allowed to do that.') };
const nobody = { error: errorObject(401, 'rest_not_logged_in', 'You are not currently logged in.') };

const table: readonly (readonly [RegExp, WpArguments, ClosedRoute['answer']])[] = [
  [/^\/wp\/v2\/(?:blocks|navigation)$/i, takes.documents, noDocuments],
  [/^\/wp\/v2\/wp_pattern_category$/i, takes.terms, noTerms],
  [/^\/wp\/v2\/(?:blocks|navigation)\/\d+$/i, takes.document, { error: wpErrors.invalidPost() }],
  [/^\/wp\/v2\/wp_pattern_category\/\d+$/i, takes.item, { error: wpErrors.invalidTerm() }],
  [/^\/wp\/v2\/settings$/i, takes.none, health],
  [/^\/wp\/v2\/users\/me$/i, takes.context, nobody],
  [/^\/wp\/v2\/menu-items$/i, takes.menuItems, closed('rest_cannot_view', 'view menu items')],
  [/^\/wp\/v2\/menu-items\/\d+$/i, takes.item, closed('rest_cannot_view', 'view menu items')],
  [/^\/wp\/v2\/menus$/i, takes.terms, closed('rest_cannot_view', 'view menus')],
  [/^\/wp\/v2\/menus\/\d+$/i, takes.item, closed('rest_cannot_view', 'view menus')],
  [
    /^\/wp\/v2\/menu-locations(?:\/[\w-]+)?$/i,
    takes.context,
    closed('rest_cannot_view', 'view menu locations'),
  ],
  [/^\/wp\/v2\/themes$/i, takes.themes, closed('rest_cannot_view_themes', 'view themes')],
  [/^\/wp\/v2\/themes\/.+$/i, takes.none, closed('rest_cannot_view_themes', 'view themes')],
  [/^\/wp\/v2\/plugins$/i, takes.plugins, closed('rest_cannot_view_plugins', 'manage plugins for this site')],
  [
    /^\/wp\/v2\/plugins\/.+$/i,
    takes.context,
    closed('rest_cannot_view_plugins', 'manage plugins for this site'),
  ],
  [/^\/wp\/v2\/template(?:s|-parts)$/i, takes.templates, templates],
  [/^\/wp\/v2\/template(?:s|-parts)\/.+$/i, takes.context, templates],
  [/^\/wp\/v2\/global-styles\/.+$/i, takes.none, styles],
  [/^\/wp\/v2\/(?:sidebars|widget-types|widgets)(?:\/.+)?$/i, takes.context, widgets],
  [/^\/wp\/v2\/block-types(?:\/.+)?$/i, takes.context, blockTypes],
  [/^\/wp\/v2\/font-families$/i, takes.fonts, families],
  [/^\/wp\/v2\/font-families\/\d+$/i, takes.item, families],
  [/^\/wp\/v2\/font-families\/\d+\/font-faces(?:\/\d+)?$/i, takes.context, faces],
  [/^\/wp\/v2\/font-collections$/i, takes.pages, collections],
  [/^\/wp\/v2\/font-collections\/[\w/-]+$/i, takes.context, collections],
  [
    /^\/wp\/v2\/block-directory\/search$/i,
    takes.pages,
    closed('rest_block_directory_cannot_view', 'browse the block directory'),
  ],
  [
    /^\/wp\/v2\/pattern-directory\/patterns$/i,
    takes.pages,
    closed('rest_pattern_directory_cannot_view', 'browse the local block patterns'),
  ],
  [
    /^\/wp\/v2\/block-patterns\/patterns$/i,
    takes.none,
    closed('rest_cannot_view', 'view the registered block patterns'),
  ],
  [
    /^\/wp\/v2\/block-patterns\/categories$/i,
    takes.none,
    closed('rest_cannot_view', 'view the registered block pattern categories'),
  ],
  [/^\/wp-site-health\/v1\/(?:tests\/[\w-]+|directory-sizes)$/i, takes.none, health],
];

/** How GET on a closed route is answered, or null when there is no such route. */
export function findClosedRoute(catalog: Catalog, route: string): ClosedRoute | null {
  for (const [pattern, declared, answer] of table) {
    if (pattern.test(route)) return { arguments: declared, answer };
  }
  const match = /^\/wp\/v2\/([\w-]+)\/(\d+)\/(revisions|autosaves)(\/\d+)?$/i.exec(route);
  const kind = match && documentKinds.find((candidate) => restBases[candidate] === match[1]?.toLowerCase());
  if (!match || !kind) return null;
  const versions = match[3]?.toLowerCase();
  const declared = versions === 'revisions' && !match[4] ? takes.revisions : takes.context;
  const answer =
    findDocument(catalog, kind, match[2] ?? '') === null
      ? { error: wpErrors.invalidPostParent() }
      : closed('rest_cannot_read', `view ${versions} of this post`);
  return { arguments: declared, answer };
}
