import { readMarkdown } from '../../documents/markdown-text.ts';
import { looksLikeHtml } from '../../visit/visit.ts';
import { type Check, checksOf, listed } from '../check.ts';

/** llms-full.txt. */
export const llmsFullChecks: readonly Check[] = checksOf(
  'llms',
  'llms-full.txt',
  async (visit) => {
    const found = await visit.findFirst([visit.below('llms-full.txt')]);
    return found && { ...found, text: readMarkdown(found.answer.text.slice(0, 500_000)) };
  },
  [
    {
      id: 'llms-full-type',
      severity: 'error',
      title: 'llms-full.txt is a text, and sent as one',
      source: 'llmstxt.org',
      fix: 'Content-Type: text/plain; charset=utf-8 (or text/markdown)',
      wrong: ({ answer }) =>
        (!/^text\/(?:plain|markdown)\b/i.test(answer.headers['content-type'] ?? '') ||
          looksLikeHtml(answer)) &&
        `Content-Type: ${answer.headers['content-type'] ?? 'none'}`,
    },
    {
      id: 'llms-full-html',
      severity: 'warning',
      title: 'llms-full.txt has no HTML of the theme',
      source: 'issues of generators of llms-full.txt',
      fix: 'Make it from the Markdown of the pages.',
      wrong: ({ answer, text }) => {
        const left = text.tags.filter(({ name }) =>
          /^(?:div|span|nav|script|header|footer|section|button)$/.test(name),
        );
        return !looksLikeHtml(answer) && listed(left, ({ name, line }) => `<${name}> in line ${line}`);
      },
    },
    {
      id: 'llms-full-links',
      severity: 'warning',
      title: 'The links of llms-full.txt are absolute addresses',
      source: 'afdocs markdown-link-portability',
      fix: 'Write whole addresses: the text is read apart from its pages.',
      wrong: ({ answer, text }) => {
        const relative = text.links.filter(
          ({ href }) => href !== '' && !/^(?:#|[a-z][a-z0-9+.-]*:)/i.test(href),
        );
        return !looksLikeHtml(answer) && listed(relative, ({ href }) => href);
      },
    },
  ],
);
