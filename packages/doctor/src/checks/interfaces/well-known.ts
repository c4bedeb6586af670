import { readContentType } from '../../documents/headers.ts';
import { looksLikeHtml } from '../../visit/visit.ts';
import { type Check, checksOf, problemIf } from '../check.ts';
import { skillChecks } from './agent-skills.ts';
import { aiCatalogChecks } from './ai-catalog.ts';
import { apiCatalogChecks } from './api-catalog.ts';

/** Documents at fixed addresses: the API catalog, skills, the AI catalog, security.txt, auth.md. */

const authMd: readonly Check[] = checksOf(
  'well-known',
  '/auth.md',
  (visit) => visit.find(visit.atRoot('/auth.md')),
  [
    {
      id: 'auth-md',
      severity: 'warning',
      title: 'auth.md is Markdown with a title that names it',
      source: 'isitagentready authMd',
      fix: 'text/markdown that begins with "# auth.md: no authentication", and says whether credentials are needed.',
      wrong: ({ answer }) => {
        const { type } = readContentType(answer.headers['content-type']);
        const isRight = /^text\/(?:markdown|plain)$/.test(type) && /^# .*auth\.md/im.test(answer.text);
        return !isRight && `${type}: ${answer.text.slice(0, 60)}`;
      },
    },
  ],
);

const discovery = [
  '/.well-known/api-catalog',
  '/.well-known/agent-skills/index.json',
  '/.well-known/ard.json',
  '/.well-known/ai-catalog.json',
  '/openapi.json',
];

const shared: readonly Check[] = checksOf(
  'well-known',
  'Discovery documents',
  async (visit) => {
    const found = await Promise.all(discovery.map((path) => visit.json(path)));
    const there = found.filter((document) => document !== null);
    return there.length > 0 ? there : null;
  },
  [
    {
      id: 'well-known-json',
      severity: 'error',
      title: 'Discovery documents are JSON',
      source: 'RFC 8259',
      fix: 'Send JSON at these addresses, or 404 when there is none; a page for everything misleads programs.',
      find: (documents) =>
        documents.flatMap(({ found, value }) =>
          problemIf(
            value === null || looksLikeHtml(found.answer),
            found.url,
            found.answer.text.replace(/\s+/g, ' ').slice(0, 60),
          ),
        ),
    },
    {
      id: 'well-known-cors',
      severity: 'note',
      title: 'Programs in browsers may read discovery documents',
      source: 'isitagentready; WHATWG Fetch',
      fix: 'Access-Control-Allow-Origin: *',
      find: (documents) =>
        documents.flatMap(({ found }) =>
          problemIf(
            found.answer.headers['access-control-allow-origin'] !== '*',
            found.url,
            'no Access-Control-Allow-Origin: *',
          ),
        ),
    },
  ],
);

export const wellKnownChecks: readonly Check[] = [
  ...shared,
  ...apiCatalogChecks,
  ...skillChecks,
  ...aiCatalogChecks,
  ...authMd,
];
