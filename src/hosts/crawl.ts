import { bareType } from '../core/model/surfaces.ts';
import { type Advertised, listAdvertised } from './advertised.ts';

/** Requests an absolute address without following redirects. */
export type AskHost = (url: string) => Promise<Response>;

export interface Finding {
  readonly url: string;
  /** Address of a document that links to it. */
  readonly namedBy: string;
  readonly problem: string;
}

export interface CrawlResult {
  readonly asked: number;
  readonly findings: readonly Finding[];
}

/** Requests every address that documents link to: each answers 200 with the stated type, or redirects to one that does. */
export async function crawl(
  siteUrl: string,
  starts: readonly string[],
  ask: AskHost,
  sidecar?: string,
): Promise<CrawlResult> {
  const findings: Finding[] = [];
  const bases = sidecar === undefined ? [siteUrl] : [siteUrl, sidecar];
  const namedBy = new Map(starts.map((url) => [url, 'the list of published documents']));
  const types = new Map<string, string>();
  const stated: (Finding & { readonly type: string })[] = [];
  const queue = [...starts];
  const visit = ({ url, type }: Advertised, from: string) => {
    if (!bases.some((base) => new URL(base).origin === new URL(url).origin)) return;
    if (!bases.some((base) => `${url}/`.startsWith(`${base}/`))) {
      findings.push({ url, namedBy: from, problem: `is outside of the site, which is below ${siteUrl}/` });
      return;
    }
    if (type !== null) stated.push({ url, namedBy: from, problem: `should be ${type} and is`, type });
    if (namedBy.has(url)) return;
    namedBy.set(url, from);
    queue.push(url);
  };
  for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
    const answer = await ask(url);
    const { status, headers } = answer;
    const text = await answer.text();
    const location = headers.get('location');
    if (status >= 300 && status < 400 && location !== null) {
      visit({ url: new URL(location, url).href, type: null }, url);
    } else if (status === 200) {
      const type = bareType(headers.get('content-type') ?? '');
      types.set(url, type);
      for (const [, target = ''] of (headers.get('link') ?? '').matchAll(/<([^>]+)>/g))
        visit({ url: new URL(target, url).href, type: null }, url);
      for (const base of bases) for (const found of listAdvertised(url, type, text, base)) visit(found, url);
    } else {
      findings.push({ url, namedBy: namedBy.get(url) ?? '', problem: `answers ${status}` });
    }
  }
  for (const { type, ...finding } of stated) {
    const sent = types.get(finding.url);
    if (sent !== undefined && !isSameType(type, sent))
      findings.push({ ...finding, problem: `${finding.problem} ${sent}` });
  }
  return { asked: namedBy.size, findings };
}

/** Hosts without types of the site send generic ones: a feed as XML. */
function isSameType(stated: string, sent: string): boolean {
  const syntax = (type: string) => type.replace(/^.*[/+](?=(?:xml|json)$)/, '');
  const bare = bareType(stated);
  return (
    bare === sent || (syntax(bare) === syntax(sent) && /^(?:application|text)\/(?:xml|json)$/.test(sent))
  );
}
