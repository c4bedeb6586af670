import type { SiteSettings } from '../../src/core/model/settings/site-settings.ts';

/** A site in English, German and Arabic: documents in all, in two and in one of them, terms with names in each. */
export const languagesSettings = {
  title: 'Field notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  language: 'en',
  timezone: 'Europe/Berlin',
  owner: { name: 'The owner', slug: 'owner' },
  navigation: [{ label: 'Writing', path: '/posts/' }],
  languages: {
    de: {
      title: 'Feldnotizen',
      description: 'Notizen aus dem Feld.',
      navigation: [{ label: 'Beiträge', path: '/de/posts/' }],
      words: { allPosts: 'Sämtliche Beiträge' },
    },
    ar: { title: 'ملاحظات', description: 'ملاحظات من الحقل.', dateFormat: 'medium' },
  },
} as const satisfies SiteSettings;

const post = (title: string, text: string, more = '') =>
  `---\ntitle: "${title}"\ndate: 2026-03-01T10:00:00\n${more}---\n\n${text}\n`;

export const languagesFiles: Readonly<Record<string, string>> = {
  'content/categories.yaml': `- slug: garden
  name: Garden
  id: 11
  translations:
    de: { name: Garten, slug: garten, description: Was wächst. }
- slug: tools
  name: Tools
  parent: garden
  translations: { de: { name: Werkzeug } }
- { slug: weather, name: Weather }
`,
  'content/tags.yaml':
    '- { slug: rain, name: Rain, translations: { ar: { name: مطر } } }\n- { slug: wind, name: Wind }\n',
  'content/posts/seeds.md': post(
    'Seeds',
    'Sow them in [rows](rows.md).',
    'categories: [garden]\ntags: [rain]\n',
  ),
  'content/posts/seeds.de.md': post(
    'Samen',
    'Säen Sie die Bäume.',
    'categories: [garden, tools]\nseries: Beete\n',
  ),
  'content/posts/seeds.ar.md': post('بذور', 'ازرع البذور في التربة.', 'slug: buzur\ntags: [rain]\n'),
  'content/posts/rows.md': post('Rows', 'In lines.', 'categories: [garden]\n').replace('03-01', '02-01'),
  'content/posts/reihen.md': post(
    'Reihen',
    'In Linien, siehe [Samen](seeds.de.md).',
    'lang: de\ntranslationOf: rows\ncategories: [garten]\nseries: Beete\n',
  ).replace('03-01', '02-02'),
  'content/posts/only-here.md': post('Only here', 'In English alone.', 'tags: [wind]\n').replace(
    '03-01',
    '01-01',
  ),
  'content/posts/nur-hier.de.md': post('Nur hier', 'Nur auf Deutsch.', 'tags: [wind]\n').replace(
    '03-01',
    '01-02',
  ),
  'content/posts/secret.md': post('Secret', 'Hidden words.', 'password: open\n').replace('03-01', '01-03'),
  'content/posts/secret.de.md': post('Geheim', 'Verborgene Worte.', 'password: open\n').replace(
    '03-01',
    '01-03',
  ),
  'content/pages/index.md': '---\ntitle: Field notes\n---\n\nWelcome.\n',
  'content/pages/index.de.md': '---\ntitle: Feldnotizen\n---\n\nWillkommen.\n',
  'content/pages/manual.md': '---\ntitle: Manual\n---\n\nHow to.\n',
  'content/pages/manual.de.md': '---\ntitle: Handbuch\nslug: handbuch\n---\n\nWie es geht.\n',
  'content/pages/manual/sowing.md': '---\ntitle: Sowing\n---\n\nIn spring.\n',
  'content/pages/manual/sowing.de.md': '---\ntitle: Säen\nslug: saeen\n---\n\nIm Frühling.\n',
  'content/talks/weather.md':
    '---\ntitle: Weather\ndate: 2026-02-01\nevent: Field day\nlocation: Berlin\n---\n\nIt rains.\n',
};
