import type { PostFormat, Term } from '../../model/document.ts';
import { kindNamed, type Taxonomy, taxonomyNamed } from '../../model/kinds.ts';
import { paths } from '../../model/urls.ts';
import type { WpContext } from '../context.ts';
import { encodeLinkPath, encodeSlug, renderName, renderProse } from '../text.ts';
import { languageFields } from './language.ts';
import { curies } from './types.ts';

/** A term as WordPress sends it; only one of a hierarchical taxonomy has `parent`. */
export function renderTerm(context: WpContext, term: Term): string {
  return JSON.stringify({
    id: term.id,
    count: term.count,
    description: renderProse(term.description),
    ...sharedFields(context, term),
    ...(taxonomyOf(context, term).hierarchical ? { parent: parentIdOf(context, term) } : {}),
    meta: [],
    ...languageFields(context, term),
    _links: linksOf(context, term),
  });
}

/** `{"id":4,"link":"…","name":"Web","slug":"web","taxonomy":"category","_links":{…}}` */
export function renderTermEmbed(context: WpContext, term: Term): string {
  return JSON.stringify({ id: term.id, ...sharedFields(context, term), _links: linksOf(context, term) });
}

/** As the search route lists it: `type` is the taxonomy, and there is no subtype. */
export function renderTermHit(context: WpContext, term: Term): string {
  const api = context.api + paths.wpV2;
  return JSON.stringify({
    id: term.id,
    title: renderName(term.name),
    url: context.base + encodeLinkPath(term.path),
    type: term.taxonomy,
    lang: languageFields(context, term).lang,
    _links: {
      self: [{ embeddable: true, href: `${api}/${taxonomyOf(context, term).restBase}/${term.id}` }],
      about: [{ href: `${api}/taxonomies/${term.taxonomy}` }],
      collection: [{ href: `${api}/search` }],
    },
  });
}

/** A post format as the search route lists it: its id is the slug, and it has no route of its own. */
export function renderFormatHit(context: WpContext, format: PostFormat): string {
  return JSON.stringify({
    id: format,
    title: formatName(format),
    url: `${context.base}/type/${format}/`,
    type: 'post-format',
    _links: { collection: [{ href: `${context.api}${paths.wpV2}/search` }] },
  });
}

/** `aside` gives `Aside`. */
export function formatName(format: PostFormat): string {
  return format.charAt(0).toUpperCase() + format.slice(1);
}

function taxonomyOf({ library }: WpContext, { taxonomy }: Term): Taxonomy {
  return taxonomyNamed(library.site, taxonomy);
}

/** Id of the term above, 0 for none. */
export function parentIdOf(context: WpContext, term: Term): number {
  return context.parentOfTerm(term)?.id ?? 0;
}

function sharedFields(context: WpContext, term: Term): object {
  return {
    link: context.base + encodeLinkPath(term.path),
    name: renderName(term.name),
    slug: encodeSlug(term.slug),
    taxonomy: term.taxonomy,
  };
}

function linksOf(context: WpContext, term: Term): object {
  const api = context.api + paths.wpV2;
  const { restBase: base, kinds } = taxonomyOf(context, term);
  const parent = parentIdOf(context, term);
  return {
    self: [{ href: `${api}/${base}/${term.id}` }],
    collection: [{ href: `${api}/${base}` }],
    about: [{ href: `${api}/taxonomies/${term.taxonomy}` }],
    ...(parent === 0 ? {} : { up: [{ embeddable: true, href: `${api}/${base}/${parent}` }] }),
    'wp:post_type': kinds.map((kind) => ({
      href: `${api}/${kindNamed(context.library.site, kind).restBase}?${base}=${term.id}`,
    })),
    curies,
  };
}
