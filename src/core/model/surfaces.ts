import type { ErrorLink } from './errors.ts';
import { languagesOf, pathsOf } from './languages.ts';
import { mimeTypes } from './media-types.ts';
import { memoize } from './memoize.ts';
import type { Site } from './site.ts';
import type { Surface } from './surface.ts';
import { hasSidecar, hostOf, isFilesOnly, isOnHost } from './targets.ts';
import { absoluteUrl, paths } from './urls.ts';

const markdown = 'text/markdown; charset=utf-8';
const text = 'text/plain; charset=utf-8';
const json = 'application/json; charset=utf-8';
const xml = 'application/xml; charset=utf-8';

/** The registry of everything published for software, which all advertising documents and headers read. */
export const surfaces: readonly Surface[] = [
  {
    path: paths.llms,
    title: 'Index of the site for programs',
    type: text,
    description: 'One line for every page, in the llms.txt format.',
    relation: 'describedby',
    inHeader: true,
    catalog: [{ anchor: 'site', relation: 'describedby' }],
    onNotFound: true,
  },
  {
    path: paths.llmsFull,
    title: 'The whole site as one text',
    type: text,
    description: 'The Markdown of every published post and page in one document.',
    catalog: [{ anchor: 'site', relation: 'alternate' }],
  },
  {
    path: paths.apiCatalog,
    title: 'API catalog',
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    description: 'Linkset of the endpoints of this site (RFC 9727).',
    relation: 'api-catalog',
    inHeader: true,
    onNotFound: true,
  },
  {
    path: paths.openapi,
    title: 'OpenAPI description',
    type: json,
    description: 'Every operation of the HTTP interface, OpenAPI 3.1.0.',
    relation: 'service-desc',
    inHeader: true,
    catalog: [
      { anchor: 'wp', relation: 'service-desc' },
      { anchor: 'contact', relation: 'service-desc' },
    ],
    onNotFound: true,
    inLlms: true,
  },
  {
    path: paths.openapiWellKnown,
    title: 'OpenAPI description',
    type: json,
    description: 'The same description at its well-known address.',
  },
  {
    path: paths.auth,
    title: 'Authentication (none)',
    type: markdown,
    description: 'Says that no endpoint needs credentials, and how the contact token works.',
    catalog: [
      { anchor: 'wp', relation: 'service-doc' },
      { anchor: 'mcp', relation: 'service-doc' },
      { anchor: 'contact', relation: 'service-doc' },
    ],
    inLlms: true,
    asFile: { description: 'Says that nothing on this site needs credentials.' },
  },
  {
    path: paths.sitemap,
    title: 'Sitemap',
    type: xml,
    description: 'Every page with the date of its last change.',
    catalog: [{ anchor: 'site', relation: 'index' }],
    onNotFound: true,
  },
  {
    path: paths.markdownSitemap,
    title: 'Sitemap in Markdown',
    type: markdown,
    description: 'The titles of all pages, as nested lists of links.',
    catalog: [{ anchor: 'site', relation: 'index' }],
  },
  {
    path: paths.changes,
    title: 'Changes',
    type: json,
    description: 'What was added, changed, moved and removed, and the digest of each page as Markdown.',
    catalog: [{ anchor: 'site', relation: 'index' }],
    inLlms: true,
  },
  { path: paths.robots, title: 'Crawl policy', type: text, description: 'What crawlers may read and use.' },
  {
    path: paths.rss,
    title: 'RSS feed',
    type: 'application/rss+xml; charset=utf-8',
    description: 'The newest posts with their full text.',
    relation: 'alternate',
    catalog: [{ anchor: 'site', relation: 'alternate' }],
  },
  {
    path: paths.atom,
    title: 'Atom feed',
    type: 'application/atom+xml; charset=utf-8',
    description: 'The same as Atom.',
    relation: 'alternate',
  },
  {
    path: paths.jsonFeed,
    title: 'JSON feed',
    type: 'application/feed+json; charset=utf-8',
    description: 'The same as JSON Feed.',
    relation: 'alternate',
  },
  // Pages do not link to it: a reader that looks for the Markdown of a page would take it for that.
  {
    path: paths.markdownFeed,
    title: 'Markdown feed',
    type: markdown,
    description: 'The five newest posts with their full text, for programs that read rather than subscribe.',
    catalog: [{ anchor: 'site', relation: 'alternate' }],
  },
  {
    path: paths.skillsIndex,
    title: 'Agent skills',
    type: json,
    description: 'Index of the skills that this site publishes, each with the digest of its SKILL.md.',
    catalog: [{ anchor: 'site', relation: 'service-meta' }],
    inLlms: true,
  },
  {
    path: paths.ard,
    title: 'Agentic resources',
    type: json,
    description: 'The MCP server and the skills in the format of Agentic Resource Discovery.',
    catalog: [{ anchor: 'site', relation: 'service-meta' }],
    asFile: { description: 'The skills in the format of Agentic Resource Discovery.' },
  },
  {
    path: paths.aiCatalog,
    title: 'AI catalog',
    type: 'application/ai-catalog+json; charset=utf-8',
    description: 'The same text at the address of earlier drafts.',
    catalog: [{ anchor: 'site', relation: 'service-meta' }],
  },
  {
    path: paths.securityTxt,
    title: 'Security contact',
    type: text,
    description: 'Where to report a weakness (RFC 9116).',
    catalog: [{ anchor: 'site', relation: 'service-meta' }],
  },
  {
    path: paths.mcpCard,
    title: 'MCP server card',
    type: json,
    description: 'Describes the MCP server: address, protocol versions, tools.',
    catalog: [{ anchor: 'mcp', relation: 'service-desc' }],
    inLlms: true,
  },
  {
    path: paths.mcpServerCard,
    title: 'MCP server card',
    type: 'application/mcp-server-card+json',
    description:
      'Describes the MCP server: address, protocol versions, tools. The same text as /.well-known/mcp.json.',
    aiCatalog: {
      name: 'mcp:server',
      type: 'application/mcp-server-card+json',
      queries: [
        'find what this site says about a topic',
        'read a page of this site',
        'what was published lately',
      ],
    },
  },
  {
    path: paths.wpRoot,
    title: 'JSON interface',
    type: json,
    description: 'Index of the WordPress-compatible routes.',
    relation: 'https://api.w.org/',
    catalog: [{ anchor: 'catalog', relation: 'item' }],
    inLlms: true,
    asFile: {
      path: paths.wpFiles,
      title: 'JSON files',
      description:
        'Lists the content as JSON files, in the shape that WordPress gives them; they take no query.',
      // Clients that look for this relation put queries to what it names.
      relation: 'service-meta',
    },
  },
  {
    path: paths.passages,
    title: 'Passages',
    type: json,
    description:
      'Quotations that answer a question (`?q=`), each with its place and the digest of its page, or that nothing here does.',
    catalog: [{ anchor: 'catalog', relation: 'item' }],
    dynamic: true,
  },
  {
    path: paths.mcp,
    title: 'MCP server',
    type: json,
    description: 'Read-only Model Context Protocol server over Streamable HTTP.',
    catalog: [{ anchor: 'catalog', relation: 'item' }],
    dynamic: true,
  },
  {
    path: paths.mcpEndpointCard,
    title: `MCP server: POST ${paths.mcp}`,
    type: 'application/mcp-server-card+json',
    description: 'The MCP server card next to its endpoint.',
    relation: 'service-desc',
    dynamic: true,
  },
  {
    path: paths.contactApi,
    title: 'Contact endpoint',
    type: json,
    description: 'GET gives the rules and a token, POST delivers one message to the owner.',
    catalog: [{ anchor: 'catalog', relation: 'item' }],
    dynamic: true,
  },
];

/** The surfaces that are there on the host that the site is published on. */
export const surfacesOf = memoize((site: Site): readonly Surface[] => {
  const moved = new Map<string, string>(
    Object.entries(pathsOf(site)).map(([name, path]) => [paths[name as keyof typeof paths], path]),
  );
  const present = [...surfaces, ...surfacesOfPlugins(site)]
    .map((surface) => {
      const path = moved.get(surface.path) ?? surface.path;
      return path === surface.path ? surface : { ...surface, path };
    })
    .filter(({ path }) => isOnHost(site, path));
  if (!isFilesOnly(site) && site.sidecar === undefined) return present;
  return present.flatMap((surface) => formsOf(surface, site));
});

/** What the plugins of a site add, where its host can serve it: a host of files knows types by endings only. */
function surfacesOfPlugins(site: Site): Surface[] {
  const byEnding = (path: string) => bareType(mimeTypes[/\.\w+$/.exec(path)?.[0] ?? ''] ?? '');
  return (site.plugins ?? [])
    .flatMap((plugin) => plugin.surfaces)
    .filter(({ path, type, dynamic, asFile }) => {
      if (dynamic) return hasSidecar(site);
      const isTyped = path.endsWith('/') || bareType(type) === byEnding(path);
      return isTyped || hostOf(site).setsHeaders || asFile !== undefined;
    });
}

/** Those of all languages; what several have in common is there once. */
export const surfacesOfAll = memoize((site: Site): readonly Surface[] => {
  const all = languagesOf(site).flatMap(surfacesOf);
  return [...new Map(all.map((surface) => [surface.path, surface])).values()];
});

/** Where only files are served, what is different there. Next to a sidecar the JSON files are there as well. */
function formsOf(surface: Surface, site: Site): Surface[] {
  if (!hasSidecar(site)) return [{ ...surface, ...surface.asFile }];
  return surface.path === paths.wpRoot ? [surface, { ...surface, ...surface.asFile }] : [surface];
}

/** @param site finds the feeds and documents of its other languages as well */
export function surfaceAt(path: string, site?: Site): Surface | undefined {
  const isThere = (surface: Surface) => surface.path === path;
  return surfaces.find(isThere) ?? (site && surfacesOfAll(site).find(isThere));
}

/** Is a file with this path the twin of a page, and not a document of the system? */
export function isTwin(site: Site, path: string): boolean {
  return (
    path.endsWith('.md') &&
    !path.startsWith('/.well-known/') &&
    !surfacesOfAll(site).some((surface) => surface.path === path)
  );
}

/** A type without its parameters: `text/markdown`. */
export function bareType(type: string): string {
  return type.split(';')[0] ?? type;
}

/** Where to look instead, for every 404: index, catalog, description and sitemap. */
export function notFoundSurfaces(site: Site): Surface[] {
  return surfacesOf(site).filter((surface) => surface.onNotFound);
}

/** The same as links with titles. */
export function notFoundPlaces(site: Site): Required<ErrorLink>[] {
  return notFoundSurfaces(site).map((surface) => ({
    href: absoluteUrl(site, surface.path),
    rel: surface.relation ?? surface.catalog?.[0]?.relation ?? 'related',
    type: bareType(surface.type),
    title: surface.title,
  }));
}

/** The same for errors: relation and type say enough, and programs that guess addresses read them often. */
export function notFoundLinks(site: Site): ErrorLink[] {
  return notFoundPlaces(site).map(({ href, rel, type }) => ({ href, rel, type }));
}
