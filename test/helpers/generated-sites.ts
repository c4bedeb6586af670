import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kitchenFiles, kitchenSettings } from './kitchen-site.ts';
import { languagesFiles, languagesSettings } from './languages-site.ts';
import { projectRoot } from './project-copy.ts';

/** A site that builds, by its name; `agentsite test` must pass on it. */
export interface GeneratedSite {
  readonly name: string;
  readonly files: Readonly<Record<string, string | Buffer>>;
}

type Settings = Readonly<Record<string, unknown>>;
type Files = GeneratedSite['files'];

/** Settings of a site with nothing in it; social cards take the longest of a small build. */
const plain = {
  title: 'Field notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  timezone: 'Europe/Berlin',
  owner: { name: 'The owner', slug: 'owner' },
  socialCards: 0,
};

const astroConfig = `import { defineConfig } from 'astro/config';
import agentsite from 'agentsite';
import { site } from './site.ts';

export default defineConfig({ integrations: [agentsite(site)] });
`;

function siteOf(name: string, settings: Settings, files: Files): GeneratedSite {
  const own = { ...plain, ...settings };
  return {
    name,
    files: {
      'package.json': '{ "name": "generated", "private": true, "type": "module" }\n',
      'astro.config.mjs': astroConfig,
      'site.ts': `export const site = ${JSON.stringify(own, null, 2)};\n`,
      ...files,
    },
  };
}

function documentOf(title: string, fields: string, body = 'Some words about the weir.'): string {
  return `---\ntitle: ${JSON.stringify(title)}\n${fields}---\n\n${body}\n`;
}

const dayOf = (number: number) => new Date(Date.UTC(2020, 0, 1 + number, 10)).toISOString().slice(0, 19);

const postOf = (title: string, number = 1, fields = '', body?: string) =>
  documentOf(title, `date: ${dayOf(number)}\n${fields}`, body);

function manyPosts(count: number, fields = ''): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `content/posts/post-${at}.md`,
      postOf(`Post number ${at}`, at, fields, `The words of entry ${at} about water.`),
    ]),
  );
}

function manyPages(count: number): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `content/pages/page-${at}.md`,
      documentOf(`Page number ${at}`, ''),
    ]),
  );
}

const onePost: Files = { 'content/posts/hello.md': postOf('Hello world') };
const about: Files = { 'content/pages/about.md': documentOf('About', '') };
const small: Files = { ...onePost, ...about, 'content/posts/later.md': postOf('Another day', 2) };
const note = (number: number, words: string) => postOf('', number, '', words);
const notes: Files = {
  'content/posts/2026-11-25-0910.md': note(1, 'The weir is frozen for the first time since we moved here.'),
  'content/posts/2026-11-25-1800.md': note(2, 'It thawed.'),
};
const image = readFileSync(join(projectRoot, 'content/posts/page-and-twin.png'));
const sound = readFileSync(join(projectRoot, 'test/fixtures/media/song.m4a'));
const category = '- { slug: garden, name: Garden }\n- { slug: trees, name: Trees, parent: garden }\n';

/** A title and a sentence in each language of the interface. */
const spoken: Readonly<Record<string, readonly [title: string, words: string]>> = {
  en: ['The weir', 'The river is high.'],
  de: ['Über das Wehr', 'Der Fluss führt Hochwasser; größer war er nie.'],
  es: ['El azud', 'El río baja crecido esta mañana.'],
  fr: ["L'écluse", 'La rivière est haute aujourd’hui.'],
  it: ['La chiusa', 'Il fiume è alto perché è piovuto.'],
  nl: ['De stuw', 'De rivier staat hoog.'],
  pl: ['Jaz na rzece', 'Rzeka jest wysoka, źródło też.'],
  pt: ['O açude', 'O rio está cheio esta manhã.'],
  sv: ['Dammen vid ån', 'Ån är hög idag.'],
  tr: ['Irmak ve ığdır', 'Nehir bugün yüksek.'],
  uk: ['Гребля на річці', 'Річка сьогодні висока.'],
  ja: ['川の堰', '今日は川の水位が高いです。'],
  'zh-Hans': ['河上的堰', '今天河水很高。'],
  ar: ['السد على النهر', 'النهر مرتفع اليوم.'],
  he: ['הסכר על הנהר', 'הנהר גבוה היום.'],
};

function inLanguage(language: string): GeneratedSite {
  const [title, words] = spoken[language] ?? ['', ''];
  return siteOf(
    `language ${language}`,
    { language, title, navigation: [{ label: title, path: '/posts/' }] },
    {
      'content/posts/one.md': postOf(title, 1, 'tags: [water]\n', words),
      [`content/posts/${title.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')}.md`]: postOf(
        `${title} 2`,
        2,
        '',
        words,
      ),
      'content/pages/about.md': documentOf(words, '', words),
      'content/tags.yaml': `- { slug: water, name: ${JSON.stringify(title)} }\n`,
    },
  );
}

const german = { languages: { de: { title: 'Feldnotizen' } } };

const multilingual: readonly GeneratedSite[] = [
  siteOf('a second language with one post', german, {
    ...small,
    'content/posts/hallo.de.md': postOf('Hallo Welt', 3, '', 'Guten Tag.'),
  }),
  siteOf('a second language with one page', german, {
    ...small,
    'content/pages/impressum.de.md': documentOf('Impressum', ''),
  }),
  siteOf('a second language with a note', german, {
    ...small,
    'content/posts/notiz.de.md': note(3, 'Es taut.'),
  }),
  siteOf('a second language with nothing', german, small),
  siteOf('only the second language has documents', german, {
    'content/posts/hallo.de.md': postOf('Hallo', 3),
  }),
  siteOf('a second language, protected alone', german, {
    ...small,
    'content/posts/geheim.de.md': postOf('Geheim', 3, 'password: sesam\n'),
  }),
  siteOf(
    'a prefix for the default language',
    { ...german, prefixDefaultLanguage: true },
    {
      ...small,
      'content/posts/hello.de.md': postOf('Hallo', 3),
    },
  ),
  siteOf('three languages', { ...languagesSettings }, languagesFiles),
  siteOf(
    'a right-to-left second language',
    { languages: { ar: {} } },
    {
      ...small,
      'content/posts/one.ar.md': postOf('السد', 4, '', 'النهر مرتفع.'),
    },
  ),
  siteOf(
    'a language with its own archive',
    { languages: { de: { permalinks: { archive: '/beitraege/' }, slug: 'deutsch' } } },
    {
      ...small,
      'content/posts/hello.de.md': postOf('Hallo', 3, 'categories: [garden]\n'),
      'content/categories.yaml':
        '- { slug: garden, name: Garden, translations: { de: { name: Garten, slug: garten } } }\n',
    },
  ),
];

const kinds: readonly GeneratedSite[] = [
  siteOf('notes only', {}, notes),
  siteOf('one note', {}, { 'content/posts/2026-11-25-0910.md': note(1, 'The weir is frozen.') }),
  siteOf(
    'a link post only',
    {},
    { 'content/posts/locks.md': postOf('How locks work', 1, 'link: https://blog.example.org/locks\n') },
  ),
  siteOf('talks only', {}, { 'content/talks/weather.md': postOf('Weather', 1, 'event: Field day\n') }),
  siteOf('a plugin entry only', {}, { 'content/plugins/hoe.md': documentOf('Hoe', 'version: 1.0.0\n') }),
  siteOf('protected only', {}, { 'content/posts/secret.md': postOf('Secret', 1, 'password: sesame\n') }),
  siteOf(
    'protected among others',
    {},
    {
      ...small,
      'content/pages/locked.md': documentOf('Locked page', 'password: sesame\n'),
      'content/posts/secret.md': postOf('Secret', 3, 'password: sesame\ncategories: [garden]\n'),
      'content/categories.yaml': category,
    },
  ),
  siteOf('unlisted only', {}, { 'content/posts/quiet.md': postOf('Quiet', 1, 'visibility: unlisted\n') }),
  siteOf(
    'unlisted among others',
    {},
    { ...small, 'content/pages/quiet.md': documentOf('Quiet', 'visibility: unlisted\n') },
  ),
  siteOf(
    'a shared draft',
    {},
    {
      ...small,
      'content/posts/draft.md': postOf(
        'Draft',
        3,
        'draft: true\nshare: { key: abcdefghijklmnopqrstuvwxyz, until: 2099-01-01 }\n',
      ),
    },
  ),
  siteOf('drafts only', {}, { 'content/posts/draft.md': postOf('Draft', 1, 'draft: true\n') }),
  siteOf(
    'a podcast',
    { podcasts: {} },
    {
      'content/posts/episode.md': postOf('The weir', 1, 'series: River talk\naudio: ./song.m4a\n'),
      'content/posts/second.md': postOf('The lock', 2, 'series: River talk\naudio: ./song.m4a\n'),
      'content/posts/song.m4a': sound,
    },
  ),
  siteOf(
    'images',
    {},
    {
      'content/posts/leaf.png': image,
      'content/posts/leaf.md': postOf(
        'A leaf',
        1,
        'image: leaf.png\nimageAlt: A leaf\n',
        '![A leaf](leaf.png)',
      ),
    },
  ),
  siteOf('kinds of its own', kitchenSettings, kitchenFiles),
  siteOf('kinds of its own without documents', kitchenSettings, small),
  siteOf('only documents of its own kind', kitchenSettings, {
    'content/recipes/loaf.md': kitchenFiles['content/recipes/country-loaf.md'] ?? '',
  }),
  siteOf('only a kind without dates and archive', kitchenSettings, {
    'content/project/greenhouse.md': documentOf('Greenhouse', ''),
  }),
  siteOf(
    'a deep tree of pages',
    {},
    {
      'content/pages/manual.md': documentOf('Manual', ''),
      'content/pages/manual/part.md': documentOf('Part', ''),
      'content/pages/manual/part/chapter.md': documentOf('Chapter', ''),
    },
  ),
  siteOf('a home page and nothing else', {}, { 'content/pages/index.md': documentOf('Welcome', '') }),
  siteOf(
    'a home page, and a page at /notes/',
    {},
    {
      ...notes,
      'content/pages/index.md': documentOf('Welcome', ''),
      'content/pages/notes.md': documentOf('My notes', ''),
    },
  ),
];

const sizes: readonly GeneratedSite[] = [
  siteOf('empty', {}, {}),
  siteOf('one page', {}, about),
  siteOf('one post', {}, onePost),
  siteOf('eleven posts', {}, manyPosts(11)),
  siteOf('one post per page', { postsPerPage: 1 }, manyPosts(4)),
  siteOf(
    '120 posts in one category',
    {},
    {
      ...manyPosts(120, 'categories: [garden]\ntags: [soil]\n'),
      'content/categories.yaml': category,
      'content/tags.yaml': '- { slug: soil, name: Soil }\n',
    },
  ),
  siteOf('120 pages and a post', {}, { ...manyPages(120), ...onePost }),
  siteOf(
    '150 tags',
    {},
    {
      'content/posts/hello.md': postOf(
        'Hello',
        1,
        `tags: [${Array.from({ length: 150 }, (_, at) => `t${at}`).join(', ')}]\n`,
      ),
      'content/tags.yaml': Array.from(
        { length: 150 },
        (_, at) => `- { slug: t${at}, name: Tag ${at} }\n`,
      ).join(''),
    },
  ),
  siteOf(
    '1,000 posts',
    {},
    {
      ...manyPosts(1000, 'categories: [garden]\n'),
      'content/categories.yaml': category,
    },
  ),
  siteOf('no index of the search', { searchIndexLimit: 0 }, small),
];

const words: readonly GeneratedSite[] = [
  siteOf(
    'titles without long words',
    {},
    { 'content/posts/a1.md': postOf('A 1'), 'content/posts/b.md': postOf('☃', 2) },
  ),
  siteOf(
    'slugs of one letter',
    {},
    { 'content/posts/a.md': postOf('Alpha'), 'content/pages/b.md': documentOf('Beta', '') },
  ),
  siteOf(
    'slugs that continue each other',
    {},
    { 'content/posts/plan.md': postOf('Plan'), 'content/posts/plans.md': postOf('Plans', 2) },
  ),
  siteOf(
    'markup in titles',
    {},
    {
      'content/posts/tags.md': postOf('<em> & "quotes" [brackets] (round) `code` *stars*', 1),
      'content/pages/percent.md': documentOf('100 % of C++ | C#', ''),
    },
  ),
  siteOf(
    'code with comments and addresses',
    {},
    {
      'content/posts/shell.md': postOf(
        'Shell',
        1,
        '',
        '```sh\n# A comment\ncurl https://notes.example.org/no/such/page.md\n```\n\nSee `https://notes.example.org/nothing/`.\n\n    # indented\n',
      ),
      'content/posts/links.md': postOf(
        'Links',
        2,
        '',
        '~~~md\n# Title\n[x](https://notes.example.org/gone/)\n---\n~~~\n\n* * *\n\n<p style="color: red" onclick="x()">inline</p>\n',
      ),
    },
  ),
  siteOf(
    'headings and thematic breaks',
    {},
    {
      'content/posts/parts.md': postOf(
        'Parts',
        1,
        '',
        '# First\n\nSetext\n===\n\n---\n\n## Second\n\n> # Quoted\n',
      ),
    },
  ),
  siteOf(
    'long slugs outside of ASCII',
    {},
    {
      'content/posts/größe-und-maß.md': postOf('Größe'),
      'content/pages/川の堰.md': documentOf('川の堰', ''),
      'content/posts/naïve.md': postOf('Naïve', 3, 'tags: [größe]\n'),
      'content/tags.yaml': '- { slug: größe, name: Größe }\n',
    },
  ),
  siteOf(
    'descriptions with markup',
    { description: 'Notes *from* the <field> & more.' },
    {
      'content/posts/hello.md': postOf(
        'Hello',
        1,
        'description: "[x](/nothing/) and <b>more</b> & *stars*"\n',
      ),
    },
  ),
];

const settings: readonly GeneratedSite[] = [
  siteOf('addresses by date', { permalinks: { post: '/{year}/{month}/{slug}/' } }, small),
  siteOf('addresses by ID', { permalinks: { post: '/{id}/' } }, small),
  siteOf(
    'addresses by category',
    { permalinks: { post: '/{category}/{slug}/', category: '/topics/{path}/', archive: '/blog/' } },
    {
      ...about,
      'content/posts/hello.md': postOf('Hello', 1, 'categories: [trees]\n'),
      'content/posts/other.md': postOf('Other', 2, 'categories: [garden]\n'),
      'content/categories.yaml': category,
    },
  ),
  siteOf(
    'an archive of its own',
    { permalinks: { archive: '/blog/', tag: '/t/{slug}/', author: '/by/{slug}/' } },
    small,
  ),
  siteOf('guessed addresses', { guessAddresses: true }, small),
  siteOf(
    'categories without posts',
    {},
    { ...small, 'content/categories.yaml': category, 'content/tags.yaml': '- { slug: soil, name: Soil }\n' },
  ),
  siteOf(
    'several authors',
    {},
    {
      ...small,
      'content/posts/by-zoe.md': postOf('By Zoë', 4, 'author: zoe\n'),
      'content/authors.yaml':
        '- { slug: owner, name: The owner }\n- { slug: zoe, name: Zoë, url: https://zoe.example.org }\n',
    },
  ),
  siteOf(
    'a series and sticky posts',
    {},
    {
      'content/posts/one.md': postOf('One', 1, 'series: Walks\nsticky: true\n'),
      'content/posts/two.md': postOf('Two', 2, 'series: Walks\n'),
    },
  ),
  siteOf(
    'redirects, skills and farewells',
    {
      lifecycle: [
        { target: '/old-feed.xml', announced: '2024-01-01', sunset: '2024-06-01', documentation: '/about/' },
      ],
    },
    {
      ...small,
      'content/redirects.yaml':
        '- from: /archives/{id:number}/\n  to: /posts/\n  status: 302\n- { from: /start-her/, to: /about/ }\n',
      'content/skills/read-it/SKILL.md':
        '---\nname: read-it\ndescription: Read the notes.\n---\n\n# Read\n\nGet `/llms.txt`.\n',
      'content/posts/moved.md': postOf('Moved', 3, 'redirectFrom: [/old/, /older.html]\n'),
    },
  ),
  siteOf(
    'the magazine without search',
    {
      look: 'magazine',
      show: { search: false, markdownLink: false },
      home: { profile: true, latest: 'compact' },
    },
    small,
  ),
  siteOf(
    'services',
    {
      connect: {
        analytics: { service: 'plausible', domain: 'notes.example.org' },
        newsletter: { service: 'buttondown', user: 'notes' },
        comments: { service: 'mail', address: 'keeper@notes.example.org' },
        video: ['youtube'],
      },
    },
    small,
  ),
  siteOf(
    'closed to training',
    {
      contentSignal: { search: true, aiInput: false, aiTrain: false },
      cdnMaxAge: 600,
      smartPunctuation: true,
    },
    small,
  ),
  siteOf(
    'a theme and pages of its own',
    {
      components: { SiteFooter: './theme/site-footer.astro' },
      customCss: ['./theme/my.css'],
      head: [{ tag: 'script', attrs: { type: 'application/ld+json' }, content: '{"@type":"Thing"}' }],
    },
    {
      ...small,
      'theme/site-footer.astro': '<footer><p>The end.</p></footer>\n',
      'theme/my.css': ':root { --accent: #7a1f4b; }\n',
      'src/pages/ask.astro':
        '---\nimport Page from \'../../../engine/src/layouts/page.astro\';\n---\n<Page title="Ask" description="Ask me."><p>Words.</p></Page>\n',
      'public/notes.txt': 'As it is.\n',
    },
  ),
  siteOf(
    'a page called nothing, and one called contacts',
    {},
    {
      'content/pages/nothing.md': documentOf('Nothing', ''),
      'content/pages/contacts.md': documentOf('Contacts', ''),
      'content/posts/start-her.md': postOf('Start her'),
      'content/pages/no.md': documentOf('No', ''),
      'content/pages/no/such.md': documentOf('Such', ''),
    },
  ),
];

/** Sites of files: what the first has, with the host of the second. */
const contents: readonly (readonly [string, Settings, Files])[] = [
  ['small', {}, small],
  ['empty', {}, {}],
  ['notes', {}, notes],
  ['two languages', german, { ...small, 'content/posts/hallo.de.md': postOf('Hallo', 3) }],
  ['kinds of its own', kitchenSettings, kitchenFiles],
  [
    'protected and unlisted',
    {},
    {
      ...small,
      'content/posts/secret.md': postOf('Secret', 3, 'password: sesame\n'),
      'content/posts/quiet.md': postOf('Quiet', 4, 'visibility: unlisted\n'),
    },
  ],
];
const hosts: readonly (readonly [string, Settings])[] = [
  ['static', {}],
  ['github-pages', { url: 'https://user.github.io/repo' }],
  ['netlify', {}],
  ['cloudflare', { sidecar: 'https://api.example.org' }],
];

const files: readonly GeneratedSite[] = [
  ...hosts.flatMap(([deploy, own]) =>
    contents.map(([name, more, content]) =>
      siteOf(`${deploy}: ${name}`, { ...more, ...own, deploy }, content),
    ),
  ),
  siteOf(
    'static: 120 posts below a path',
    { deploy: 'static', url: 'https://example.org/~zoe/notes' },
    {
      ...manyPosts(120, 'categories: [garden]\n'),
      'content/categories.yaml': category,
    },
  ),
];

export const generatedSites: readonly GeneratedSite[] = [
  ...Object.keys(spoken).map(inLanguage),
  ...multilingual,
  ...kinds,
  ...sizes,
  ...words,
  ...settings,
  ...files,
];
