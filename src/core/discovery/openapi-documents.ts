import { pathsOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import type { Surface } from '../model/surface.ts';
import { bareType, surfacesOfAll } from '../model/surfaces.ts';
import { hostOf, isFilesOnly, isOnHost } from '../model/targets.ts';
import { paths } from '../model/urls.ts';
import { documentFailures, fileFailures, header, markdownResponse } from './openapi-responses.ts';
import { type Json, ref } from './openapi-schemas.ts';

/** The documents of the site: everything that is one text at one address. */
export function describeDocumentPaths(site: Site): Record<string, Json> {
  const ofPlugins = new Set((site.plugins ?? []).flatMap(({ surfaces }) => surfaces));
  const documents = surfacesOfAll(site).filter(
    ({ dynamic, path }) => (!dynamic && path !== paths.wpRoot) || path === paths.mcpEndpointCard,
  );
  const described = {
    [pathsOf(site).home]: { get: hostOf(site).negotiates ? homePage : onlyHtml },
    '/{slug}.md': { get: twin },
    ...Object.fromEntries(
      documents
        // A plugin's folder of files answers nothing itself.
        .filter((surface) => !ofPlugins.has(surface) || !surface.path.endsWith('/'))
        .map((surface) => [surface.path, { get: document(surface, ofPlugins.has(surface)) }]),
    ),
    ...(isOnHost(site, paths.skillsIndex)
      ? { '/.well-known/agent-skills/{name}/SKILL.md': { get: skill } }
      : {}),
  };
  return isFilesOnly(site) ? Object.fromEntries(Object.entries(described).map(asFile)) : described;
}

/** An operation whose failures are those of a host of files. */
function asFile([path, { get }]: [string, { readonly get: Json }]): [string, Json] {
  const { '200': success } = get.responses as Json;
  return [path, { get: { ...get, responses: { '200': success, ...fileFailures } } }];
}

/** `/.well-known/agent-skills/index.json` gives `getWellKnownAgentSkillsIndexJson`. */
function operationIdOf(path: string): string {
  const words = path.split(/[^a-z0-9]+/i).filter((word) => word !== '');
  return `get${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}

/** @param isOpen its JSON may be a list as well */
function document({ path, title, description, type }: Surface, isOpen = false): Json {
  const json = { type: isOpen ? ['object', 'array'] : 'object' };
  const content = { [bareType(type)]: { schema: /json/.test(type) ? json : { type: 'string' } } };
  return {
    operationId: operationIdOf(path),
    summary: title,
    description,
    tags: ['Documents'],
    responses: { '200': { description, content }, ...documentFailures },
  };
}

const text = { schema: { type: 'string' } };
const negotiated = {
  Vary: header('`Accept`: the page exists in two forms.'),
  'Content-Location': header('Address of the Markdown, when it is what came.'),
};

const homePage: Json = {
  operationId: 'getHomePage',
  summary: 'The front page; every other page answers alike',
  description:
    'HTML, or Markdown when `Accept` prefers `text/markdown`. So does every page of the site, at its own ' +
    'address; llms.txt lists them all.',
  tags: ['Documents'],
  responses: {
    '200': {
      description: 'The page in the form that was asked for.',
      headers: negotiated,
      content: { 'text/html': text, 'text/markdown': text },
    },
    ...documentFailures,
  },
};

/** The front page where every reader gets HTML. */
const onlyHtml: Json = {
  ...homePage,
  description: 'HTML. Every page of the site is Markdown at an address of its own; llms.txt lists them all.',
  responses: { '200': { description: 'The page.', content: { 'text/html': text } } },
};

const content = { 'application/json': { schema: ref('Error') } };
const otherFailures = {
  '5XX': { description: 'A failure that is the server’s.', content },
  default: { description: 'Any other failure.', content },
};

const twin: Json = {
  operationId: 'getMarkdown',
  summary: 'A page as Markdown',
  description: 'The same document as the page gives with `Accept: text/markdown`.',
  tags: ['Documents'],
  parameters: [
    {
      name: 'slug',
      in: 'path',
      required: true,
      description:
        'Path of the page without leading or trailing slashes, slashes in between as they are; `index` is the front page.',
      schema: { type: 'string', pattern: String.raw`^[^\\\x00-\x1f\x7f-\x9f]+$` },
      example: 'about',
    },
  ],
  responses: {
    '200': markdownResponse('The page as Markdown, with front matter.', {
      Link: header('The page itself, as `canonical`.'),
    }),
    '403': markdownResponse('The page is protected by a password. The body is Markdown.'),
    '404': markdownResponse(
      'No page is published there. The body is Markdown and links to where it might be.',
    ),
    '410': markdownResponse('The page is gone. The body is Markdown.'),
    ...otherFailures,
  },
};

const skill: Json = {
  operationId: 'getSkill',
  summary: 'One agent skill',
  description: 'The SKILL.md of a skill that the index names, byte for byte as its digest says.',
  tags: ['Documents'],
  parameters: [
    {
      name: 'name',
      in: 'path',
      required: true,
      description: 'Name of the skill.',
      schema: { type: 'string', pattern: '^[a-z0-9-]+$' },
    },
  ],
  responses: {
    '200': markdownResponse('The skill.'),
    '404': markdownResponse('There is no such skill. The body is Markdown.'),
    ...otherFailures,
  },
};
