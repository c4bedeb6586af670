import { dirname } from 'node:path/posix';
import {
  type AddOnName,
  addOnFile,
  astroConfig,
  packageName,
  type SitePackages,
  vendoredEngine,
} from 'agentsite/model';
import type { Answers } from './answers.ts';
import { initialOf, writeIcon } from './icon.ts';
import { writeReadme } from './readme.ts';
import { starterContent } from './starter-content.ts';

export interface NewSite extends Answers {
  readonly packages: SitePackages;
  /** Packages that the site needs besides the engine. */
  readonly addOns: readonly AddOnName[];
  /** Are the engine and its add-ons installed from `vendor/`? */
  readonly isVendored: boolean;
  /** Major version of the Node that runs `init`. */
  readonly node: number;
  /** `server`, or a Git host; absent without the editor. */
  readonly editor?: string | undefined;
  /** At the Git host: `zoe/field-notes`. */
  readonly repository?: string | undefined;
  /** `YYYY-MM-DD`, in the site's time zone. */
  readonly today: string;
}

/** The files of a new site, by path. A site with an import has no content of its own. */
export function listSiteFiles(site: NewSite, leastNode: number): Readonly<Record<string, string>> {
  return {
    'package.json': `${JSON.stringify(manifestOf(site, leastNode), null, 2)}\n`,
    'astro.config.mjs': astroConfig,
    'site.ts': settingsOf(site),
    ...(site.import === 'nothing' ? contentOf(site) : {}),
    'public/favicon.svg': writeIcon(initialOf(site.title), 'square'),
    'public/author.svg': writeIcon(initialOf(site.owner), 'circle'),
    '.gitignore': `${ignored}${site.isVendored ? `# Overrides rules of other files, such as *.tgz.\n!/${dirname(vendoredEngine)}/\n!/${dirname(vendoredEngine)}/*.tgz\n` : ''}`,
    'README.md': writeReadme(site, site.isVendored),
  };
}

const ignored = 'node_modules/\ndist/\npreview/\n.astro/\n.data/\n.dev/\n.env\n';

function manifestOf({ title, packages, addOns, isVendored, node }: NewSite, leastNode: number): object {
  const { astro } = packages;
  const agentsite = isVendored ? `file:${vendoredEngine}` : packages.agentsite;
  const versionOf = (name: AddOnName) => (isVendored ? `file:${addOnFile(name)}` : packages.agentsite);
  const listed = addOns.map((name) => [name, versionOf(name)] as const);
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
    dependencies: { agentsite, ...Object.fromEntries(listed), astro },
    // Its binary is a package of its own; npm asks about undecided scripts.
    allowScripts: { esbuild: false },
    // An older Node runs npm, and the installed one runs the scripts.
    ...(node < leastNode ? { optionalDependencies: packages.node } : {}),
  };
}

function settingsOf(site: NewSite): string {
  const { title, owner, url, host, language, timezone } = site;
  const words = starterContent(language);
  const about = `\n    { label: ${quote(owner)}, path: '/about/' },`;
  return `import type { SiteSettings } from 'agentsite';

/** All settings of this site. Your editor completes the fields and marks mistakes. */
export const site = {
  title: ${quote(title)},
  description: ${quote(words.description.replace('{owner}', () => owner))},
  url: ${quote(url.replace(/\/$/, ''))},
  deploy: ${quote(host === 'docker' ? 'server' : host)},
  language: ${quote(language)},
  timezone: ${quote(timezone)},
  owner: { name: ${quote(owner)}, slug: ${quote(packageName(owner, 'owner'))} },
${editorOf(site)}  look: ${quote(site.look)},
  favicon: '/favicon.svg',
  smartPunctuation: true,
  navigation: [
    { label: ${quote(words.posts)}, path: '/posts/' },${site.import === 'nothing' ? about : ''}
  ],
} satisfies SiteSettings;
`;
}

const contentOf = (site: NewSite) => ({
  'content/posts/hello.md': hello(site),
  'content/posts/next.md': draft(site),
  'content/pages/about.md': about(site),
});

const hello = ({ today, language }: NewSite) => {
  const { hello, change, contents, elements, tip } = starterContent(language);
  return `---
title: ${quoteYaml(hello)}
date: ${today}
---

${change}

## ${contents}

${elements.replace(']', '](../pages/about.md)')}

\`\`\`js
console.log('${hello}');
\`\`\`

> [!TIP]
> ${tip}
`;
};

/** The line of the editor's setting. */
function editorOf({ editor, repository }: NewSite): string {
  if (editor === undefined) return '';
  if (editor === 'server') return '  editor: true,\n';
  return `  editor: { host: ${quote(editor)}, repository: ${quote(repository ?? '')} },\n`;
}

const draft = ({ today, language }: NewSite) => `---
title: ${quoteYaml(starterContent(language).next)}
date: ${today}
draft: true
---

${starterContent(language).draft}
`;

const about = ({ owner, language }: Answers) => `---
title: ${quoteYaml(owner)}
---

${starterContent(language).about}
`;

/** A TypeScript string, in the quotes that need no escape. */
function quote(text: string): string {
  if (text.includes("'") && !/["\\]/.test(text)) return `"${text}"`;
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

const quoteYaml = (text: string) => JSON.stringify(text);
