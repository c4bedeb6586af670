import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { layOutProject } from '../../helpers/project-copy.ts';

/** Content without one Latin letter in what readers see, and at least one of every part of a page. */
const content: Readonly<Record<string, string>> = {
  'categories.yaml': '- slug: odigoi\n  name: Οδηγοί\n',
  'tags.yaml': '- slug: diktyo\n  name: Δίκτυο\n',
  'pages/about.md': '---\ntitle: Σχετικά\n---\nΛίγα λόγια.\n\n## Πρώτο\n\nΛόγος.\n\n## Δεύτερο\n\nΛόγος.\n',
  'pages/about/more.md': '---\ntitle: Περισσότερα\n---\nΚι άλλα.\n',
  'pages/secret.md': '---\ntitle: Μυστικό\npassword: κλειδί\n---\nΚρυφό κείμενο.\n',
  'talks/omilia.md':
    '---\ntitle: Ομιλία\ndate: 2026-02-03\nevent: Συνάντηση\nlocation: Αθήνα\nslides: https://παράδειγμα.δοκιμή/α\nvideo: https://παράδειγμα.δοκιμή/β\n---\nΠερίληψη.\n',
  'plugins/ergaleio.md':
    '---\ntitle: Εργαλείο\nversion: "1.2"\nlicense: Άδεια\nrepository: https://παράδειγμα.δοκιμή/γ\nhomepage: https://παράδειγμα.δοκιμή/δ\n---\nΠεριγραφή.\n\n## Εγκατάσταση\n\nΒήματα.\n',
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `posts/keimeno-${index + 1}.md`,
      `---
title: Κείμενο ${index + 1}
date: 2026-0${1 + (index % 9)}-1${index % 9}
modified: 2026-10-01
categories: [odigoi]
tags: [diktyo]
${index < 2 ? 'series: Σειρά\n' : ''}${index === 3 ? 'sticky: true\n' : ''}---
Πρώτη παράγραφος.[^1]

> [!NOTE]
> Σημείωση.

> [!WARNING]
> Προσοχή.

- [x] έγινε
- [ ] μένει

## Κώδικας

\`\`\`
α = β
\`\`\`

## Τέλος

Λόγος.

[^1]: Υποσημείωση.
`,
    ]),
  ),
};

/** Lays out a site with that content, without its settings. */
export function layOutGreekSite(folder: string): void {
  layOutProject(folder);
  for (const [file, text] of Object.entries(content)) {
    const path = join(folder, 'content', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** @param settings come on top of those of a Greek site */
export function writeGreekSettings(folder: string, settings: Readonly<Record<string, unknown>>): void {
  const site = {
    title: 'Σημειώσεις',
    description: 'Σημειώσεις για δοκιμή.',
    url: 'http://localhost:4321',
    language: 'el',
    timezone: 'Europe/Athens',
    owner: { name: 'Ιδιοκτήτης', slug: 'owner', description: 'Γράφει.' },
    navigation: [{ label: 'Σχετικά', path: '/about/' }],
    footerNavigation: [],
    lifecycle: [],
    ...settings,
  };
  writeFileSync(join(folder, 'src/site.ts'), `export const site = ${JSON.stringify(site, null, 2)};\n`);
}

/** A page of each kind that the site has. */
export const greekPages = [
  '/',
  '/posts/',
  '/posts/page/2/',
  '/keimeno-1/',
  '/keimeno-4/',
  '/about/',
  '/secret/',
  '/talks/',
  '/talks/omilia/',
  '/plugins/',
  '/plugins/ergaleio/',
  '/category/',
  '/category/odigoi/',
  '/tag/diktyo/',
  '/series/',
  '/2026/',
  '/author/owner/',
  '/search/',
  '/search/?q=Κώδικας',
  '/contact/',
  '/contact/?sent',
  '/nowhere/',
] as const;
