import { z } from 'zod';
import { connectSchema } from './settings/connect.ts';
import { lookFields, publicFile } from './settings/look.ts';
import { labels, ownKinds, ownTaxonomies } from './settings/own-kinds.ts';
import { pluginFields } from './settings/plugins.ts';
import { podcastFields } from './settings/podcasts.ts';
import { writingFields } from './settings/writing.ts';

/** The schema of `src/site.ts`. Each field's comment is its documentation. */
const permalink = (needed: readonly string[], others: readonly string[] = []) =>
  z
    .string()
    .regex(/^\/(?:[^/]+\/)+$/, 'must start and end with a slash')
    .refine(
      (pattern) => needed.some((placeholder) => pattern.includes(placeholder)),
      `must contain ${needed.join(' or ')}`,
    )
    .refine(
      (pattern) =>
        (pattern.match(/\{[^}]*\}/g) ?? []).every((found) => [...needed, ...others].includes(found)),
      `may contain ${[...needed, ...others].join(', ')} and no other word in braces`,
    );

/** Of a document's date, on the site's clock; its author's slug. */
const parts = ['{year}', '{month}', '{day}', '{hour}', '{minute}', '{second}', '{author}'];
const named = ['{slug}', '{id}'];

/** Is it a tag that dates and numbers can be written in (BCP 47)? */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** `en_GB.UTF-8`, as a terminal has it, is `en-GB`. */
function nearLanguage(tag: string): string {
  const near = tag.replace(/[.@].*$/, '').replaceAll('_', '-');
  return near !== tag && isLanguage(near) ? `; did you mean "${near}"?` : '';
}

/** One thing that is going away: a path, or an operation of the HTTP interface. */
const lifecycleEntry = z.strictObject({
  /** What is going away: a path such as `/old-feed.xml`, or a method and path such as `GET /wp-json/x`. */
  target: z.string().regex(/^(?:[A-Z]+ )?\//, 'must be a path, or a method, a space and a path'),
  /** Date of the announcement: `2026-11-01`. Sent as `Deprecation` (RFC 9745). */
  announced: z.iso.date(),
  /** When it stops working, as a date. Sent as `Sunset` (RFC 8594); from that day on the answer is 410. */
  sunset: z.iso.date(),
  /** The path or URL to use instead. */
  replacement: z.string().optional(),
  /** A page that explains the change; the target of the `deprecation` and `sunset` links. */
  documentation: z.string(),
});

/** Where a site can be published. */
export const deployTargets = ['server', 'static', 'github-pages', 'netlify', 'cloudflare'] as const;
export type DeployTarget = (typeof deployTargets)[number];

const imageSettings = z.strictObject({
  /** Also publishes each image as it was taken, place and camera included; links to an image then go to that file. */
  originals: z.boolean().default(false),
  /** Keeps the names of artist and rights holder (Exif) in the published forms of an image. */
  copyright: z.boolean().default(false),
  /** Shows what the file of an image says about it (IPTC, Exif) as its caption, in galleries of a folder. */
  captions: z.boolean().default(false),
});

const gitHost = z.strictObject({
  /** `github`, `gitlab`, or `gitea` (Gitea 1.24 and Forgejo 12 or newer). */
  host: z.enum(['github', 'gitlab', 'gitea']),
  /** The site's repository: `zoe/field-notes`. */
  repository: z
    .string()
    .regex(/^[^/\s]+(?:\/[^/\s]+)+$/, 'must be an owner and a name, such as "zoe/field-notes"'),
  /** The branch that is published: `main`. */
  branch: z.string().min(1).default('main'),
  /** Address of a host of your own: `https://git.example.org`. Needed for `gitea`. */
  server: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * OAuth, so that authors sign in without a token. `appId`, for `gitlab` and `gitea`: the ID of the application that
   * you registered there. `url`, for `github`: the address of a client that keeps its secret.
   */
  signIn: z
    .strictObject({ url: z.url({ protocol: /^https?$/ }).optional(), appId: z.string().min(1).optional() })
    .optional(),
});

/** The editor on a server of its own, which is `true` where nothing else is said. */
const editorHost = z.strictObject({
  /** Its address: `https://edit.example.org`. `agentsite edit` takes it where `--url` is missing. */
  url: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
  /** Links on the home page by which clients of IndieAuth and Micropub find it. */
  indieAuth: z.boolean().default(false),
  /** May clients without a document of their own register themselves (RFC 7591)? */
  registration: z.boolean().default(false),
});

const navigation = z.array(z.strictObject({ label: z.string(), path: z.string() }));

const permalinks = {
  /** `{category}` is the post's category with the lowest number, below those above it. */
  post: permalink(named, [...parts, '{category}']),
  talk: permalink(named, parts),
  plugin: permalink(named, parts),
  category: permalink(['{path}']),
  tag: permalink(['{slug}']),
  author: permalink(['{slug}']),
  archive: z.string().regex(/^\/(?:[^/\s{}?#]+\/)+$/, 'must be an address such as /blog/'),
};

const dateFormat = z.enum(['full', 'long', 'medium', 'short']);

/** One more language of a site. What is left out is as in the default language; a navigation is empty then. */
const languageSettings = z.strictObject({
  /** The site's name in this language. */
  title: z.string().min(1).optional(),
  /** One sentence that says what the site is about, in this language. */
  description: z.string().min(1).optional(),
  /** Folder of its addresses, and its name for programs: `pt`. Default: the tag in small letters. */
  slug: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters, digits and single hyphens')
    .optional(),
  /** As `navigation` and `footerNavigation` of the site, with paths of this language: `/de/posts/`. */
  navigation: navigation.default([]),
  footerNavigation: navigation.default([]),
  /** How long dates are: `full`, `long`, `medium` or `short`. */
  dateFormat: dateFormat.optional(),
  /** Own words of the interface in this language, by key. */
  words: z.record(z.string(), z.string()).default({}),
  /** Addresses that are formed otherwise than in the default language; the folder comes before them. */
  permalinks: z.strictObject(permalinks).partial().optional(),
  /** Names of your own content types and taxonomies: `{ recipe: { name: 'Rezepte', singular: 'Rezept' } }`. */
  labels: z.record(z.string(), labels).optional(),
});

const siteFields = z.strictObject({
  /** The site's name, as in the browser's tab and every feed: `Field notes`. */
  title: z.string().min(1),
  /** One sentence that says what the site is about: `Walks, weather and what grows on the way.` */
  description: z.string().min(1),
  /**
   * Where the site lives, without a trailing slash: `https://example.org`. A site of files may live below a path, as
   * a project page does: `https://user.github.io/repo`.
   */
  url: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/[?#]/.test(url), 'must be a scheme, a host and at most a path')
    .transform((url) => new URL(url).origin + new URL(url).pathname.replace(/\/+$/, '')),
  /**
   * Where the site is published. `server` is a machine of one's own, with the sidecar behind a web server; the others
   * serve files only: `static` is any file server, the rest are the hosts of that name. DEPLOY overrides it.
   */
  deploy: z.enum(deployTargets).default('server'),
  /**
   * Where the sidecar of a site of files is: `https://api.example.org`. Contact, MCP and queries are then there. The
   * machine of that name runs the same folder with `agentsite start`, or builds it with DEPLOY=server.
   */
  sidecar: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => !URL.canParse(url) || /^\/?$/.test(new URL(url).pathname + new URL(url).search),
      'must be a scheme and a host, without a path',
    )
    .transform((url) => new URL(url).origin)
    .optional(),
  /** Is it a build with drafts, for those whom its address is sent? `agentsite build --drafts` sets it. */
  preview: z.boolean().default(false),
  /** How readers write to the owner where only files are served: `mailto:me@example.org`. A server has the form. */
  contact: z
    .string()
    .regex(/^mailto:[^\s@?]+@[^\s@?]+$/, 'must be mailto: and one address, such as mailto:me@example.org')
    .optional(),
  /** BCP 47 tag of the language that the site is written in: `de`, `pt-BR`. The interface speaks it too. */
  language: z
    .string()
    .refine(isLanguage, {
      error: ({ input }) =>
        `"${input}" is not a language tag such as en or pt-BR${nearLanguage(String(input))}`,
    })
    .default('en'),
  /**
   * Other languages that the site is written in, by tag: `{ de: { title: 'Feldnotizen' } }`. Their addresses are below
   * `/de/`; a translation of `post.md` is `post.de.md`.
   */
  languages: z
    .record(
      z.string().refine(isLanguage, { error: ({ input }) => `"${input}" is not a language tag such as de` }),
      languageSettings,
    )
    .default({}),
  /** With several languages: are the pages of the default one in a folder too, such as `/en/`? `/` redirects there. */
  prefixDefaultLanguage: z.boolean().default(false),
  /** How long dates are: `full`, `long`, `medium` or `short`. */
  dateFormat: dateFormat.default('long'),
  /**
   * Own words of the interface, by key: `{ 'writing': 'Blog', 'theme.light': 'Day' }`. The keys are in
   * `src/core/languages/en.ts`; `{title}` and other values in braces stay as they are.
   */
  words: z.record(z.string(), z.string()).default({}),
  /** IANA time zone in which dates without an offset are read: `Europe/Berlin`. */
  timezone: z.string().default('UTC'),
  /**
   * The person or group whose site this is: `{ name: 'Zoë Meyer', slug: 'zoe' }`. Author 1 unless
   * `content/authors.yaml` says otherwise.
   */
  owner: z.strictObject({
    name: z.string().min(1),
    /** The word in the address of the author's page: `zoe`. */
    slug: z.string().regex(/^[a-z0-9-]+$/),
    /** A sentence about the owner, on the author's page. */
    description: z.string().default(''),
    /** The owner's other home on the web. */
    url: z.url().optional(),
    /** A portrait for the home page and the author's page, a file of `public/`: `/me.jpg`. */
    image: publicFile.optional(),
  }),
  /** The links in the header of every page: `[{ label: 'Writing', path: '/posts/' }]`. */
  navigation: navigation.default([]),
  /** The links at the end of every page, before those to the contact form, the feed and llms.txt; as `navigation`. */
  footerNavigation: navigation.default([]),
  ...lookFields,
  ...writingFields,
  ...podcastFields,
  ...pluginFields,
  /** Other services that the pages work with: `{ analytics: { service: 'goatcounter', code: 'notes' } }`. Default: none. */
  connect: connectSchema,
  /** How addresses are formed: `{ post: '/{year}/{slug}/' }`. Pages always follow their folders. */
  permalinks: z
    .strictObject({
      /** `{category}` is the post's category with the lowest number, below those above it. */
      post: permalinks.post.default('/{slug}/'),
      talk: permalinks.talk.default('/talks/{slug}/'),
      plugin: permalinks.plugin.default('/plugins/{slug}/'),
      category: permalinks.category.default('/category/{path}/'),
      tag: permalinks.tag.default('/tag/{slug}/'),
      author: permalinks.author.default('/author/{slug}/'),
      /** The list of all posts: `/blog/`. The address `/posts/` then redirects to it. */
      archive: permalinks.archive.default('/posts/'),
    })
    .prefault({}),
  /** Content types of your own, by name: `{ recipe: { folder: 'recipes' } }`. See `own-kinds.ts`. */
  kinds: ownKinds,
  /** Taxonomies of your own, by name: `{ cuisine: { kinds: ['recipe'] } }`. See `own-kinds.ts`. */
  taxonomies: ownTaxonomies,
  /**
   * Leads an address where nothing is to the one document whose slug is its last part, or begins with it, as
   * WordPress does. Hosts of files cannot.
   */
  guessAddresses: z.boolean().default(false),
  /** Entries on one page of an archive: 10 where nothing is said. */
  postsPerPage: z.int().min(1).max(100).default(10),
  /** What is published of the images in `content/`: `{ copyright: true }`. */
  images: imageSettings.prefault({}),
  /** Old name of `images`. */
  pictures: imageSettings.optional(),
  /** Social cards are drawn for this many of the newest documents, 50 by default; the others share the site's. */
  socialCards: z.int().min(0).default(50),
  /** Sites with at most this many documents (500) publish an index for the search in the browser; larger ones ask the sidecar. */
  searchIndexLimit: z.int().min(0).default(500),
  /** Seconds that a CDN which reads `CDN-Cache-Control` sends pages and other files without asking again; 0 for none. */
  cdnMaxAge: z.int().min(0).default(0),
  /** What crawlers may do with the text: `{ aiTrain: true }`; published as `Content-Signal` in robots.txt. */
  contentSignal: z
    .strictObject({
      search: z.boolean().default(true),
      aiInput: z.boolean().default(true),
      aiTrain: z.boolean().default(false),
    })
    .prefault({}),
  /**
   * The editor for browsers and phones at `/edit/`. `true`: `agentsite edit` and the dev server serve it, and save to
   * the files next to them. A Git host, `{ host: 'github', repository: 'zoe/field-notes' }`: it is part of the build and
   * saves to that repository. An address, `{ url: 'https://edit.example.org', indieAuth: true }`: as `true`, and apps find
   * its sign-in from the home page. Needs the package `agentsite-editor`.
   */
  editor: z.union([z.boolean(), gitHost, editorHost]).default(false),
  /** Addresses and operations that are going away. */
  lifecycle: z.array(lifecycleEntry).default([]),
});

/** Is the editor a part of the build, which saves to a Git host? */
export const isAtGitHost = (editor: z.infer<typeof siteFields>['editor']) =>
  typeof editor === 'object' && 'host' in editor;

/** Only hosts whose sites may be below a path can have one in their address. */
const belowPath: readonly DeployTarget[] = ['static', 'github-pages'];

/** Hosts that send no Content-Security-Policy of the site with every page: that of the editor is another one. */
const hostsOfEditor: readonly DeployTarget[] = ['static', 'github-pages'];

export const siteSchema = siteFields.superRefine(({ url, deploy, sidecar, editor, connect }, context) => {
  if (isAtGitHost(editor) && !hostsOfEditor.includes(deploy)) {
    const other = deploy === 'server' ? 'true' : 'false';
    const message = `must be ${other}: with deploy: '${deploy}' a build can't contain the editor. ${hostsOfEditor.join(' and ')} can`;
    context.addIssue({ code: 'custom', path: ['editor'], message });
  }
  if (isAtGitHost(editor) && editor.signIn) {
    const missing = editor.host === 'github' ? 'url' : 'appId';
    const path = ['editor', 'signIn', missing];
    if (!editor.signIn[missing])
      context.addIssue({ code: 'custom', path, message: `must be set for host: '${editor.host}'` });
  }
  if (connect.comments?.service === 'contact' && deploy !== 'server' && sidecar === undefined) {
    const message = `must be 'mail': with deploy: '${deploy}' there is no contact form`;
    context.addIssue({ code: 'custom', path: ['connect', 'comments', 'service'], message });
  }
  if (!URL.canParse(url)) return;
  const { pathname, origin } = new URL(url);
  if (sidecar !== undefined && sidecar === origin) {
    const message = `must be another host than ${origin}, which serves the files of the site`;
    context.addIssue({ code: 'custom', path: ['sidecar'], message });
  }
  const isSidecar = deploy === 'server' && sidecar !== undefined;
  if (pathname !== '/' && !belowPath.includes(deploy) && !isSidecar) {
    const message = `must be ${origin}: with deploy: '${deploy}' a site has a host of its own. Only ${belowPath.join(' and ')} serve a site below a path`;
    context.addIssue({ code: 'custom', path: ['url'], message });
  }
});

/** What an owner writes (`SiteSettings`), with its defaults, checked. */
export type Site = z.output<typeof siteSchema> & {
  /** Paths of lists without an entry, where the content is known; see `empty-lists.ts`. */
  readonly emptyLists?: readonly string[];
  /** The settings of the default language, in those of another one; see `languages.ts`. */
  readonly base?: Site;
  /** What programs and addresses call the language, in the settings of one that is not the default. */
  readonly languageSlug?: string;
  /** Names of the owner's content types and taxonomies in another language. */
  readonly labels?: LanguageLabels;
};
type LanguageLabels = Readonly<Record<string, z.output<typeof labels>>>;
export type LifecycleEntry = Site['lifecycle'][number];
