import type { ErrorObject } from '../../src/core/model/errors.ts';
import { alternateLink } from '../../src/core/wp/headers.ts';
import type { WpParameters, WpValues } from './parameters.ts';
import type { ObjectForm, ObjectRef } from './store.ts';

/** What a route answers, before `_fields`, `_embed` and request headers are applied. */
export type WpOutcome =
  | { readonly kind: 'error'; readonly error: ErrorObject }
  | {
      readonly kind: 'list';
      readonly refs: readonly ObjectRef[];
      readonly form: ObjectForm;
      readonly total: number;
      readonly pages: number;
      /** Paging links; null for a single page. */
      readonly link: string | null;
      /** What documents were searched for, folded, for their snippets. */
      readonly words?: readonly string[];
    }
  | {
      readonly kind: 'item';
      readonly ref: ObjectRef;
      readonly form: ObjectForm;
      readonly link: string | null;
    }
  | {
      readonly kind: 'value';
      readonly value: Readonly<Record<string, unknown>>;
      /** `map`: members are objects of their own (`/types`). `linked`: `_links` is sent whatever is asked for. */
      readonly fields: 'plain' | 'map' | 'linked';
    };

export function refuse(error: ErrorObject): WpOutcome {
  return { kind: 'error', error };
}

export function formOf(values: WpValues): ObjectForm {
  return values.context === 'embed' ? 'embed' : 'view';
}

/** @param url its page; null for an object without one */
export function itemOf(ref: ObjectRef, { values }: WpParameters, url: string | null = null): WpOutcome {
  return { kind: 'item', ref, form: formOf(values), link: url === null ? null : alternateLink(url) };
}
