import type { ErrorObject } from '../../src/core/model/errors.ts';
import type { Site } from '../../src/core/model/site.ts';
import { wpErrors } from '../../src/core/wp/errors.ts';
import type { PhpValue } from '../../src/core/wp/php-query.ts';
import type { TextSearch } from './collections/text-search.ts';
import type { ContentTables } from './content-tables.ts';
import type { WpOutcome } from './outcome.ts';
import type { WpParameters } from './parameters.ts';
import type { ObjectStore } from './store.ts';

export interface WpContent {
  readonly site: Site;
  readonly base: string;
  readonly tables: ContentTables;
  readonly store: ObjectStore;
  readonly text: TextSearch;
}

/** A parameter as the client sent it, before any check. */
export type Given = (name: string) => PhpValue | undefined;

/** How one route is read. `permit` gets the raw parameters, `run` the checked ones. */
export interface Reader {
  permit?(given: Given): ErrorObject | null;
  run(parameters: WpParameters, given: Given): WpOutcome;
}

/** The refusal of `context=edit`; null for any other context. */
export function refuseEdit(given: Given, what: string): ErrorObject | null {
  return given('context') === 'edit' ? wpErrors.forbiddenContext(what) : null;
}
