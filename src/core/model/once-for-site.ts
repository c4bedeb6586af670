import type { Site } from './site.ts';

/** What is made of the settings alone, made once for each site object: pages ask for it by the thousand. */
export function onceForSite<Made>(make: (site: Site) => Made): (site: Site) => Made {
  const known = new WeakMap<Site, { readonly made: Made }>();
  return (site) => {
    let kept = known.get(site);
    if (!kept) {
      kept = { made: make(site) };
      known.set(site, kept);
    }
    return kept.made;
  };
}
