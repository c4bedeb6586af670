import type { Site } from '../model/site.ts';
import type { PageVersion } from './page.ts';

/** Lists of all languages, by what they are about. */
export type SharedLists = Map<string, PageVersion[]>;

/** The lists that a language has in common with others. */
export interface ListVersions {
  note(topic: string, path: string): void;
  /** @returns undefined for a list that no other language has */
  list(topic: string): readonly PageVersion[] | undefined;
}

export function createListVersions({ language }: Site, shared: SharedLists): ListVersions {
  return {
    note(topic, path) {
      if (topic !== '') shared.set(topic, [...(shared.get(topic) ?? []), { language, path }]);
    },
    list(topic) {
      const versions = shared.get(topic) ?? [];
      return versions.length > 1 ? versions : undefined;
    },
  };
}
