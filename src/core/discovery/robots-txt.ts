import { contentSignal } from '../front/headers.ts';
import type { Site } from '../model/site.ts';
import { absoluteUrl, paths } from '../model/urls.ts';

/**
 * `/robots.txt` (RFC 9309) with content signals (https://contentsignals.org).
 *
 * A named group does not inherit from `*`, so each repeats the lines. Nothing is disallowed, since what the site advertises
 * must be open to clients that honour this file. A line for the AI catalog would be an unknown directive.
 */
export function renderRobotsTxt(site: Site): string {
  const signal = contentSignal(site);
  const groups = ['*', ...namedAgents].map(
    (agent) => `User-agent: ${agent}\nContent-Signal: ${signal}\nAllow: /`,
  );
  const blocks = [
    '# Everything on this site is open to read, by people and by programs.\n' +
      `# Programs begin with ${absoluteUrl(site, paths.llms)}`,
    ...groups,
    `Sitemap: ${absoluteUrl(site, paths.sitemap)}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Crawlers and fetchers of AI services, by the names that their operators publish. */
const namedAgents = [
  'GPTBot',
  'ChatGPT-User',
  'OAI-SearchBot',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'PerplexityBot',
  'Perplexity-User',
  'Google-Extended',
  'Applebot-Extended',
  'Amazonbot',
  'Bytespider',
  'CCBot',
  'DuckAssistBot',
  'Meta-ExternalAgent',
  'MistralAI-User',
];
