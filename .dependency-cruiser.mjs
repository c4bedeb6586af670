/**
 * The rooms of the code and the arrows between them: what each room holds, and what it may import. This table is
 * the one source: the linter reads it (`npm run lint`), and the map in CONTRIBUTING.md is written from it
 * (`npm run rooms`). Whatever is not allowed here is refused, also in folders further down.
 */
export const rooms = [
  {
    room: 'src/site.ts',
    path: '^src/site[.]ts$',
    holds: "the owner's plain data",
    imports: ['src/core/model'],
  },
  {
    room: 'src/core/model',
    holds: 'what a site and a document are; addresses, surfaces, dates, errors',
    imports: [],
  },
  {
    room: 'src/core/languages',
    holds: 'the words of the interface, one catalog for each language',
    imports: ['src/core/model'],
  },
  {
    room: 'src/core/text',
    holds: 'plain text, Markdown text, YAML, the order of names',
    imports: ['src/core/model'],
  },
  {
    room: 'src/core/search-index',
    holds: 'layout of the content index; how text is folded and split for search',
    imports: [],
  },
  {
    room: 'src/core/pages',
    holds: 'what each page shows, as data',
    imports: ['src/core/model', 'src/core/languages', 'src/core/text'],
  },
  {
    room: 'src/core/feeds',
    holds: 'RSS, Atom, JSON Feed, the sitemap',
    imports: ['src/core/model', 'src/core/languages', 'src/core/text', 'src/core/pages'],
  },
  {
    room: 'src/core/html',
    holds: 'what stands in HTML around the text: head, JSON-LD, pictures',
    imports: ['src/core/model', 'src/core/languages', 'src/core/text', 'src/core/pages', 'src/core/feeds'],
  },
  {
    room: 'src/core/markdown',
    holds: 'Markdown twins, llms.txt, llms-full.txt',
    imports: ['src/core/model', 'src/core/languages', 'src/core/text', 'src/core/pages'],
  },
  {
    room: 'src/core/contact',
    holds: 'the message: its fields, errors, mail, documents',
    imports: ['src/core/model', 'src/core/languages', 'src/core/text', 'src/core/markdown'],
  },
  {
    room: 'src/core/mcp',
    holds: 'the card and the tools of the MCP server',
    imports: ['src/core/model'],
  },
  {
    room: 'src/core/wp',
    holds: 'WordPress: objects, routes, parameters, errors',
    imports: ['src/core/model', 'src/core/text', 'src/core/search-index'],
  },
  {
    room: 'src/core/front',
    holds: 'the HTTP contract: headers, negotiation, not found, gone, nginx, static hosts',
    imports: [
      'src/core/model',
      'src/core/text',
      'src/core/pages',
      'src/core/feeds',
      'src/core/markdown',
      'src/core/contact',
      'src/core/wp',
    ],
  },
  {
    room: 'src/core/discovery',
    holds: 'documents that say what the site offers: OpenAPI, catalogs, skills, robots.txt',
    imports: ['src/core/model', 'src/core/text', 'src/core/contact', 'src/core/wp', 'src/core/front'],
  },
  {
    room: 'src/threads',
    holds: 'worker threads that answer tasks',
    imports: [],
  },
  {
    room: 'src/settings',
    holds: "reads and checks the owner's settings",
    imports: ['src/core/model', 'src/core/languages', 'src/core/text'],
  },
  {
    room: 'src/content',
    holds: 'reads, checks and compiles `content/`; decides what is published',
    imports: ['src/core', 'src/threads'],
  },
  {
    room: 'src/theme',
    path: '^src/(routes|layouts|components|styles|scripts)/',
    shown: 'src/routes, layouts, components, styles, scripts',
    holds: 'markup; computes nothing',
    imports: ['src/core'],
  },
  {
    room: 'src/build',
    holds: 'writes pages, documents and the content index; verifies the output',
    imports: ['src/core', 'src/threads', 'src/settings', 'src/content'],
  },
  {
    room: 'src/import',
    holds: "moves another system's site in: reads, converts, writes `content/`, names what is lost",
    imports: ['src/core', 'src/content'],
  },
  {
    room: 'src/hosts',
    holds: 'what a host of files answers with a build; the files that its deployment needs',
    imports: ['src/core'],
  },
  {
    room: 'src/doctor/documents',
    holds: 'reads what strangers publish: HTML, Markdown, XML, robots.txt, headers; bounded, and pure',
    imports: ['src/core'],
  },
  {
    room: 'src/doctor/http',
    holds: 'asks one site, within bounds: how many requests, how large, how long, which addresses',
    imports: ['src/core'],
  },
  {
    room: 'src/doctor/visit',
    holds: 'what is known of the site that is examined: its documents, its pages and their twins',
    imports: ['src/core', 'src/doctor/documents', 'src/doctor/http'],
  },
  {
    room: 'src/doctor/checks',
    holds: "the doctor's rules, one or more files for each area",
    imports: ['src/core', 'src/doctor/documents', 'src/doctor/http', 'src/doctor/visit'],
  },
  {
    room: 'src/doctor/report',
    holds: 'the report for people and for programs; the score',
    imports: ['src/core', 'src/doctor'],
  },
  {
    room: 'src/doctor',
    path: '^src/doctor/[^/]+$',
    shown: 'src/doctor/*.ts',
    holds: 'examines a site by all rules',
    imports: ['src/core', 'src/doctor'],
  },
  {
    room: 'src/init',
    holds: 'the files of a new site; runs on older Nodes, and needs nothing else of the engine',
    imports: [],
  },
  {
    room: 'src/terminal',
    holds: 'lines for people: progress, colours, the report of a build',
    imports: ['src/content', 'src/build'],
  },
  {
    room: 'src/cli',
    holds: 'the command `agentsite`, one file for each of its words',
    imports: [
      'src/core',
      'src/terminal',
      'src/settings',
      'src/content',
      'src/build',
      'src/import',
      'src/doctor',
      'src/init',
      'src/hosts',
    ],
  },
  {
    room: 'src/package',
    holds: 'makes npm packages out of this project',
    imports: ['src/init', 'src/cli'],
  },
  {
    room: 'src/astro',
    holds: 'the Astro integration: what `astro build`, `astro dev` and `astro preview` do for a site',
    imports: [
      'src/core',
      'src/settings',
      'src/content',
      'src/build',
      'src/terminal',
      'src/dev',
      'src/hosts',
      'sidecar',
    ],
  },
  {
    room: 'src/dev',
    holds: 'what `astro dev` serves: composes publishing and the sidecar as one middleware',
    imports: [
      'src/core',
      'src/threads',
      'src/settings',
      'src/content',
      'src/build',
      'src/terminal',
      'sidecar',
    ],
  },
  {
    room: 'sidecar/http',
    holds: 'the HTTP server, bodies, addresses of callers',
    imports: ['src/core'],
  },
  {
    room: 'sidecar/process',
    holds: 'log, credentials, memory, locks, signals',
    imports: [],
  },
  {
    room: 'sidecar/release',
    holds: 'which build is served: its index, its folder, whether it is current',
    imports: ['src/core', 'sidecar/process'],
  },
  {
    room: 'sidecar/ranked-search',
    holds: 'the ranked search that MCP and the search page share',
    imports: ['src/core', 'sidecar/release'],
  },
  {
    room: 'sidecar/contact',
    holds: 'the contact use case, its HTTP routes, its ports',
    imports: ['src/core', 'sidecar/http', 'sidecar/process'],
  },
  {
    room: 'sidecar/adapters',
    holds: 'one library each, behind the ports',
    imports: ['src/core', 'sidecar/contact', 'sidecar/process'],
  },
  {
    room: 'sidecar/front',
    holds: 'static files, negotiation, errors, misses',
    imports: ['src/core', 'sidecar/http', 'sidecar/process', 'sidecar/release'],
  },
  {
    room: 'sidecar/search',
    holds: 'the search page',
    imports: ['src/core', 'sidecar/http', 'sidecar/release', 'sidecar/ranked-search'],
  },
  {
    room: 'sidecar/mcp',
    holds: 'the MCP endpoint and its tools',
    imports: ['src/core', 'sidecar/http', 'sidecar/process', 'sidecar/release', 'sidecar/ranked-search'],
  },
  {
    room: 'sidecar/wp',
    holds: 'queries of wp/v2',
    imports: ['src/core', 'sidecar/http', 'sidecar/release'],
  },
  {
    room: 'sidecar/queries',
    holds: 'the thread that looks through the content, and the fair queue before it',
    imports: [
      'src/core',
      'src/threads',
      'sidecar/http',
      'sidecar/release',
      'sidecar/ranked-search',
      'sidecar/wp',
    ],
  },
  {
    room: 'sidecar/operations',
    holds: 'metrics and the operations server',
    imports: ['src/core', 'sidecar/contact', 'sidecar/http'],
  },
  {
    room: 'sidecar',
    path: '^sidecar/[^/]+$',
    shown: 'sidecar/*.ts',
    holds: 'main, settings, and what composes the rooms',
    imports: ['src/core', 'src/settings', 'sidecar'],
  },
  {
    room: 'deploy',
    holds: 'publishing to a server',
    imports: ['src/core', 'src/content', 'src/build', 'sidecar'],
  },
];

const pathOf = ({ room, path }) => path ?? `^${room}/`;

/** Everything that a name in `imports` covers: a room, or all rooms below a folder. */
function pathsOf(name) {
  const found = rooms.filter(({ room }) => room === name || room.startsWith(`${name}/`));
  if (found.length === 0) throw new Error(`.dependency-cruiser.mjs: no room is called ${name}`);
  return found.map(pathOf);
}

const packages = 'node_modules/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Two files that need each other are one idea, or share a third file with what both need.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every-file-has-a-room',
      comment: 'A new folder is a room of its own: give it a row in .dependency-cruiser.mjs.',
      severity: 'error',
      from: { pathNot: [...rooms.map(pathOf), '^src/env[.]d[.]ts$', '^astro[.]config[.]mjs$', packages] },
      to: {},
    },
    {
      name: 'core-is-pure',
      comment: 'src/core knows no files, network or process: they are arguments.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'core-knows-no-framework',
      comment: 'src/core knows no framework and no store.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: 'node_modules/(astro|express|ioredis|resend|nodemailer)/' },
    },
    {
      name: 'threads-start-in-one-place',
      comment:
        'A message of Node itself may come before an answer: start threads with src/threads/thread.ts.',
      severity: 'error',
      from: { path: '^(src|sidecar)/', pathNot: ['^src/threads/', '-worker[.]ts$'] },
      to: { path: '^(node:)?worker_threads$' },
    },
    ...rooms.map((row) => ({
      name: `arrows-of-${row.room}`,
      comment: `${row.room} may import ${row.imports.join(', ') || 'itself'}.`,
      severity: 'error',
      from: { path: pathOf(row) },
      to: {
        path: ['^src/', '^sidecar/', '^deploy/', '^test/'],
        pathNot: [pathOf(row), ...row.imports.flatMap(pathsOf)],
      },
    })),
  ],
  options: {
    doNotFollow: { path: packages },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.mjs', '.json', '.astro'] },
  },
};
