import { formatHttpDate } from '../model/dates.ts';
import type { LifecycleEntry, Site } from '../model/site.ts';
import { absoluteTarget, twinPath } from '../model/urls.ts';
import { formatLink } from './headers.ts';

/**
 * Headers of an address that is going away: `Deprecation` (RFC 9745, a structured field), `Sunset` (RFC 8594, an HTTP date)
 * and links, from the announcement on; from the sunset on the status is 410. Days begin at midnight UTC. An entry counts as
 * announced while it is listed.
 */
export function lifecycleHeaders(site: Site, entry: LifecycleEntry) {
  const documentation = absoluteTarget(site, entry.documentation);
  const link = (relation: string) => formatLink(documentation, relation, 'text/html');
  return {
    Deprecation: `@${Date.parse(`${entry.announced}T00:00:00Z`) / 1000}`,
    Sunset: formatHttpDate(`${entry.sunset}T00:00:00`),
    Link: `${link('deprecation')}, ${link('sunset')}`,
  };
}

/** The entry for a request. A path matches all methods and a page's twin, an operation its method; `{name}` is one part. */
export function findLifecycle(site: Site, method: string, path: string): LifecycleEntry | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  return site.lifecycle.find((entry) => {
    const target = readTarget(entry);
    if (target.method !== null && target.method !== asked) return false;
    return matches(target.path, path) || (target.path.endsWith('/') && matches(twinPath(target.path), path));
  });
}

/** Has the address stopped working? `nowGmt` is UTC, `YYYY-MM-DDTHH:MM:SS`. */
export function isGone(entry: LifecycleEntry, nowGmt: string): boolean {
  return nowGmt >= `${entry.sunset}T00:00:00`;
}

export function readTarget({ target }: LifecycleEntry): {
  readonly method: string | null;
  readonly path: string;
} {
  const space = target.indexOf(' ');
  return space < 0
    ? { method: null, path: target }
    : { method: target.slice(0, space), path: target.slice(space + 1) };
}

/** The deprecated list of the OpenAPI description, in the order of the site's list. */
export function listDeprecated(site: Site) {
  return site.lifecycle.map((entry) => ({
    target: entry.target,
    deprecation: `${entry.announced}T00:00:00Z`,
    sunset: `${entry.sunset}T00:00:00Z`,
    ...(entry.replacement ? { replacement: absoluteTarget(site, entry.replacement) } : {}),
    documentation: absoluteTarget(site, entry.documentation),
  }));
}

function matches(pattern: string, path: string): boolean {
  if (!pattern.includes('{')) return pattern === path;
  const wanted = pattern.split('/');
  const parts = path.split('/');
  return (
    wanted.length === parts.length &&
    wanted.every((part, index) => part === parts[index] || (/^\{[^}]+\}$/.test(part) && parts[index] !== ''))
  );
}
