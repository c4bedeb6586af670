import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { layOutProject } from '../../helpers/project-copy.ts';

const compound = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
const solid = 'x'.repeat(120);
const url = `https://example.org/${'a-long-path/'.repeat(12)}?query=${'y'.repeat(60)}`;
const code = 'Object.getOwnPropertyDescriptors(globalThis.crypto.subtle)';
const path = '/wp-json/agentsite/v1/a-very-long-address-that-cannot-be-broken/index.json';

const text = `Der ${compound} und ${solid}, ${url}, \`${code}\`, \`${solid}\`, **${compound}** und ein [Link ${solid}](/about/).[^1]

## Überschrift ${compound} ${solid}

### \`${code}\`

#### ${url}

| Spalte ${compound} | Code | Adresse | Zahl |
| --- | :---: | --- | ---: |
| ${compound} | \`${code}\` | ${url} | 1234567890 |
| kurz | \`--long-option=value\` | \`${path}\` | 2 |

<table><tr><td>${solid}</td><td>${compound} ${compound}</td><td><code>${path}</code></td></tr></table>

\`\`\`js title="src/${solid}.ts"
const value = '${solid}${solid}';
\`\`\`

<pre>${solid} ${solid}</pre>

> [!NOTE]
> ${compound} ${solid}

> > > > > ${compound}

- eins ${solid}
  - zwei ${compound}
    - drei
      - vier
        - fünf
          - sechs ${compound}

1. [x] ${solid}

Term <kbd>${compound}</kbd> <samp>${solid}</samp> <mark>${solid}</mark> <sup>${solid}</sup>

<dl><dt>${solid}</dt><dd>${compound}</dd></dl>

<details><summary>${solid}</summary>${solid}</details>

![${solid}](wide.svg)

<audio controls></audio>

Die Formel $\`${'a + '.repeat(60)}b\`$ steht in der Zeile.

\`\`\`math
${'\\frac{a}{b} + '.repeat(40)} c
\`\`\`

[^1]: ${compound} ${url} ${solid}
`;

/** Comments that answer each other, ten deep. */
const comments = Array.from({ length: 10 }, (_, index) =>
  [
    `- id: ${index + 1}`,
    ...(index > 0 ? [`  parent: ${index}`] : []),
    `  name: ${compound}${solid}`,
    `  date: 2026-03-11T08:00:${String(index).padStart(2, '0')}`,
    `  text: ${index > 0 ? '' : '1. '}${compound} ${solid}`,
  ].join('\n'),
).join('\n');

/** An image with a long caption, and one as a page wraps those that have several sizes. */
const placeImages = (
  place: string,
) => `![Bild](../posts/wide.svg "${compound} und Wörter"){width=300 .${place}}

<figure class="align${place}"><picture><img src="../posts/wide.svg" alt="Bild" width="300" class="align${place}"></picture><figcaption>Bild</figcaption></figure>

<hr style="clear: both">`;

const quoted = (value: string) => JSON.stringify(value);

/** Content with words that are wider than any phone, in every place that shows words. */
const content: Readonly<Record<string, string>> = {
  'categories.yaml': `- { slug: lang, name: ${quoted(compound)}, description: ${quoted(`${solid} ${url}`)} }\n- { slug: kind, name: ${quoted(solid)}, parent: lang }\n`,
  'tags.yaml': `- { slug: eins, name: ${quoted(solid)} }\n- { slug: zwei, name: ${quoted(url)} }\n`,
  'posts/wide.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="40"><path d="M0 0h9v9z"/></svg>\n',
  'comments/101.yaml': comments,
  'pages/about.md': `---\ntitle: ${quoted(`${compound} ${solid}`)}\n---\n${text.replace('wide.svg', '../posts/wide.svg')}`,
  'pages/about/below.md': `---\ntitle: ${quoted(url)}\n---\n${compound}\n`,
  'pages/secret.md': `---\ntitle: ${quoted(solid)}\npassword: geheim\n---\nText.\n`,
  'talks/vortrag.md': `---\ntitle: ${quoted(compound)}\ndate: 2026-02-03\nevent: ${quoted(solid)}\nlocation: ${quoted(compound)}\nslides: ${url}\nvideo: https://${'w'.repeat(60)}.example.org/\n---\n${compound}\n`,
  'pages/places.md': `---\ntitle: Orte\n---\n${['left', 'right', 'center'].map(placeImages).join('\n\n')}\n`,
  'plugins/plugin.md': `---\ntitle: ${quoted(solid)}\nversion: ${quoted('1.2.3-'.repeat(20))}\nlicense: ${quoted(compound)}\nrepository: ${url}\n---\n## Install\n\n${compound}\n`,
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `posts/beitrag-${index + 1}.md`,
      `---
title: ${quoted(index === 0 ? `${solid} ${url}` : `${compound} ${index}`)}
id: ${101 + index}
date: 2026-01-${String(index + 1).padStart(2, '0')}
description: ${quoted(`${compound} ${solid}`)}
categories: [lang, kind]
tags: [eins, zwei]
series: ${quoted(`${compound} ${solid}`)}
sticky: ${index === 0}
---
${index === 0 ? text : `${compound} ${solid}`}
`,
    ]),
  ),
};

export function layOutNarrowSite(folder: string): void {
  layOutProject(folder);
  for (const [file, body] of Object.entries(content)) {
    const target = join(folder, 'content', file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, body);
  }
  const links = [compound, solid, 'Über', 'Beiträge'].map((label) => ({ label, path: '/posts/' }));
  const site = {
    title: `Notizen ${compound}`,
    description: `${compound} ${solid}`,
    url: 'http://localhost:4321',
    language: 'de',
    owner: { name: `${compound}${solid}`, slug: 'owner', description: `${solid} ${url}` },
    navigation: links,
    footerNavigation: links,
    social: [{ label: solid, url: 'https://example.social/@me' }],
    connect: {
      analytics: { service: 'other', name: solid, script: 'https://count.example.org/a.js', cookies: true },
      comments: {
        service: 'giscus',
        repository: 'me/notes',
        repositoryId: 'R',
        category: 'General',
        categoryId: 'C',
      },
      newsletter: { service: 'other', name: compound, action: `https://${'n'.repeat(60)}.example.org/` },
      video: ['youtube'],
    },
  };
  writeFileSync(join(folder, 'src/site.ts'), `export const site = ${JSON.stringify(site, null, 2)};\n`);
}

/** A page of each kind. */
export const narrowPages = [
  '/',
  '/posts/',
  '/posts/page/2/',
  '/beitrag-1/',
  '/beitrag-5/',
  '/about/',
  '/about/below/',
  '/places/',
  '/secret/',
  '/talks/',
  '/talks/vortrag/',
  '/plugins/plugin/',
  '/category/',
  '/category/lang/',
  '/tag/eins/',
  '/series/',
  '/2026/',
  '/author/owner/',
  '/search/',
  '/search/?q=Notizen',
  `/search/?q=${'Q'.repeat(150)}`,
  '/contact/',
  '/contact/?sent',
  '/privacy/',
  `/${'nirgends'.repeat(20)}/`,
] as const;
