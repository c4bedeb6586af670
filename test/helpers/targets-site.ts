import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../../src/core/model/site.ts';
import { readSite } from '../../src/settings/read-site.ts';
import { plainEnvironment } from './environment.ts';
import { layOutOwnSite } from './own-site.ts';
import { projectRoot } from './project-copy.ts';

/** A site with at least one of everything that a host may treat otherwise. */
const files: Readonly<Record<string, string>> = {
  'site.ts': `export const site = {
  title: 'Field notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  timezone: 'Europe/Berlin',
  contact: 'mailto:keeper@notes.example.org',
  owner: { name: 'The owner', slug: 'owner' },
  navigation: [{ label: 'About', path: '/about/' }, { label: 'Write', path: '/contact/' }],
};
`,
  'content/categories.yaml': '- slug: garden\n  name: Garden\n',
  'content/tags.yaml': '- slug: soil\n  name: Soil\n',
  'content/posts/compost.md': `---
title: Compost
date: 2026-01-04T10:00:00
categories: [garden]
tags: [soil]
series: Soil
redirectFrom: [/old-compost/, /old-compost.html]
image: leaf.png
imageAlt: A leaf
---

Warm heaps, with compostcanary. See [about](/about/), [the note](../pages/about.md#the-note),
[the JSON](/wp-json/wp/v2/posts), [the index](/llms.txt), [write to me](/contact/) and <a href="/hello/">hello</a>.

![A leaf](leaf.png)

> [!NOTE]
> A callout.
`,
  'content/posts/über.md':
    '---\ntitle: Über\ndate: 2026-01-05T10:00:00\nseries: Soil\n---\n\nNot only ASCII.\n',
  'content/pages/about.md': '---\ntitle: About\n---\n\n## The note\n\nA page.\n',
  'content/pages/about/more.md': '---\ntitle: More\n---\n\nBelow a page.\n',
  'content/pages/secret.md': '---\ntitle: Secret\npassword: sesame\n---\n\nHidden, see [hello](/hello/).\n',
  'content/redirects.yaml': '- from: /archives/{id:number}/\n  to: /posts/\n  status: 302\n',
  'content/skills/read-it/SKILL.md':
    '---\nname: read-it\ndescription: Read the notes.\n---\n\n# Read\n\nGet `/llms.txt`.\n',
};

/** A build of the site for one host. */
export interface TargetBuild {
  /** What its host publishes. */
  readonly folder: string;
  readonly site: Site;
  /** What the build said. */
  readonly said: string;
}

/** Lays out the site in a folder. @returns its own folder */
export function layOutTargetsSite(folder: string, more: Readonly<Record<string, string>> = {}): string {
  const root = layOutOwnSite(folder, { ...files, ...more });
  cpSync(join(projectRoot, 'content/posts/page-and-twin.png'), join(root, 'content/posts/leaf.png'));
  return root;
}

/** Runs a command of the engine next to the site. @returns its status, and what it said */
export async function runEngine(
  root: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: unknown; readonly said: string }> {
  const child = spawn(process.execPath, [join(root, '../engine/src/cli/agentsite.ts'), ...words], {
    cwd: root,
    env: { ...plainEnvironment, ...environment },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const [status] = await once(child, 'close');
  return { status, said };
}

/** Builds the site for a host, and keeps what it would publish below `kept`. */
export async function buildTarget(
  root: string,
  deploy: string,
  url: string,
  kept: string,
): Promise<TargetBuild> {
  const { status, said } = await runEngine(root, ['build'], { DEPLOY: deploy, SITE_URL: url });
  if (status !== 0) throw new Error(said);
  const folder = join(kept, new URL(url).pathname);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, deploy === 'server' ? 'dist/client' : 'dist'), folder, { recursive: true });
  return { folder, site: await readSite(root, url, deploy), said };
}
