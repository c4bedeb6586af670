import { dirname } from 'node:path/posix';
import type { Answers } from './answers.ts';
import { initialOf, writeIcon } from './icon.ts';
import { writeReadme } from './readme.ts';
import { type SitePackages, vendoredEngine } from './site-packages.ts';
import { starterTexts } from './starter-texts.ts';

export interface NewSite extends Answers {
  readonly packages: SitePackages;
  /** Is the engine a packed file in the site's folder, `vendoredEngine`? */
  readonly isVendored: boolean;
  /** Major version of the Node that runs `init`. */
  readonly node: number;
  /** `YYYY-MM-DD`, on the site's clock. */
  readonly today: string;
}

/**
 * The files of a new site, by name from its folder.
 *
 *     package.json astro.config.mjs site.ts .gitignore README.md
 *     content/posts/hello.md content/posts/next.md content/pages/about.md
 *     public/favicon.svg public/author.svg
 *
 * Where an import brings the texts, there are none.
 */
export function listSiteFiles(site: NewSite, leastNode: number): Readonly<Record<string, string>> {
  return {
    'package.json': `${JSON.stringify(manifestOf(site, leastNode), null, 2)}\n`,
    'astro.config.mjs': config,
    'site.ts': settingsOf(site),
    ...(site.import === 'nothing' ? textsOf(site) : {}),
    'public/favicon.svg': writeIcon(initialOf(site.title), 'square'),
    'public/author.svg': writeIcon(initialOf(site.owner), 'circle'),
    '.gitignore': `${ignored}${site.isVendored ? `# Overrides rules of other files, such as *.tgz.\n!/${dirname(vendoredEngine)}/\n!/${vendoredEngine}\n` : ''}`,
    'README.md': writeReadme(site, site.isVendored),
  };
}

const ignored = 'node_modules/\ndist/\npreview/\n.astro/\n.data/\n.dev/\n.env\n';

/** What the package of the site is called, and its project at a host. */
export const packageName = (title: string) => slugOf(title, 'my-site');

function manifestOf({ title, packages, isVendored, node }: NewSite, leastNode: number): object {
  const { astro } = packages;
  const agentsite = isVendored ? `file:${vendoredEngine}` : packages.agentsite;
  return {
    name: packageName(title),
    private: true,
    type: 'module',
    engines: { node: `>=${leastNode}` },
    scripts: {
      start: 'agentsite start',
      dev: 'agentsite dev',
      build: 'agentsite build',
      check: 'agentsite check',
      new: 'agentsite new',
      test: 'agentsite test',
    },
    dependencies: { agentsite, astro },
    // Its file comes as a package of its own; npm asks about scripts that nobody has decided on.
    allowScripts: { esbuild: false },
    // An older Node runs npm, and the one that comes with the packages runs the scripts.
    ...(node < leastNode ? { optionalDependencies: packages.node } : {}),
  };
}

/** Written so that the names of the engine's own files, which change when it is compiled, are not taken for this one. */
const settingsFile = './site.ts';

const config = `import agentsite from 'agentsite';
import { defineConfig } from 'astro/config';
import { site } from ${quote(settingsFile)};

export default defineConfig({ integrations: [agentsite(site)] });
`;

function settingsOf(site: NewSite): string {
  const { title, owner, url, host, language, timezone } = site;
  const about = `\n    { label: ${quote(owner)}, path: '/about/' },`;
  return `import type { SiteSettings } from 'agentsite';

/** Everything about this site that you decide. Your editor completes the fields, and marks what cannot be right. */
export const site = {
  title: ${quote(title)},
  description: ${quote(`${title} · ${owner}`)},
  url: ${quote(url.replace(/\/$/, ''))},
  deploy: ${quote(host === 'docker' ? 'server' : host)},
  language: ${quote(language)},
  timezone: ${quote(timezone)},
  owner: { name: ${quote(owner)}, slug: ${quote(slugOf(owner, 'owner'))} },
  favicon: '/favicon.svg',
  navigation: [
    { label: ${quote(starterTexts(language).posts)}, path: '/posts/' },${site.import === 'nothing' ? about : ''}
  ],
} satisfies SiteSettings;
`;
}

const textsOf = (site: NewSite) => ({
  'content/posts/hello.md': hello(site),
  'content/posts/next.md': draft(site),
  'content/pages/about.md': about(site),
});

const hello = ({ today, language }: NewSite) => {
  const { hello, first, change, holds, kinds, tip } = starterTexts(language);
  return `---
title: ${quoteYaml(hello)}
date: ${today}
description: ${quoteYaml(first)}
---

${change}

## ${holds}

${kinds.replace(']', '](../pages/about.md)')}

\`\`\`js
console.log('${hello}');
\`\`\`

> [!TIP]
> ${tip}
`;
};

const draft = ({ today, language }: NewSite) => `---
title: ${quoteYaml(starterTexts(language).next)}
date: ${today}
draft: true
---

${starterTexts(language).draft}
`;

const about = ({ owner, language }: Answers) => `---
title: ${quoteYaml(owner)}
description: ${quoteYaml(starterTexts(language).who)}
---

${starterTexts(language).about}
`;

/** A word for addresses: ASCII letters, digits and hyphens. */
function slugOf(text: string, otherwise: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || otherwise;
}

/** As TypeScript writes it: in double quotes only where that needs no mark. */
function quote(text: string): string {
  if (text.includes("'") && !/["\\]/.test(text)) return `"${text}"`;
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

const quoteYaml = (text: string) => JSON.stringify(text);
