/**
 * The rooms of the code, add-ons included: what each folder contains and may import, its subfolders (`folders`) included. The linter (`npm run lint`)
 * refuses every other import, and `npm run rooms` generates the tables in CONTRIBUTING.md and the READMEs from this one.
 */
export const rooms = [
  {
    room: 'src/site.ts',
    path: '^src/site[.]ts$',
    contains: "the owner's plain data",
    imports: ['src/core/model'],
  },
  {
    room: 'src/core/model',
    contains: 'types of sites and documents; URLs, surfaces, dates, errors',
    folders: {
      settings: 'parts of the settings in `site.ts`: home page, look, other services, podcasts',
    },
    imports: [],
  },
  {
    room: 'src/core/languages',
    contains: 'the words of the interface, one catalog per language',
    imports: ['src/core/model'],
  },
  {
    room: 'src/core/text',
    contains: 'plain text, Markdown, YAML, sort order of names',
    folders: { edits: 'changes a document or a list in one place, and preserves everything else' },
    imports: ['src/core/model'],
  },
  {
    room: 'src/core/search-index',
    contains: 'layout of the content index; folding and splitting of text for search',
    imports: ['src/core/text'],
  },
  {
    room: 'src/core/pages',
    contains: 'what each page shows, as data',
    imports: ['src/core/model', 'src/core/languages', 'src/core/text'],
  },
  {
    room: 'src/core/feeds',
    contains: 'RSS, Atom, JSON Feed, the sitemap',
    imports: ['src/core/model', 'src/core/languages', 'src/core/text', 'src/core/pages'],
  },
  {
    room: 'src/core/html',
    contains: 'HTML around the body: head, JSON-LD, images',
    imports: ['src/core/model', 'src/core/languages', 'src/core/text', 'src/core/pages', 'src/core/feeds'],
  },
  {
    room: 'src/core/markdown',
    contains: 'Markdown twins, llms.txt, llms-full.txt',
    imports: ['src/core/model', 'src/core/languages', 'src/core/text', 'src/core/pages'],
  },
  {
    room: 'src/core/contact',
    contains: 'the contact message: fields, errors, mail, documents',
    imports: ['src/core/model', 'src/core/languages', 'src/core/text', 'src/core/markdown'],
  },
  {
    room: 'src/core/mcp',
    contains: 'the card and the tools of the MCP server',
    imports: ['src/core/model'],
  },
  {
    room: 'src/core/wp',
    contains: 'the WordPress REST API: objects, routes, parameters, errors',
    folders: {
      objects: 'posts, terms, media and users as JSON',
      parameters: 'parameters of the routes: schemas, validation',
    },
    imports: ['src/core/model', 'src/core/text', 'src/core/search-index'],
  },
  {
    room: 'src/core/front',
    contains: 'the HTTP contract: headers, negotiation, not found, gone, nginx, static hosts',
    folders: {
      servers: 'configuration files for nginx and static hosts',
    },
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
    contains: 'discovery documents: OpenAPI, catalogs, skills, robots.txt',
    imports: [
      'src/core/model',
      'src/core/text',
      'src/core/contact',
      'src/core/mcp',
      'src/core/wp',
      'src/core/front',
    ],
  },
  {
    room: 'src/threads',
    contains: 'starts worker threads and exchanges tasks with them',
    imports: [],
  },
  {
    room: 'src/requests',
    contains: 'requests to other sites: public addresses only, bounded in size, time and redirects',
    imports: ['src/core'],
  },
  {
    room: 'src/settings',
    contains: "reads and validates the owner's settings",
    imports: ['src/core/model', 'src/core/languages', 'src/core/text', 'src/plugins'],
  },
  {
    room: 'src/plugins',
    contains: 'what plugins may define, and the functions of those that a site has',
    imports: ['src/core'],
  },
  {
    room: 'src/content/read',
    contains: 'files of `content/`: front matter, YAML lists, where each file is published',
    imports: ['src/core'],
    folders: { yaml: 'YAML with places, lists, and what authors write instead of it' },
  },
  {
    room: 'src/content/images',
    contains: 'images, videos and sound: what is published of them, what they hide, the list of media',
    imports: ['src/core', 'src/threads', 'src/content/read'],
  },
  {
    room: 'src/content/compile',
    contains: 'one Markdown file to HTML, Markdown, plain text and references; problems in its markup',
    folders: {
      markup: 'what Markdown becomes in HTML: blocks, code, formulas, players',
      text: 'what is read from a text: references, problems, the description',
    },
    imports: [
      'src/core',
      'src/threads',
      'src/settings',
      'src/plugins',
      'src/content/read',
      'src/content/images',
    ],
  },
  {
    room: 'src/content/check',
    contains: 'problems and advice across all documents: links, IDs, addresses',
    imports: ['src/core', 'src/plugins', 'src/content/read', 'src/content/images', 'src/content/compile'],
  },
  {
    room: 'src/content/library',
    contains: 'everything that is published: compiles what changed, takes the rest from the cache',
    imports: ['src/core', 'src/content'],
  },
  {
    room: 'src/add-ons',
    contains: 'loads packages that only some sites install; what the engine asks of them',
    imports: ['src/core', 'src/content', 'src/plugins', 'src/settings'],
  },
  {
    room: 'src/theme',
    path: '^src/(routes|layouts|components|styles|scripts)/',
    below: 'src',
    shown: 'src/routes, layouts, components, styles, scripts',
    contains: 'markup, without logic',
    folders: {
      routes: 'the routes of Astro',
      layouts: 'the page around everything',
      components: 'parts of every page: header, footer, forms',
      'components/views': 'the main part of each type of page',
      'components/document': 'parts of the page of a document',
      styles: 'style sheets',
      scripts: 'scripts of pages',
      'scripts/search': 'search in the browser',
    },
    imports: ['src/core'],
  },
  {
    room: 'src/build',
    contains: 'renders and writes `dist/`',
    folders: {
      plan: 'which files are due',
      pages: 'HTML pages: the compiled theme',
      index: 'the content index and the search index',
      files: 'documents, images and what the front needs',
      fast: 'accelerations',
    },
    imports: ['src/core', 'src/threads', 'src/settings', 'src/plugins', 'src/content', 'src/add-ons'],
  },
  {
    room: 'src/hosts',
    contains: 'how static hosts serve a build; the files that deployment needs',
    imports: ['src/core'],
  },
  {
    room: 'src/terminal',
    contains: 'command-line arguments; terminal output: progress, colors, the build report',
    imports: ['src/core', 'src/content', 'src/build'],
  },
  {
    room: 'src/cli',
    contains: 'the command `agentsite`, one file per subcommand',
    folders: {
      site: "what commands read and write in the site's folder",
      keep: 'rename, backup, restore',
    },
    imports: [
      'src/core',
      'src/requests',
      'src/terminal',
      'src/settings',
      'src/plugins',
      'src/content',
      'src/build',
      'src/hosts',
      'src/add-ons',
    ],
  },
  {
    room: 'src/package',
    contains: 'packs the npm packages',
    imports: ['src/core', 'src/terminal'],
  },
  {
    room: 'src/astro',
    contains: 'the Astro integration: `astro build`, `astro dev` and `astro preview`',
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
    contains: 'the dev server: build and sidecar in one middleware',
    imports: [
      'src/core',
      'src/threads',
      'src/settings',
      'src/plugins',
      'src/content',
      'src/build',
      'src/terminal',
      'sidecar',
      'src/add-ons',
    ],
  },
  {
    room: 'sidecar/http',
    contains: 'the HTTP server, request bodies, client addresses',
    imports: ['src/core'],
  },
  {
    room: 'sidecar/process',
    contains: 'log, credentials, memory, locks, signals',
    imports: [],
  },
  {
    room: 'sidecar/release',
    contains: 'the build that is served: its index and folder',
    imports: ['src/core', 'sidecar/process'],
  },
  {
    room: 'sidecar/ranked-search',
    contains: 'ranked search for MCP and the search page',
    imports: ['src/core', 'sidecar/release'],
  },
  {
    room: 'sidecar/contact',
    contains: 'the contact use case, its HTTP routes, its ports',
    imports: ['src/core', 'sidecar/http', 'sidecar/process'],
  },
  {
    room: 'sidecar/adapters',
    contains: 'adapters of the contact ports, one library each',
    folders: {
      'redis-contact': 'scripts that run in Redis',
    },
    imports: ['src/core', 'src/plugins', 'sidecar/contact', 'sidecar/process'],
  },
  {
    room: 'sidecar/plugins',
    contains: 'what plugins answer: routes, MCP, jobs',
    imports: ['src/core', 'src/plugins', 'sidecar/contact', 'sidecar/http', 'sidecar/mcp', 'sidecar/process'],
  },
  {
    room: 'sidecar/front',
    contains: 'the embedded front: static files, negotiation, errors, 404',
    imports: ['src/core', 'sidecar/http', 'sidecar/process', 'sidecar/release'],
  },
  {
    room: 'sidecar/search',
    contains: 'the search page',
    imports: ['src/core', 'sidecar/http', 'sidecar/release', 'sidecar/ranked-search'],
  },
  {
    room: 'sidecar/mcp',
    contains: 'the MCP endpoint and its tools',
    folders: {
      features: 'tools, resources and prompts, and the content that they read',
    },
    imports: ['src/core', 'sidecar/http', 'sidecar/process', 'sidecar/release', 'sidecar/ranked-search'],
  },
  {
    room: 'sidecar/wp',
    contains: 'the routes of wp/v2',
    folders: {
      collections: 'what each route lists',
    },
    imports: ['src/core', 'sidecar/http', 'sidecar/release'],
  },
  {
    room: 'sidecar/queries',
    contains: 'the query thread and its fair queue',
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
    contains: 'metrics and the operations server',
    imports: ['src/core', 'sidecar/contact', 'sidecar/http'],
  },
  {
    room: 'sidecar',
    path: '^sidecar/[^/]+$',
    shown: 'sidecar/*.ts',
    contains: 'entry point, configuration, composition root',
    imports: ['src/core', 'src/settings', 'src/plugins', 'sidecar'],
  },
  {
    room: 'deploy',
    contains: 'deployment to a server',
    folders: {
      nginx: 'configuration of nginx',
      systemd: 'units',
    },
    imports: ['src/core', 'src/content', 'src/build', 'sidecar'],
  },
  {
    room: 'src/api',
    contains:
      'what add-ons and plugins may import, one file of exports each: `agentsite/plugin`, `model`, `content`, `text`, `http`, `server`, `terminal`, `testing`',
    imports: [
      'src/core',
      'src/settings',
      'src/plugins',
      'src/content',
      'src/build',
      'src/requests',
      'src/hosts',
      'src/terminal',
      'src/add-ons',
      'src/cli',
      'sidecar',
    ],
  },
  {
    room: 'packages/editor/src/form',
    contains: 'the page and program of the editor at `/edit/`: its configuration, and the formats of files',
    imports: ['src/api', 'packages/editor/src/words'],
  },
  {
    room: 'packages/editor/src/words',
    contains: 'the words of the editor in fifteen languages',
    imports: ['src/api'],
  },
  {
    room: 'packages/editor/src/saves',
    contains: 'saves what the editor sends: routes, checks, Git, sign-in, Micropub',
    imports: ['src/api', 'packages/editor/src/form', 'packages/editor/src/words'],
  },
  {
    room: 'packages/editor/src/proposals',
    contains: 'what assistants propose, and how owners review and approve it',
    imports: [
      'src/api',
      'packages/editor/src/form',
      'packages/editor/src/words',
      'packages/editor/src/saves',
      'packages/editor/src/grants',
    ],
  },
  {
    room: 'packages/editor/src/grants',
    contains: 'what software may do for an author: OAuth and IndieAuth, consent, tokens',
    imports: ['src/api', 'packages/editor/src/words', 'packages/editor/src/saves'],
  },
  {
    room: 'packages/import/src/model',
    contains: 'what all rooms of the import share: records of an export, the survey, options, losses, names',
    imports: ['src/api'],
  },
  {
    room: 'packages/import/src/stored-text',
    contains: 'stored text of WordPress to HTML',
    imports: ['src/api', 'packages/import/src/model'],
  },
  {
    room: 'packages/import/src/markdown',
    contains: 'HTML to Markdown; Markdown of other systems to that of the site',
    imports: ['src/api', 'packages/import/src/model', 'packages/import/src/stored-text'],
  },
  {
    room: 'packages/import/src/ghost',
    contains: 'reads a Ghost export',
    imports: ['src/api', 'packages/import/src/model', 'packages/import/src/stored-text'],
  },
  {
    room: 'packages/import/src/wordpress',
    contains: 'reads a WordPress export and a recording of its `wp/v2`',
    imports: [
      'src/api',
      'packages/import/src/model',
      'packages/import/src/stored-text',
      'packages/import/src/ghost',
    ],
  },
  {
    room: 'packages/import/src/folder/rules',
    contains: 'what folders of all generators share: front matter, fields, templates, the rules of a site',
    imports: ['src/api', 'packages/import/src/model'],
  },
  {
    room: 'packages/import/src/folder/systems',
    contains: 'what is specific to Hugo, Jekyll, Eleventy, Astro, Hexo and Obsidian',
    imports: ['src/api', 'packages/import/src/model', 'packages/import/src/folder/rules'],
  },
  {
    room: 'packages/import/src/folder',
    path: '^packages/import/src/folder/[^/]+$',
    shown: 'packages/import/src/folder/*.ts',
    contains: 'reads a folder of Markdown files',
    imports: [
      'src/api',
      'packages/import/src/model',
      'packages/import/src/folder',
      'packages/import/src/wordpress',
    ],
  },
  {
    room: 'packages/import/src/hosted',
    contains: 'what readers of hosted services share: HTML, CSV, images on their servers',
    imports: ['src/api', 'packages/import/src/model'],
  },
  {
    room: 'packages/import/src/blogger',
    contains: 'reads a backup of Blogger',
    imports: [
      'src/api',
      'packages/import/src/model',
      'packages/import/src/hosted',
      'packages/import/src/wordpress',
    ],
  },
  {
    room: 'packages/import/src/substack',
    contains: 'reads an export of Substack',
    imports: ['src/api', 'packages/import/src/model', 'packages/import/src/hosted'],
  },
  {
    room: 'packages/import/src/squarespace',
    contains: 'reads an export of Squarespace',
    imports: [
      'src/api',
      'packages/import/src/model',
      'packages/import/src/hosted',
      'packages/import/src/wordpress',
    ],
  },
  {
    room: 'packages/import/src/medium',
    contains: 'reads an export of Medium',
    imports: ['src/api', 'packages/import/src/model', 'packages/import/src/hosted'],
  },
  {
    room: 'packages/import/src/live',
    contains: 'reads the old site over HTTP',
    imports: ['src/api', 'packages/import/src/model', 'packages/import/src/wordpress'],
  },
  {
    room: 'packages/import/src/plan',
    contains: 'decides names, URLs, terms and media',
    imports: [
      'src/api',
      'packages/import/src/model',
      'packages/import/src/wordpress',
      'packages/import/src/ghost',
    ],
  },
  {
    room: 'packages/import/src/write',
    contains: 'writes the site and the report',
    imports: [
      'src/api',
      'packages/import/src/model',
      'packages/import/src/stored-text',
      'packages/import/src/markdown',
      'packages/import/src/wordpress',
      'packages/import/src/plan',
    ],
  },
  {
    room: 'packages/import/src/proof',
    contains: 'compares the new site with the old one',
    imports: [
      'src/api',
      'packages/import/src/model',
      'packages/import/src/stored-text',
      'packages/import/src/wordpress',
      'packages/import/src/plan',
      'packages/import/src/write',
    ],
  },
  {
    room: 'packages/import/src',
    path: '^packages/import/src/(commands/)?[^/]+$',
    shown: 'packages/import/src/*.ts',
    folders: { commands: 'one file per command of `agentsite`' },
    contains: 'imports a site from another system: reads, converts, writes `content/`, reports losses',
    imports: ['src/api', 'packages/import/src'],
  },
  {
    room: 'packages/fediverse/src',
    contains: 'the site as an account of the fediverse: followers, deliveries, what others answer',
    folders: { commands: 'one file per command of `agentsite`' },
    imports: ['src/api'],
  },
  {
    room: 'packages/atproto/src',
    contains: 'records of the site and its posts on the AT Protocol; posts on Bluesky, and replies to them',
    folders: { commands: 'one file per command of `agentsite`' },
    imports: ['src/api'],
  },
  {
    room: 'packages/mentions/src',
    contains:
      'comments by mail and webmentions: adds them to the content; notifies others of what was published',
    folders: {
      commands: 'one file per command of `agentsite`',
      endpoint: 'receives webmentions in the sidecar: queue, verification, decisions of the owner',
      theme: 'what pages show',
    },
    imports: ['src/api'],
  },
  {
    room: 'packages/newsletter/src',
    contains: 'the newsletter: subscribers, editions, mails, and the plugin that has them',
    folders: {
      commands: 'one file per command of `agentsite`',
      components: 'the form on pages',
      mails: 'how mails look, and how they go out',
      routes: 'what the sidecar answers: forms, links, the webhook',
      subscribers: 'the list, sealed; CSV and bounces',
    },
    imports: ['src/api'],
  },
  {
    room: 'packages/history/src',
    contains: 'earlier versions of documents in Git, and their way back',
    folders: { commands: 'one file per command of `agentsite`' },
    imports: ['src/api'],
  },
  {
    room: 'packages/readers/src',
    contains: 'access logs: who sent each request, what was read and what was not found',
    folders: { commands: 'one file per command of `agentsite`' },
    imports: ['src/api'],
  },
  {
    room: 'packages/doctor/src/documents',
    contains: 'parses untrusted HTML, Markdown, XML, robots.txt and headers; bounded and pure',
    imports: ['src/api'],
  },
  {
    room: 'packages/doctor/src/http',
    contains: 'HTTP client for one site, with limits on requests, sizes, time and addresses',
    imports: ['src/api'],
  },
  {
    room: 'packages/doctor/src/visit',
    contains: 'the site under examination: its documents, pages and twins',
    imports: ['src/api', 'packages/doctor/src/documents', 'packages/doctor/src/http'],
  },
  {
    room: 'packages/doctor/src/checks',
    contains: "the doctor's rules, by area",
    folders: {
      pages: 'pages, twins, feeds and lists',
      interfaces: 'MCP, OpenAPI, WordPress routes, discovery documents',
    },
    imports: [
      'src/api',
      'packages/doctor/src/documents',
      'packages/doctor/src/http',
      'packages/doctor/src/visit',
    ],
  },
  {
    room: 'packages/doctor/src/report',
    contains: 'reports for people and software; the score',
    imports: ['src/api', 'packages/doctor/src'],
  },
  {
    room: 'packages/doctor/src',
    path: '^packages/doctor/src/(commands/)?[^/]+$',
    shown: 'packages/doctor/src/*.ts',
    folders: { commands: 'one file per command of `agentsite`' },
    contains: 'runs all rules on a site; the command of the package `agentsite-doctor`',
    imports: ['src/api', 'packages/doctor/src'],
  },
  {
    room: 'packages/create/src',
    contains: 'the files of a new site; runs on older Node versions and imports nothing else',
    folders: {
      deploy: 'the files that deploy a site: workflows, containers, hosts',
      commands: 'one file per command of `agentsite`',
    },
    imports: ['src/api'],
  },
  {
    room: 'packages/editor/src',
    path: '^packages/editor/src/(commands/)?[^/]+$',
    shown: 'packages/editor/src/*.ts',
    contains: '`/edit/` of builds and of the dev server; the process and the command `edit`',
    folders: { commands: 'one file per command of `agentsite`' },
    imports: ['src/api', 'packages/editor/src'],
  },
  {
    room: 'packages/contract/src',
    contains: 'the contract suite, and the command that runs it on a site',
    folders: { commands: 'one file per command of `agentsite`' },
    imports: ['src/api'],
  },
];

const pathOf = ({ room, path }) => path ?? `^${room}/`;

/** Everything that a name in `imports` covers: a room, or all rooms below a folder. */
function pathsOf(name) {
  const found = rooms.filter(({ room }) => room === name || room.startsWith(`${name}/`));
  if (found.length === 0) throw new Error(`.dependency-cruiser.mjs: no room is called ${name}`);
  return found.map(pathOf);
}

const installed = 'node_modules/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Circular import: merge the two files, or move what both need to a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every-file-has-a-room',
      comment: 'A new folder is a new room: add a row to .dependency-cruiser.mjs.',
      severity: 'error',
      from: { pathNot: [...rooms.map(pathOf), '^src/env[.]d[.]ts$', '^astro[.]config[.]mjs$', installed] },
      to: {},
    },
    {
      name: 'core-is-pure',
      comment: 'src/core is pure: files, network and process are arguments.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'core-knows-no-framework',
      comment: 'src/core must not import a framework or a store.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: 'node_modules/(astro|express|ioredis|resend|nodemailer)/' },
    },
    {
      name: 'threads-start-in-one-place',
      comment: 'Start threads with src/threads/thread.ts, which handles messages that Node itself sends.',
      severity: 'error',
      from: { path: '^(src|sidecar)/', pathNot: ['^src/threads/', '-worker[.]ts$'] },
      to: { path: '^(node:)?worker_threads$' },
    },
    {
      name: 'engine-imports-no-add-on',
      comment: 'The engine loads add-ons from the site, with src/add-ons.',
      severity: 'error',
      from: { path: '^(src|sidecar|deploy)/' },
      to: { path: '^packages/' },
    },
    {
      name: 'add-ons-use-the-api',
      comment: 'Add-ons import agentsite/model, content, text, http and terminal, and no other add-on.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/' },
      to: { path: '^(src|sidecar|deploy|test|packages)/', pathNot: ['^src/api/', '^packages/$1/src/'] },
    },
    ...rooms.map((row) => ({
      name: `arrows-of-${row.room}`,
      comment: `${row.room} may import ${row.imports.join(', ') || 'itself'}.`,
      severity: 'error',
      from: { path: pathOf(row) },
      to: {
        path: ['^src/', '^sidecar/', '^deploy/', '^packages/', '^test/'],
        pathNot: [pathOf(row), ...row.imports.flatMap(pathsOf)],
      },
    })),
  ],
  options: {
    doNotFollow: { path: installed },
    exclude: { path: '^packages/[^/]+/test/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.json', '.astro'],
    },
  },
};
