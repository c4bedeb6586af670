import type { Site } from '../core/model/site.ts';

const bySite = new WeakMap<Site, Map<string, string>>();

export function renderedFragments(site: Site): Map<string, string> {
  const known = bySite.get(site) ?? new Map<string, string>();
  bySite.set(site, known);
  return known;
}
