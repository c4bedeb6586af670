import { joinBlocks } from '../markdown/markdown-twin.ts';
import { type ErrorLink, type ErrorObject, errorObject } from '../model/errors.ts';
import type { LifecycleEntry, Site } from '../model/site.ts';
import { notFoundLinks } from '../model/surfaces.ts';
import { absoluteTarget } from '../model/urls.ts';
import { markdownLink } from '../text/markdown-text.ts';
import { readTarget } from './lifecycle.ts';

/** The 410 answer for what is past its sunset, in Markdown: what replaces it, and the announcement. */
export function renderGoneMarkdown(site: Site, entry: LifecycleEntry): string {
  const link = (label: string, target: string) => {
    const url = absoluteTarget(site, target);
    return `- ${label}: ${markdownLink(url, url)}`;
  };
  return joinBlocks([
    '# Gone',
    `\`${entry.target}\` stopped working on ${entry.sunset} and will not come back.`,
    [
      ...(entry.replacement ? [link('Use instead', entry.replacement)] : []),
      link('Why', entry.documentation),
    ].join('\n'),
  ]);
}

/** … and as the Error object, code `rest_gone`, whose first links are the replacement and the explanation. */
export function goneError(site: Site, entry: LifecycleEntry): ErrorObject {
  const links: ErrorLink[] = [
    ...(entry.replacement
      ? [{ href: absoluteTarget(site, entry.replacement), rel: 'successor-version' }]
      : []),
    { href: absoluteTarget(site, entry.documentation), rel: 'sunset', type: 'text/html' },
    ...notFoundLinks(site),
  ];
  const { path } = readTarget(entry);
  return errorObject(410, 'rest_gone', `${path} stopped working on ${entry.sunset}.`, {}, links);
}
