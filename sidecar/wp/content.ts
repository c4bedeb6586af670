import type { Catalog } from './catalog.ts';
import type { ObjectStore } from './store.ts';
import type { TextSearch } from './text-search.ts';

/** What the routes of documents work with. */
export interface WpContent {
  /** The site's URL. */
  readonly base: string;
  readonly catalog: Catalog;
  readonly store: ObjectStore;
  readonly text: TextSearch;
}
