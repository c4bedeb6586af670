import type { ErrorObject } from '../../../src/core/model/errors.ts';
import type { Site } from '../../../src/core/model/site.ts';
import { apiBase } from '../../../src/core/model/urls.ts';
import { wpErrors } from '../../../src/core/wp/errors.ts';
import {
  describeStatus,
  describeTaxonomies,
  describeTaxonomy,
  describeType,
  describeTypes,
} from '../../../src/core/wp/objects/types.ts';
import { statuses } from '../../../src/core/wp/parameters/document-arguments.ts';
import { toText } from '../../../src/core/wp/parameters/validate-value.ts';
import type { WpRouteId } from '../../../src/core/wp/routes.ts';
import { refuse, type WpOutcome } from '../outcome.ts';
import type { Given, Reader } from '../reader.ts';

/** Types, taxonomies and statuses. */
export function descriptionReaders(
  site: Site,
): Pick<Record<WpRouteId, Reader>, 'types' | 'type' | 'taxonomies' | 'taxonomy' | 'statuses' | 'status'> {
  const value = (described: object, fields: 'plain' | 'map' = 'plain'): WpOutcome => ({
    kind: 'value',
    value: described as Record<string, unknown>,
    fields,
  });
  const inEdit = (given: Given, error: ErrorObject) => (given('context') === 'edit' ? error : null);
  const posts = 'edit posts in this post type';
  const terms = 'manage terms in this taxonomy';
  return {
    types: {
      permit: (given) => inEdit(given, wpErrors.refused('rest_cannot_view', posts)),
      run: (_, given) => value(shortEach(given, describeTypes(site)), 'map'),
    },
    type: {
      run: (_, given) => {
        const described = describeType(site, toText(given('type') ?? ''));
        if (!described) {
          const isHidden = hiddenTypes.has(toText(given('type') ?? ''));
          return refuse(isHidden ? wpErrors.hiddenType() : wpErrors.invalidType());
        }
        return given('context') === 'edit'
          ? refuse(wpErrors.forbiddenContext(posts))
          : value(short(given, described));
      },
    },
    taxonomies: {
      permit: (given) => inEdit(given, wpErrors.refused('rest_cannot_view', terms)),
      run({ values }, given) {
        const type = values.type === undefined || values.type === '' ? undefined : String(values.type);
        return value(shortEach(given, describeTaxonomies(site, type)), 'map');
      },
    },
    taxonomy: {
      permit: (given) =>
        hiddenTaxonomies.has(toText(given('taxonomy') ?? '')) ? wpErrors.notAllowed() : null,
      run: (_, given) => {
        const described = describeTaxonomy(site, toText(given('taxonomy') ?? ''));
        if (!described) return refuse(wpErrors.invalidTaxonomy());
        return given('context') === 'edit'
          ? refuse(wpErrors.forbiddenContext(terms))
          : value(short(given, described));
      },
    },
    statuses: {
      permit: (given) => inEdit(given, wpErrors.refused('rest_cannot_view', 'manage post statuses')),
      run: (_, given) => value(shortEach(given, { publish: describeStatus(apiBase(site)) }), 'map'),
    },
    status: {
      permit: (given) => mayReadStatus(toText(given('status') ?? '')),
      run: (_, given) => value(short(given, describeStatus(apiBase(site), given('context') === 'edit'))),
    },
  };
}

/** What `context=embed` leaves of a description. */
const shortFields = new Set(
  'name slug icon rest_base rest_namespace template template_lock _links'.split(' '),
);

function short(given: Given, described: object): object {
  if (given('context') !== 'embed') return described;
  return Object.fromEntries(Object.entries(described).filter(([name]) => shortFields.has(name)));
}

function shortEach(given: Given, map: Readonly<Record<string, object>>): Record<string, object> {
  return Object.fromEntries(Object.entries(map).map(([name, described]) => [name, short(given, described)]));
}

/** What WordPress knows and does not show. */
const hiddenTypes = new Set('revision custom_css customize_changeset oembed_cache user_request'.split(' '));
const hiddenTaxonomies = new Set('post_format link_category wp_theme wp_template_part_area'.split(' '));
const hiddenStatuses = new Set(statuses.filter((status) => status !== 'publish' && status !== 'any'));

function mayReadStatus(status: string): ErrorObject | null {
  if (status === 'publish') return null;
  return hiddenStatuses.has(status) ? wpErrors.hiddenStatus() : wpErrors.invalidStatus();
}
