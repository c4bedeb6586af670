import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { astroConfig } from '../../../../src/core/model/site-packages.ts';
import { projectRoot } from '../../../../test/helpers/project-copy.ts';
import { did, password } from './fake-host.ts';

/** Settings of a site in three languages with the plugin. @param more options of the plugin */
const settings = (host: string, more: string, account: string) => `
import { atproto } from 'agentsite-atproto';

export const site = {
  title: 'Field notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  language: 'en',
  languages: { de: { title: 'Feldnotizen' }, ja: { title: '野帳' } },
  timezone: 'Europe/Berlin',
  deploy: 'github-pages',
  owner: { name: 'The owner', slug: 'owner' },
  plugins: [atproto({ did: '${account}', host: '${host}', ${more} })],
};
`;

export interface FollowedSite {
  readonly root: string;
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => void;
  readonly delete: (file: string) => void;
  /** Runs a command of `agentsite` in the site. */
  readonly run: (...words: string[]) => Promise<{ status: number | null; said: string }>;
  readonly remove: () => void;
}

/** Below the project, whose packages it uses. @param files besides the settings */
export function layOutFollowedSite(
  host: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  { more = '', account = did, secret = password } = {},
): FollowedSite {
  const root = mkdtempSync(join(projectRoot, '.agentsite-test-'));
  const write: FollowedSite['write'] = (written) => {
    for (const [file, text] of Object.entries(written)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
  };
  write({
    'package.json': '{ "type": "module" }',
    'astro.config.mjs': astroConfig,
    'site.ts': settings(host, more, account),
    ...files,
  });
  const run: FollowedSite['run'] = async (...words) => {
    const child = spawn(process.execPath, [join(projectRoot, 'src/cli/agentsite.ts'), ...words], {
      cwd: root,
      env: { ...process.env, ATPROTO_PASSWORD: secret },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, said };
  };
  return {
    root,
    write,
    run,
    delete: (file) => rmSync(join(root, file)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A post in front matter and text. */
export const entry = (title: string, day: string, more = '', text = `Words of ${title}.`) =>
  `---\ntitle: ${title}\ndate: ${day}T10:00:00\n${more}---\n\n${text}\n`;
