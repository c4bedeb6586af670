import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { SiteSettings } from '../../../../src/core/model/settings/site-settings.ts';
import { plainEnvironment } from '../../../../test/helpers/environment.ts';
import { layOutOwnSite } from '../../../../test/helpers/own-site.ts';
import { projectRoot } from '../../../../test/helpers/project-copy.ts';
import { makeQuickFolder } from '../../../../test/helpers/quick-folder.ts';
import { startSite } from '../../../../test/helpers/site-process.ts';
import { listSiteFiles } from '../../../create/src/site-files.ts';

/** The workflow of a new site ends with `agentsite doctor --fail-on error`: a healthy site must pass. */
type Connect = NonNullable<SiteSettings['connect']>;

const giscus = {
  service: 'giscus',
  repository: 'me/notes',
  repositoryId: 'R_1',
  category: 'General',
  categoryId: 'DIC_1',
} as const;
const id = '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f';
const other = {
  service: 'other',
  name: 'Counter',
  script: 'https://count.example.net/a.js',
  cookies: true,
} as const;

/** Every service that there is. The first choice has the privacy page that is written for the owner. */
const choices: readonly Connect[] = [
  {
    analytics: { service: 'plausible' },
    comments: giscus,
    newsletter: { service: 'buttondown', user: 'notes' },
    video: ['youtube', 'vimeo'],
  },
  {
    analytics: { service: 'goatcounter', code: 'notes' },
    comments: { ...other, name: 'Talkyard', cookies: false },
    newsletter: { service: 'listmonk', host: 'https://list.example.net', lists: [id] },
    privacy: '/about/',
  },
  {
    analytics: { service: 'umami', website: id },
    comments: giscus,
    newsletter: { service: 'other', name: 'Letters', action: 'https://letters.example.net/subscribe' },
    video: ['vimeo'],
    privacy: '/about/',
  },
  { analytics: other, privacy: '/about/' },
];

/** Sites of all languages take turns in it: what is compiled depends on their services alone. */
const folder = makeQuickFolder('doctor-created');
const root = layOutOwnSite(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function runDoctor(url: string, folder: string): Promise<{ status: unknown; output: string }> {
  const child = spawn(
    process.execPath,
    [join(projectRoot, 'packages/doctor/src/commands/doctor.ts'), url, '--private', '--fail-on', 'error'],
    { cwd: folder, env: { ...plainEnvironment, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [status] = await once(child, 'close');
  return { status, output };
}

const film = { youtube: 'https://youtu.be/abcdefghijk', vimeo: 'https://vimeo.com/1234' } as const;

describe.each(['de', 'ar', 'ja'])('the doctor passes on a new site in %s', (language) => {
  it.each(choices.map((connect, at) => [at + 1, connect] as const))(
    'with services, choice %i',
    async (_at, connect) => {
      const files = listSiteFiles(
        {
          title: 'Notes',
          owner: 'Zoë',
          language,
          timezone: 'UTC',
          look: 'classic',
          host: 'server',
          url: 'https://notes.example.org',
          import: 'nothing',
          export: '',
          packages: { agentsite: '1.0.0', astro: '7.0.0', node: {} },
          node: 24,
          addOns: [],
          isVendored: false,
          today: '2026-01-20',
        },
        24,
      );
      const { 'site.ts': settings = '', 'content/posts/hello.md': hello = '' } = files;
      const videos = (connect.video ?? []).map((name) => `\n[Film](${film[name]})\n`).join('');
      const changed = {
        ...files,
        'site.ts': settings.replace('\n}', `\n  connect: ${JSON.stringify(connect)},\n}`),
        'content/posts/hello.md': hello + videos,
        // Shorter than the widgets below it, which the whole of a first post may be.
        'content/posts/short.md': '---\ntitle: Kurz\ndate: 2026-01-19\n---\nEin kurzer Text.\n',
      };
      for (const name of ['content', 'public', '.data'])
        rmSync(join(root, name), { recursive: true, force: true });
      for (const [file, text] of Object.entries(changed)) {
        mkdirSync(dirname(join(root, file)), { recursive: true });
        writeFileSync(join(root, file), text);
      }
      const site = await startSite(root, {}, join(folder, 'engine/sidecar/main.ts'));
      const { status, output } = await runDoctor(site.url, root);
      await site.stop();
      expect(output).not.toContain('twin-words');
      expect([status, output]).toEqual([0, expect.any(String)]);
    },
  );
});
