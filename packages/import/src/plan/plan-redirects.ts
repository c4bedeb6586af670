import { readFileSync } from 'node:fs';
import {
  checkRedirect,
  fillTarget,
  matchPattern,
  parsePattern,
  samplePath,
  walkRedirects,
} from 'agentsite/http';
import { paths, type Redirect, whyNoRedirect } from 'agentsite/model';
import { z } from 'zod';
import { type GhostRedirect, readGhostRedirects } from '../ghost/ghost-redirects.ts';
import type { DiskMaps } from '../model/disk-map.ts';
import type { Losses } from '../model/losses.ts';
import { decodePercent } from '../model/names.ts';
import type { Survey } from '../model/survey.ts';
import type { AddressTable, OldSite } from './address-book.ts';
import { attachmentTarget } from './address-table.ts';
import type { MediaLibrary } from './media-library.ts';
import type { DocumentPlan } from './plan.ts';

/** A rule in the export of WordPress's Redirection plugin. */
const ruleSchema = z.object({
  url: z.string(),
  action_type: z.string(),
  action_code: z.number(),
  action_data: z.object({ url: z.string().optional() }).nullish(),
  match_type: z.string().default('url'),
  regex: z.boolean().default(false),
  enabled: z.boolean().default(true),
});
type Rule = z.output<typeof ruleSchema>;
const fileSchema = z.object({ redirects: z.array(ruleSchema) });

/** Redirects from addresses without a document. @param file of the Redirection plugin, or of Ghost */
export function planRedirects(
  file: string | null,
  survey: Survey,
  plan: DocumentPlan,
  table: AddressTable,
  media: MediaLibrary,
  site: OldSite,
  maps: DiskMaps,
  losses: Losses,
): Iterable<Redirect> {
  const redirects = maps.map<string, Redirect>();
  const add = (given: Redirect) => {
    const redirect = { ...given, from: given.from.replace(/\s/g, encodeURIComponent) };
    const problem = checkRedirect(redirect.from, redirect.to);
    if (problem !== null) {
      const written = `${redirect.from} → ${redirect.to}`;
      losses.addForSite(
        'redirect-not-kept',
        written,
        `As a redirect here, "${problem.field}" ${problem.message}.`,
      );
    } else if (
      !plan.isTaken(redirect.from) &&
      whyNoRedirect(redirect.from) === null &&
      !redirects.has(redirect.from)
    )
      redirects.set(redirect.from, redirect);
  };
  for (const rule of file === null ? [] : readRules(readFileSync(file, 'utf8'), losses)) {
    const redirect = convertRule(rule, table, site, losses);
    if (redirect) add(redirect);
  }
  for (const { from, to, status } of survey.head?.redirects ?? []) {
    const rule = ruleOf(from, to, status);
    const redirect = from.includes('{')
      ? { from, to, status: status as Redirect['status'] }
      : convertRule(rule, table, site, losses);
    if (redirect) add(redirect);
  }
  for (const from of survey.head?.postLists ?? []) add({ from, to: paths.posts, status: 301 });
  for (const from of survey.head?.feeds ?? []) add({ from, to: paths.rss, status: 301 });
  // A content type that is a page here still has its name in queries.
  for (const { kind, source, path, draft } of plan.documents.values())
    if (!draft && kind === 'page' && source.type !== 'page')
      add({ from: `/?${source.type}=${decodePercent(source.slug)}`, to: path, status: 301 });
  for (const attachment of survey.attachments.values()) {
    const to = attachmentTarget(attachment, media, plan);
    if (to === null) continue;
    const old = site.pathOf(attachment.link);
    if (old !== null && old !== '/') add({ from: old, to, status: 301 });
    if (attachment.id > 0) add({ from: `/?p=${attachment.id}`, to, status: 301 });
  }
  const rules = [...redirects.values()].map((rule) => ({ ...rule, pattern: parsePattern(rule.from) }));
  const next = (path: string) => {
    if (plan.isTaken(path)) return true;
    const plain = redirects.get(path) ?? rules.find(({ pattern }) => matchPattern(pattern, path));
    if (plain === undefined) return false;
    return fillTarget(plain.to ?? '', matchPattern(parsePattern(plain.from), path) ?? {}) ?? false;
  };
  return rules.flatMap(({ pattern: _, ...redirect }) => {
    const { kind, steps } = walkRedirects(samplePath(redirect.from), next);
    if (redirect.to === null || redirect.from.startsWith('/?') || kind !== 'endless') return [redirect];
    losses.addForSite(
      'redirect-not-kept',
      `${redirect.from} → ${redirect.to}`,
      `It is without end: ${steps.slice(0, 3).join(' → ')} …`,
    );
    return [];
  });
}

function readRules(text: string, losses: Losses): Rule[] {
  const ofGhost = readGhostRedirects(text);
  if (ofGhost) return ofGhost.map(ruleOfGhost);
  try {
    return fileSchema.parse(JSON.parse(text)).redirects;
  } catch {
    losses.addForSite(
      'unreadable',
      'the file of redirects',
      'It is neither an export of WordPress’s Redirection plugin (Tools > Redirection > Import/Export, JSON) nor redirects.yaml or redirects.json of Ghost.',
    );
    return [];
  }
}

const ruleOf = (from: string, to: string, status: number): Rule => ({
  url: from,
  action_type: 'url',
  action_code: status,
  action_data: { url: to },
  match_type: 'url',
  regex: false,
  enabled: true,
});

const ruleOfGhost = ({ from, to, permanent }: GhostRedirect): Rule => {
  const plain = from.replaceAll('\\/', '/');
  return { ...ruleOf(plain, to, permanent ? 301 : 302), regex: /[\\^$*+?()[\]|]/.test(plain) };
};

function convertRule(rule: Rule, table: AddressTable, site: OldSite, losses: Losses): Redirect | null {
  const written = `${rule.url} → ${rule.action_data?.url ?? rule.action_type} (${rule.action_code})`;
  const lose = (fix: string): null => {
    losses.addForSite('redirect-not-kept', written, fix);
    return null;
  };
  if (!rule.enabled) return lose('It was disabled.');
  if (rule.match_type !== 'url') return lose(`It depends on more than the address (${rule.match_type}).`);
  const from = rule.regex ? patternOf(rule.url) : decodeFrom(rule.url);
  if (from === null)
    return lose('Patterns here can’t express it. Write it by hand in content/redirects.yaml.');
  if (rule.action_type === 'error') {
    return rule.action_code === 410 || rule.action_code === 404
      ? { from, to: null, status: 410 }
      : lose('Of errors, only 404 and 410 are kept.');
  }
  if (rule.action_type !== 'url' || !rule.action_data?.url) return lose('It is not a redirect.');
  const status = [301, 302, 307, 308].find((code) => code === rule.action_code) as
    | Redirect['status']
    | undefined;
  const to = targetOf(rule.action_data.url, from, table, site);
  if (to === null || to === from) return lose('Its target is not a valid address here.');
  return { from, to, status: status ?? 301 };
}

function decodeFrom(url: string): string | null {
  try {
    const decoded = decodeURI(url).normalize('NFC');
    return /^\/(?!\/)[^#{}?]*$/.test(decoded) ? decoded : null;
  } catch {
    return null;
  }
}

/** `/archives/{part1:number}` for `^/archives/(\d+)$`; null if a pattern here cannot express it. */
function patternOf(regex: string): string | null {
  let number = 0;
  const path = regex
    .replace(/^\^/, '')
    .replace(/\/?\??\$$/, '')
    .replace(/\((?:\\d|\[0-9\])\+\)|\(\[\^\/\]\+\)|\(\.[*+]\??\)/g, (group) => {
      number++;
      return `{part${number}${group.includes('d+') || group.includes('0-9') ? ':number' : group.startsWith('(.') ? '*' : ''}}`;
    })
    .replace(/\\([./-])/g, '$1');
  return /^\/(?:[\w./%~-]|\{part\d+(?::number|\*)?\})*$/.test(path) ? path : null;
}

function targetOf(written: string, from: string, table: AddressTable, site: OldSite): string | null {
  const named = written
    .replace(/\$(\d)/g, (_, digit: string) => (from.includes(`{part${digit}`) ? `{part${digit}}` : ''))
    // The part began with a slash, unless the old site let clients choose the host.
    .replace(/^(https?:\/\/[\w-]+(?:\.[\w-]+)+)(?=\{part\d\}(?:[/?#]|$))/, '$1/');
  if (/^https?:\/\//.test(named)) {
    const own = site.pathOf(named);
    return own === null ? named : (table.paths.get(own) ?? own);
  }
  if (!named.startsWith('/') || named.startsWith('//')) return null;
  if (named.includes('{') || named.includes('?')) return named;
  const path = site.pathOf(named);
  return path === null ? null : (table.paths.get(path) ?? path);
}
