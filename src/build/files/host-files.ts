import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Problem } from '../../content/read/problems.ts';
import {
  renderCloudflareRoutes,
  renderCloudflareWorker,
  renderNetlifyFunction,
  renderQueryFile,
} from '../../core/front/servers/edge-functions.ts';
import {
  type DroppedRedirect,
  describeHostRedirects,
  describeRedirectPages,
} from '../../core/front/servers/host-redirects.ts';
import { renderCname, renderHostHeaders } from '../../core/front/servers/static-host-files.ts';
import type { Library } from '../../core/model/document.ts';
import { describeLocalUrl, isLocalUrl } from '../../core/model/local-host.ts';
import type { Site } from '../../core/model/site.ts';
import { surfaces } from '../../core/model/surfaces.ts';
import { hostOf, isFilesOnly, isOnHost } from '../../core/model/targets.ts';
import { basePath, isRootOnly, pageFile } from '../../core/model/urls.ts';
import { describePages } from '../../core/pages/pages.ts';
import { type Artifact, keyOf } from '../plan/output.ts';

/** Files for a static host: headers, redirects, and settings that prevent it from renaming files. */
export function* hostFiles(library: Library, made: ReadonlySet<string>): Generator<Artifact> {
  const { site } = library;
  if (hostOf(site).setsHeaders) {
    yield text('_headers', renderHostHeaders(library));
    yield text('_redirects', [...describeHostRedirects(library).lines, ''].join('\n'));
    const queries = renderQueryFile(library);
    yield text(queries.file, queries.text);
    if (site.deploy !== 'cloudflare') return;
    yield text('_worker.js', renderCloudflareWorker(site));
    yield text('_routes.json', renderCloudflareRoutes());
    return;
  }
  const pages = new Set(describePages(library).map(({ path }) => pageFile(path)));
  for (const { file, html } of describeRedirectPages(library).pages) {
    if (!made.has(file) && !pages.has(file)) yield text(file, html);
  }
  if (site.deploy !== 'github-pages') return;
  yield text('.nojekyll', '');
  const name = renderCname(site);
  if (name !== null) yield text('CNAME', name);
}

/** Where Netlify looks for programs of a site. */
const netlifyFunction = 'netlify/edge-functions/negotiate.js';

/** Writes files that a host reads outside of the published folder. */
export function writeBesideBuild(root: string, site: Site): void {
  if (site.deploy !== 'netlify') return;
  const file = join(root, netlifyFunction);
  const code = renderNetlifyFunction(site);
  if (existsSync(file) && readFileSync(file, 'utf8') === code) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
}

function text(file: string, content: string): Artifact {
  return { file, key: keyOf(content), render: () => content };
}

export interface HostFindings {
  /** What the host would drop without a word. */
  readonly problems: readonly Problem[];
  /** What no such host can do. */
  readonly remarks: readonly string[];
}

/** @param isUrlGiven the base URL was named for this build, so a server of this machine may be meant */
export function describeHost(library: Library, isUrlGiven = false): HostFindings {
  const { site } = library;
  const isMistake = isLocalUrl(site.url) && !site.preview && (isFilesOnly(site) || !isUrlGiven);
  const local = isMistake ? [`site.ts: ${describeLocalUrl(site.url)}`] : [];
  if (!isFilesOnly(site)) return { problems: [], remarks: local };
  const { dropped } = hostOf(site).redirects
    ? describeHostRedirects(library)
    : describeRedirectPages(library);
  const byReason = Map.groupBy(dropped, ({ reason }) => reason);
  const problems: Problem[] = [];
  const remarks: string[] = [...local];
  for (const [reason, list] of byReason) {
    const message = `${reason}, so these old addresses would not redirect: ${nameSome(list)}.`;
    if (list.some(({ isLimit }) => isLimit)) {
      problems.push({
        file: 'content/redirects.yaml',
        line: 1,
        column: 1,
        field: 'redirects',
        message: `${message} ${fix}`,
      });
    } else remarks.push(`Redirects: ${message}`);
  }
  const base = basePath(site);
  if (base !== '') {
    const left = surfaces.map(({ path }) => path).filter((path) => isRootOnly(path) && !isOnHost(site, path));
    remarks.push(
      `Left out, since programs look for them only at the top of a host and the site lives below ${base}: ${left.join(', ')}.`,
    );
  }
  return { problems, remarks };
}

const fix = 'One pattern can stand for many addresses: see "Redirects" in the manual.';

/** The first few, and how many more there are. */
function nameSome(list: readonly DroppedRedirect[]): string {
  const shown = list
    .slice(0, 10)
    .map(({ from }) => from)
    .join(', ');
  return list.length > 10 ? `${shown} and ${list.length - 10} more` : shown;
}
