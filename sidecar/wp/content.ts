import type { Site } from '../../src/core/model/site.ts';
import type { Catalog } from './catalog.ts';
import type { TextSearch } from './collections/text-search.ts';
import type { ObjectStore } from './store.ts';

/** What the routes of documents work with. */
export interface WpContent {
  readonly site: Site;
  /** The site's URL. */
  readonly base: string;
  readonly catalog: Catalog;
  readonly store: ObjectStore;
  readonly text: TextSearch;
}
