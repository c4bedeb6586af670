import { bareType } from '../core/model/surfaces.ts';
import { listAdvertised } from './advertised.ts';

/** What a host answers. */
export interface HostAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Asks the host of the site for an absolute address; redirects are not followed. */
export type AskHost = (url: string) => Promise<HostAnswer>;

/** An address that does not answer as a document says. */
export interface Finding {
  readonly url: string;
  /** The address of a document that names it. */
  readonly namedBy: string;
  readonly problem: string;
}

export interface CrawlResult {
  /** How many addresses were asked. */
  readonly asked: number;
  readonly findings: readonly Finding[];
}

/**
 * Asks for every address of the site that any of its documents names, from the starting points on: each must answer
 * 200, with the type that is next to it, or redirect to one that does.
 * @param siteUrl the base URL of the site
 * @param starts absolute addresses
 * @param sidecar the URL of its sidecar, where that has a host of its own and can be asked as well
 */
export async function crawl(
  siteUrl: string,
  starts: readonly string[],
  ask: AskHost,
  sidecar?: string,
): Promise<CrawlResult> {
  const findings: Finding[] = [];
  const bases = sidecar === undefined ? [siteUrl] : [siteUrl, sidecar];
  const isOwn = (url: string) => bases.some((base) => new URL(base).origin === new URL(url).origin);
  const namedBy = new Map(starts.map((url) => [url, 'the list of what is published']));
  const types = new Map<string, string>();
  const stated: { readonly url: string; readonly type: string; readonly by: string }[] = [];
  const left = [...namedBy.keys()];
  for (let url = left.pop(); url !== undefined; url = left.pop()) {
    const by = namedBy.get(url) ?? '';
    const report = (problem: string, of = url ?? '', named = by) =>
      findings.push({ url: of, namedBy: named, problem });
    const answer = await ask(url);
    const location = answer.headers.get('location');
    if (answer.status >= 300 && answer.status < 400 && location !== null) {
      const target = new URL(location, url).href;
      if (isOwn(target) && !namedBy.has(target)) {
        namedBy.set(target, url);
        left.push(target);
      }
      continue;
    }
    if (answer.status !== 200) {
      report(`answers ${answer.status}`);
      continue;
    }
    const type = bareType(answer.headers.get('content-type') ?? '');
    types.set(url, type);
    const linked = [...(answer.headers.get('link') ?? '').matchAll(/<([^>]+)>/g)].map(([, target = '']) => ({
      url: new URL(target, url).href,
      type: null,
    }));
    const named = bases.flatMap((base) => listAdvertised({ url, type, text: answer.text }, base));
    for (const found of [...linked, ...named]) {
      if (!isOwn(found.url)) continue;
      if (!bases.some((base) => `${found.url}/`.startsWith(`${base}/`))) {
        report(`is outside of the site, which is below ${siteUrl}/`, found.url, url);
        continue;
      }
      if (found.type !== null) stated.push({ ...found, type: found.type, by: url });
      if (namedBy.has(found.url)) continue;
      namedBy.set(found.url, url);
      left.push(found.url);
    }
  }
  for (const { url, type, by } of stated) {
    const sent = types.get(url);
    if (sent !== undefined && !isSameType(type, sent)) {
      findings.push({ url, namedBy: by, problem: `is said to be ${type} and is sent as ${sent}` });
    }
  }
  return { asked: namedBy.size, findings };
}

/** Hosts that take no types from the site send a format by what it is made of: a feed as XML. */
function isSameType(stated: string, sent: string): boolean {
  const made = (type: string) => type.replace(/^.*[/+](?=(?:xml|json)$)/, '');
  const bare = bareType(stated);
  return bare === sent || (made(bare) === made(sent) && /^(?:application|text)\/(?:xml|json)$/.test(sent));
}
