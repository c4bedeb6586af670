import { contentSignal } from '../front/headers.ts';
import type { Site } from '../model/site.ts';
import { absoluteUrl, paths } from '../model/urls.ts';

/**
 * `/robots.txt` (RFC 9309) with content signals (https://contentsignals.org):
 *
 * ```text
 * # Everything on this site is open to read, by people and by programs.
 * # Programs begin with https://example.org/llms.txt
 *
 * User-agent: *
 * Content-Signal: search=yes, ai-input=yes, ai-train=no
 * Allow: /
 *
 * User-agent: GPTBot
 * …
 *
 * Sitemap: https://example.org/sitemap.xml
 * ```
 *
 * A named group does not inherit from `*`, so each repeats the lines. Nothing is disallowed to anybody: all
 * that the site advertises, `/wp-json/` included, must be open to those who honour this file. What they may do
 * with the text is what the signal says. The AI catalog is at its well-known address and linked from every page:
 * a line for it here would be an unknown directive to a program that checks the file.
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
