import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyCode, linkModules } from './project-copy.ts';

/** A site that uses an engine next to it: its folder has none of the engine's files. */
const ownSite: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "own-site", "private": true, "type": "module" }\n',
  'astro.config.mjs': `import { defineConfig } from 'astro/config';
import agentsite from 'agentsite';
import { site } from './site.ts';

export default defineConfig({ integrations: [agentsite(site)] });
`,
  'site.ts': `export const site = {
  title: 'Field notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  timezone: 'Europe/Berlin',
  owner: { name: 'The owner', slug: 'owner' },
};
`,
  'content/posts/hello.md':
    '---\ntitle: Hello\ndate: 2026-01-02T10:00:00\n---\n\nThe first words, with hellocanary.\n',
  'content/posts/later.md':
    '---\ntitle: Later\ndate: 2026-01-03\ndraft: true\n---\n\nNot for readers: draftcanary.\n',
  'content/pages/about.md': '---\ntitle: About\n---\n\nA page.\n',
  'public/notes.txt': 'As it is.\n',
};

/**
 * Lays out such a site in `site/` and a copy of this project in `engine/`, with the packages above both; the package
 * `agentsite` is that engine.
 * @param files others, or more
 * @returns the folder of the site
 */
export function layOutOwnSite(folder: string, files: Readonly<Record<string, string>> = {}): string {
  const engine = join(folder, 'engine');
  linkModules(folder, engine);
  copyCode(engine);
  const root = join(folder, 'site');
  for (const [file, text] of Object.entries({ ...ownSite, ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}
