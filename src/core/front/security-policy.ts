import type { Directive } from '../model/settings/plugins.ts';
import { listServices } from '../model/settings/services.ts';
import type { Site } from '../model/site.ts';

/** Nothing inline, nothing from elsewhere but images and media that a text shows. */
const strict: readonly (readonly [directive: string, sources: string])[] = [
  ['default-src', "'self'"],
  ['script-src', "'self' 'wasm-unsafe-eval'"],
  ['style-src', "'self'"],
  ['img-src', "'self' data: https:"],
  ['media-src', "'self' data: https:"],
  ['frame-src', 'https:'],
  ['object-src', "'none'"],
  ['base-uri', "'none'"],
  ['form-action', "'self'"],
  ['frame-ancestors', "'none'"],
];

/** The policy of answers that are not pages, and of sites that work with no other service. */
export const strictPolicy = strict.map((directive) => directive.join(' ')).join('; ');

/** One policy for every page of a site: the strict one, and the exact origins of the services that it works with. */
export function contentSecurityPolicy(site: Site): string {
  const added = new Map<string, Set<string>>();
  const allow = (directive: Directive, origins: readonly string[] = []) => {
    if (origins.length > 0) added.set(directive, new Set([...(added.get(directive) ?? []), ...origins]));
  };
  for (const { sources } of [...listServices(site), ...(site.plugins ?? [])]) {
    for (const directive of ['script-src', 'connect-src', 'style-src', 'form-action'] as const) {
      allow(directive, sources[directive]);
    }
  }
  allow('form-action', site.connect.forms);
  if (site.sidecar !== undefined) {
    for (const directive of ['form-action', 'connect-src'] as const) allow(directive, [site.sidecar]);
  }
  if (added.size === 0) return strictPolicy;
  const directives: (readonly [string, string])[] = added.has('connect-src')
    ? [...strict, ['connect-src', "'self'"]]
    : [...strict];
  return directives
    .map(([directive, sources]) => [directive, sources, ...(added.get(directive) ?? [])].join(' '))
    .join('; ');
}
