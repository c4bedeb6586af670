import type { SiteSettings } from '../../../src/core/model/settings/site-settings.ts';
import { generatePosts } from '../../bench/generate-site.ts';

/**
 * A site in two or three languages, and what every interface has to say of each of its documents. Nothing here is read
 * from the project's own code: paths and versions are written down as a person would expect them.
 */
export interface MadeSite {
  readonly settings: SiteSettings;
  readonly files: Readonly<Record<string, string>>;
  readonly documents: readonly Expected[];
}

export interface Expected {
  readonly language: Tag;
  /** Folder of the content type, which is also its route in wp/v2. */
  readonly kind: 'posts' | 'pages' | 'talks';
  /** Decoded. */
  readonly path: string;
  readonly title: string;
  /** Paths of all versions by language, its own included. */
  readonly versions: Versions<string>;
  /** The same of its page: every language has a home page, also without a document. */
  readonly pages: Versions<string>;
  readonly locked: boolean;
  /** A word that only the versions of this document have. */
  readonly word: string;
}

type Versions<Value> = Partial<Readonly<Record<Tag, Value>>>;

export type Tag = 'en' | 'de' | 'ar';
export const roots: Readonly<Record<Tag, string>> = { en: '', de: '/de', ar: '/ar' };

const views = {
  de: {
    title: 'Feldnotizen & mehr',
    description: 'Notizen aus dem Feld.',
    navigation: [{ label: 'Beiträge', path: '/de/posts/' }],
  },
  ar: { title: 'ملاحظات', description: 'ملاحظات من الحقل.', dateFormat: 'medium' },
} satisfies SiteSettings['languages'];

const terms = `- slug: garden
  name: Garden
  translations:
    de: { name: Garten, slug: garten }
    ar: { name: حديقة, slug: hadiqa }
- slug: tools
  name: Tools
  parent: garden
  translations: { de: { name: Werkzeug, slug: werkzeug } }
- { slug: weather, name: Weather, translations: { de: { name: Wetter } } }
- { slug: water, name: Water }
`;
const termsIn = (languages: readonly Tag[]): string =>
  languages.includes('ar') ? terms : terms.replace(/^ *ar: .*\n/m, '');
const slugsOfTerms = ['garden', 'tools', 'weather', 'water'] as const;

/** One version of a document, before it is known which others there are. */
interface Version {
  readonly file: string;
  readonly path: string;
  readonly title: string;
  readonly front: readonly string[];
  readonly text: string;
}

/** @param count posts; seven of ten have a version in German, and three of ten one in Arabic where that is a language */
export function makeLanguagesSite(languages: readonly Tag[], count: number): MadeSite {
  const files: Record<string, string> = { 'content/categories.yaml': termsIn(languages) };
  const documents: Expected[] = [];
  const add = (kind: Expected['kind'], word: string, all: Versions<Version>, locked = false) => {
    const present = Object.entries(all).filter(([tag]) => languages.includes(tag as Tag)) as [Tag, Version][];
    const versions = Object.fromEntries(present.map(([tag, { path }]) => [tag, path]));
    const homes = Object.fromEntries(languages.map((tag) => [tag, `${roots[tag]}/`]));
    const pages = versions.en === '/' ? homes : versions;
    for (const [language, { file, path, title, front, text }] of present) {
      const lines = [`title: ${JSON.stringify(title)}`, ...front, ...(locked ? ['password: open'] : [])];
      files[`content/${kind}/${file}.md`] = `---\n${lines.join('\n')}\n---\n\n${text}\n`;
      documents.push({ language, kind, path, title, versions, pages, locked, word });
    }
  };
  for (const { body, n } of bodies(count)) {
    const locked = n % 97 === 4;
    add('posts', `k${n}x`, postVersions(n, body), locked);
  }
  for (const [kind, word, versions] of others) add(kind, word, versions);
  const settings: SiteSettings = {
    title: 'Field notes',
    description: 'Notes from the field.',
    url: 'http://localhost:4321',
    language: 'en',
    timezone: 'Europe/Berlin',
    owner: { name: 'The owner', slug: 'owner' },
    navigation: [{ label: 'Writing', path: '/posts/' }],
    languages: Object.fromEntries(languages.flatMap((tag) => (tag === 'en' ? [] : [[tag, views[tag]]]))),
  };
  return { settings, files, documents };
}

function* bodies(count: number): Generator<{ body: string; n: number }> {
  let n = 0;
  // Links to other posts have addresses that this site doesn't have.
  for (const { body } of generatePosts(count)) yield { body: body.replace(/^See \[.*$/m, ''), n: n++ };
}

/** The first eight posts have every combination of languages. */
function postVersions(n: number, body: string): Versions<Version> {
  const place = (n * 7 + 18) % 20;
  const day = new Date(Date.UTC(2010, 0, 1) + n * 3 * 86_400_000).toISOString().slice(0, 10);
  const category = slugsOfTerms[n % slugsOfTerms.length] ?? '';
  const common = [`date: ${day}T10:00:00`, `categories: [${category}]`];
  const series = n % 50 < 3;
  const english: Version = {
    file: `post-${n}`,
    path: `/post-${n}/`,
    title: `Report k${n}x: “rows” & <seeds>`,
    front: [...common, ...(series ? [`series: Beds ${Math.floor(n / 50)}`] : [])],
    text: `The gardener sows in spring.\n\n${body}`,
  };
  const isNamedByFile = n % 2 === 0;
  const german: Version = {
    file: isNamedByFile ? `post-${n}.de` : `bericht-${n}`,
    path: isNamedByFile ? `/de/post-${n}/` : `/de/bericht-${n}/`,
    title: `Bericht k${n}x über Bäume`,
    front: [
      ...common,
      ...(series ? [`series: Beete ${Math.floor(n / 50)}`] : []),
      ...(isNamedByFile ? [] : ['lang: de', ...(place === 19 ? [] : [`translationOf: post-${n}`])]),
    ],
    text: `Der Gärtner sät im Frühling.\n\n${body}`,
  };
  const arabic: Version = {
    file: `post-${n}.ar`,
    path: n % 3 === 0 ? `/ar/تقرير-${n}/` : `/ar/taqrir-${n}/`,
    title: `تقرير k${n}x`,
    front: [...common, n % 3 === 0 ? `slug: تقرير-${n}` : `slug: taqrir-${n}`],
    text: `البستاني يزرع في الحديقة.\n\n${body}`,
  };
  return {
    ...(place === 19 ? {} : { en: english }),
    ...(place < 14 || place === 19 ? { de: german } : {}),
    ...(place < 6 || place === 18 ? { ar: arabic } : {}),
  };
}

const page = (file: string, path: string, title: string, front: string[] = []): Version => ({
  ...{ file, path, title, front },
  text: `${title}.`,
});

const others: readonly [Expected['kind'], string, Versions<Version>][] = [
  [
    'pages',
    'alder1x',
    { en: page('index', '/', 'Welcome alder1x'), de: page('index.de', '/de/', 'Willkommen alder1x') },
  ],
  [
    'pages',
    'birch2x',
    {
      en: page('manual', '/manual/', 'Manual birch2x'),
      de: page('manual.de', '/de/handbuch/', 'Handbuch birch2x', ['slug: handbuch']),
      ar: page('manual.ar', '/ar/dalil/', 'دليل birch2x', ['slug: dalil']),
    },
  ],
  [
    'pages',
    'cedar3x',
    {
      en: page('manual/sowing', '/manual/sowing/', 'Sowing cedar3x'),
      de: page('manual/sowing.de', '/de/handbuch/saeen/', 'Säen cedar3x', ['slug: saeen']),
    },
  ],
  [
    'talks',
    'daisy4x',
    {
      en: page('rain', '/talks/rain/', 'Rain daisy4x', ['date: 2020-01-01']),
      de: page('rain.de', '/de/talks/regen/', 'Regen daisy4x', ['date: 2020-01-01', 'slug: regen']),
    },
  ],
];
