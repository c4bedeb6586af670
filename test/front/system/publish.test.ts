import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findServerCode } from '../../../deploy/server-code.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { type Cache, startCache } from './cache.ts';
import { type DeployedSite, serveRelease } from './deployed-site.ts';
import { startLoad } from './load.ts';
import { type Exchange, exchange } from './raw-exchange.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentsite-publish-'));
const project = join(folder, 'project');
const root = join(folder, 'srv');
let site: DeployedSite;
let cache: Cache;
let guideOutput = '';

beforeAll(async () => {
  cpSync(inject('siteFolder'), project, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/\/(?:\.data|packed|staged)$/.test(path),
  });
  rmSync(join(project, 'deploy'), { recursive: true, force: true });
  cpSync(join(projectRoot, 'deploy'), join(project, 'deploy'), { recursive: true });
  mkdirSync(root);
  await prepareDependencies();
  writeRelease(0);
  const settings = join(project, 'src/site.ts');
  writeFileSync(settings, readFileSync(settings, 'utf8').replace("  url: '", "  cdnMaxAge: 1,\n  url: '"));
  guideOutput = (await followGuide('setup')) + (await followGuide('publish'));
  site = await serveRelease(root, { folder });
  cache = await startCache(join(folder, 'cache'), site.url);
  useServices();
});
afterAll(async () => {
  await cache?.stop();
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Runs a command block of the deployment guide unchanged, with this test's folders instead of the machine's.
 * Programs that would change the machine, or that ask systemd, only say how they were called.
 */
async function followGuide(block: string): Promise<string> {
  const guide = readFileSync(join(projectRoot, 'deploy/README.md'), 'utf8');
  const commands = new RegExp(`\`\`\`sh ${block}\\n([\\s\\S]+?)\`\`\``).exec(guide)?.[1] ?? '';
  expect(commands).not.toBe('');
  const stubs = join(folder, 'stubs');
  mkdirSync(stubs, { recursive: true });
  const isReady = `echo "ready $(readlink -f ${root}/current/dist)"`;
  for (const name of ['apt-get', 'systemctl', 'nginx', 'curl']) {
    const says = name === 'curl' ? isReady : `echo "called ${name} $*"`;
    writeFileSync(join(stubs, name), `#!/bin/sh\n${says}\n`);
    chmodSync(join(stubs, name), 0o755);
  }
  for (const place of ['etc/systemd/system', 'etc/nginx/conf.d'])
    mkdirSync(join(folder, place), { recursive: true });
  const here = commands
    .replaceAll('/srv/agentsite', root)
    .replaceAll('/etc/', `${folder}/etc/`)
    .replaceAll('SITE_URL=https://example.org deploy', `SITE_URL=${inject('siteUrl')} deploy`);
  return run('bash', ['-euc', here], { PATH: `${stubs}:${process.env.PATH}` });
}

/** The dependencies of this project, as if an earlier publication had installed them. */
async function prepareDependencies(): Promise<void> {
  const { manifests } = await findServerCode(projectRoot, project);
  const lock = hash('sha256', manifests['package-lock.json']);
  const modules = join(root, 'dependencies', hash('sha256', `package-lock.json ${lock}`).slice(0, 16));
  mkdirSync(modules, { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(modules, 'node_modules'));
}

function writeSettings(settings: Readonly<Record<string, string>>): void {
  writeFileSync(
    join(root, 'settings'),
    Object.entries(settings)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join('')
      .concat(`purge() { ${cache.purge}; }\n`),
  );
}

/** What systemctl does on a server, with the processes of this test. */
function useServices(changes: Readonly<Record<string, string>> = {}): void {
  writeSettings({
    reload_nginx: `kill -HUP ${site.nginx.process.pid}`,
    test_nginx: `/usr/sbin/nginx -t -q -c ${site.nginx.configuration}`,
    reload_sidecar: `kill -HUP ${site.service.pid()}`,
    restart_sidecar: 'false',
    ask_sidecar: `curl --silent --max-time 2 ${site.operationsUrl}/readyz`,
    ...changes,
  });
}

/** Content in which everything names its release: a page that says it at its start and its end, and numbered posts. */
function writeRelease(number: number, posts = 0): void {
  const says = `This is release-${number}-.`;
  const filler = 'Words that make the page long enough to be sent in pieces. '.repeat(400);
  writeFileSync(
    join(project, 'content/pages/marked.md'),
    `---\ntitle: Marked release-${number}-\n---\n\n${says}\n\n${filler}\n\n${says}\n`,
  );
  for (let post = 1; post <= posts; post++) {
    writeFileSync(
      join(project, `content/posts/2026-11-20-numbered-${post}.md`),
      `---\ntitle: Numbered ${post}\ndate: 2026-11-20T${String(9 + (post % 12)).padStart(2, '0')}:00:00\n---\n\nPost number-${post}-.\n`,
    );
  }
}

/** Every fourth release is rebuilt, with a new post; the others change the page in the build, which takes less time. */
async function publishRelease(release: number): Promise<string> {
  if (release % 4 === 0) {
    writeRelease(release, release / 4);
    return publish();
  }
  for (const file of ['marked/index.html', 'marked.md']) {
    const path = join(project, 'dist/client', file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/release-\d+-/g, `release-${release}-`));
  }
  const script = addAsset(release);
  const output = await publish(['--no-build', root]);
  // As if it had been there for long.
  const then = Date.now() / 1000 - 60 * 86_400;
  utimesSync(join(root, 'current', script), then, then);
  return output;
}

/** A script that only the page of this release has. */
function addAsset(release: number): string {
  const assets = join(project, 'dist/client/_astro');
  for (const name of readdirSync(assets)) if (name.startsWith('release-')) rmSync(join(assets, name));
  const script = join(assets, `release-${release}-.js`);
  writeFileSync(script, `'release-${release}-'`);
  const page = join(project, 'dist/client/marked/index.html');
  const text = readFileSync(page, 'utf8').replace(/<script src="\/_astro\/release-.*?<\/script>/, '');
  writeFileSync(
    page,
    text.replace('</head>', `<script src="/_astro/release-${release}-.js"></script></head>`),
  );
  return `dist/client/_astro/release-${release}-.js`;
}

async function publish(
  parameters: readonly string[] = [root],
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  return run('deploy/publish', parameters, environment);
}

/** Runs a command in the project and gives what it said; rejects with that when it failed. */
async function run(
  command: string,
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const child = spawn(command, parameters, {
    cwd: project,
    env: { ...process.env, SITE_URL: inject('siteUrl'), NODE_ENV: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${output}`);
  return output;
}

const ask = (path: string, headers: Record<string, string> = {}) => exchange(site.url, { path, headers });
const current = () => readlinkSync(join(root, 'current'));

/** Every mark in an answer must be of one release, and totals must be those of the list that they come with. */
function judge({ status, headers, body }: Exchange, path: string): string | null {
  if (status !== 200) return `status ${status}`;
  const releases = new Set([...body.matchAll(/release-(\d+)-/g)].map((match) => match[1]));
  if (path.includes('marked') && releases.size !== 1)
    return `releases ${[...releases].join(', ')} in one answer`;
  if (path.includes('per_page=100') && JSON.parse(body).length !== Number(headers['x-wp-total'])) {
    return `${JSON.parse(body).length} posts with a total of ${headers['x-wp-total']}`;
  }
  if (path === '/wp-json/wp/v2/posts') {
    const numbered = [...body.matchAll(/"slug":"numbered-(\d+)"/g)].map((match) => Number(match[1]));
    const total = Number(headers['x-wp-total']) - ownPosts;
    if (numbered.length > 0 && Math.max(...numbered) !== total)
      return `post ${Math.max(...numbered)} with a total of ${total}`;
  }
  return null;
}
let ownPosts = 0;
/** How often it is published under load: a multiple of four. */
const publications = 20;

describe('the deployment guide', () => {
  it('followed to the letter, links to a site that answers, with its units, its configuration and a locked drawer', async () => {
    for (const call of [
      'apt-get install -y --no-install-recommends nginx libnginx-mod-http-brotli-static',
      'systemctl daemon-reload',
      'systemctl enable --now agentsite.socket',
      'systemctl restart agentsite',
      'nginx -t -q',
      'systemctl reload nginx',
      'systemctl enable agentsite.service agentsite-tables.timer',
    ]) {
      expect(guideOutput).toContain(`called ${call}`);
    }
    const owned = readFileSync(join(folder, 'etc/nginx/conf.d/agentsite.conf'), 'utf8');
    expect(owned).not.toContain('SITE_ROOT');
    expect(owned).toContain(`include ${root}/current/nginx/server.conf;`);
    expect(readdirSync(join(folder, 'etc/systemd/system'))).toContain('agentsite.service');
    expect(statSync(join(folder, 'etc/agentsite/credentials')).mode & 0o777).toBe(0o700);
    expect((await ask('/')).status).toBe(200);
    expect((await ask('/wp-json/site/v1/contact')).status).toBe(200);
  });

  it('names as settings and units nothing that is not there', () => {
    const guide = readFileSync(join(projectRoot, 'deploy/README.md'), 'utf8');
    const units = readdirSync(join(projectRoot, 'deploy/systemd'));
    for (const [unit] of guide.matchAll(/agentsite[a-z-]*\.(?:service|socket|timer)/g))
      expect(units).toContain(unit);
    const settings = readFileSync(join(projectRoot, 'sidecar/environment.ts'), 'utf8');
    for (const [, name] of guide.matchAll(/\b([A-Z]+_[A-Z_]+)=?/g)) {
      if (name !== 'SITE_ROOT' && name !== 'NAME') expect(settings, name).toContain(`${name}:`);
    }
    const activate = readFileSync(join(projectRoot, 'deploy/activate'), 'utf8');
    for (const [, name] of guide.matchAll(/`(reload_[a-z]+)=/g)) expect(activate).toContain(`${name}=`);
  });
});

describe('publishing', () => {
  it('many times under load, new posts among them: no request fails, and no answer mixes two releases', async () => {
    ownPosts = Number((await ask('/wp-json/wp/v2/posts')).headers['x-wp-total']);
    const load = startLoad({
      base: site.url,
      paths: [
        '/marked/',
        '/marked.md',
        '/wp-json/wp/v2/posts',
        '/wp-json/wp/v2/posts?per_page=100',
        '/wp-json/wp/v2/pages?slug=marked',
        '/llms.txt',
        '/',
      ],
      keeping: 4,
      opening: 2,
      // A machine that does nothing but answer would publish slowly, and the test take long.
      pause: 60,
      judge,
    });
    /** Through a cache, where browsers and agents ask at the same time. */
    const scripts = new Set<string>();
    const hits = { browsers: 0, agents: 0 };
    const startCached = (who: keyof typeof hits, accept: string) =>
      startLoad({
        base: cache.url,
        paths: ['/marked/', '/marked.md', '/wp-json/wp/v2/posts', '/'],
        headers: { Accept: accept, 'Accept-Encoding': 'identity' },
        keeping: 2,
        opening: 0,
        pause: 60,
        judge(answer, path) {
          const isMarkdown = path.endsWith('.md') || (path.endsWith('/') && accept.includes('markdown'));
          const [, type] = answer.headers['content-type']?.split(/[/;]/) ?? [];
          const wanted = isMarkdown ? 'markdown' : path.includes('json') ? 'json' : 'html';
          if (answer.headers['x-cache'] === 'HIT') hits[who] += 1;
          if (type !== wanted) return `${type} for ${accept}`;
          for (const [script] of answer.body.matchAll(/\/_astro\/release-\d+-\.js/g)) scripts.add(script);
          return judge(answer, path);
        },
      });
    const cached = [
      startCached('browsers', 'text/html,*/*;q=0.8'),
      startCached('agents', 'text/markdown, text/html;q=0.9'),
    ];
    const seen = new Set<string>();
    const problems: string[] = [];
    let tag = (await ask('/marked/')).headers.etag ?? '';
    for (let release = 1; release <= publications; release++) {
      const output = await publishRelease(release);
      seen.add(current());
      if (/nginx reads/.test(output)) problems.push(`release ${release} reloaded nginx`);
      const again = await ask('/marked/', { 'If-None-Match': tag });
      if (again.status !== 200 || !again.body.includes(`release-${release}-`))
        problems.push(`release ${release} is not there: ${again.status}`);
      tag = again.headers.etag ?? '';
      const kept = await exchange(cache.url, { path: '/marked/', headers: {} });
      if (!kept.body.includes(`release-${release}-`)) problems.push(`the cache has not release ${release}`);
    }
    await load.reach(1_000);
    const { requests, failures } = await load.stop();
    console.log(
      `publishing: ${requests} requests over ${publications} publications, ${failures.length} failed`,
    );
    for (const load of cached) {
      const { requests, failures } = await load.stop();
      console.log(`through a cache: ${requests} requests, ${failures.length} failed`);
      expect(failures).toEqual([]);
    }
    const cdnOf = async (path: string, headers = {}) =>
      (await ask(path, headers)).headers['cdn-cache-control'];
    const allowed = 'max-age=1, stale-while-revalidate=60, stale-if-error=86400';
    for (const path of ['/marked/', '/wp-json/wp/v2/posts?per_page=100'])
      expect(await cdnOf(path)).toBe(allowed);
    expect(await cdnOf('/marked/', { Accept: 'text/markdown' })).toBeUndefined();
    expect(await cdnOf('/wp-json/site/v1/contact')).toBeUndefined();
    expect(hits.browsers).toBeGreaterThan(0);
    expect(hits.agents).toBe(0);
    expect(scripts.size).toBeGreaterThan(10);
    for (const script of scripts) expect((await ask(script)).status, script).toBe(200);
    expect(failures).toEqual([]);
    expect(problems).toEqual([]);
    expect(seen.size).toBe(publications);
    expect(requests).toBeGreaterThan(1_000);
    expect((await ask('/wp-json/wp/v2/posts?per_page=100')).headers['x-wp-total']).toBe(
      String(ownPosts + publications / 4),
    );
  });

  it('keeps five releases, in which unchanged files are the same file with the same entity tag', async () => {
    const releases = readdirSync(join(root, 'releases')).sort();
    expect(releases).toHaveLength(5);
    const inodes = (file: string) =>
      new Set(releases.map((name) => statSync(join(root, 'releases', name, file)).ino));
    expect(inodes('dist/client/about/index.html').size).toBe(1);
    expect(inodes('dist/client/marked/index.html').size).toBe(5);
  });

  it('nginx answers new posts itself again after a reload, with the same bytes as the sidecar before', async () => {
    const before = await ask('/wp-json/wp/v2/posts');
    expect(before.headers['last-modified']).toBeUndefined();
    site.nginx.reload();
    let after = before;
    await expect
      .poll(async () => {
        after = await ask('/wp-json/wp/v2/posts').catch(() => before);
        return after.headers['last-modified'];
      })
      .toBeDefined();
    expect([after.body, after.headers['x-wp-total'], after.headers.link]).toEqual([
      before.body,
      before.headers['x-wp-total'],
      before.headers.link,
    ]);
  });

  it('rolls back with one command, and goes forward with the next publication', async () => {
    const [newest] = [current()];
    expect(await followGuide('rollback')).toContain('is served.');
    expect(current() < newest).toBe(true);
    expect((await ask('/marked/')).body).toContain(`release-${publications - 1}-`);
    // The JSON of that release is that of the last one before it that was built.
    expect((await ask('/wp-json/wp/v2/pages?slug=marked')).body).toContain(`release-${publications - 4}-`);
    writeRelease(21, 5);
    rmSync(join(project, 'dist/client/changes.json'));
    await publish();
    expect((await ask('/marked/')).body).toContain('release-21-');
    // Its list of changes continues that of the release that was served.
    expect(JSON.parse((await ask('/changes.json')).body)).toMatchObject({ full: false });
  });

  it('agentsite publish works over rsync and a remote shell, and a dry run changes nothing', async () => {
    // Plays ssh: drops the host's name and lets a shell run the rest.
    const shell = join(folder, 'remote-shell');
    writeFileSync(shell, '#!/bin/sh\nshift\nexec sh -c "$*"\n');
    chmodSync(shell, 0o755);
    const there = (words: string, environment: NodeJS.ProcessEnv = {}) =>
      run('node', ['src/cli/agentsite.ts', 'publish', '--to', `server:${root}`, words], {
        RSYNC_RSH: shell,
        ...environment,
      });
    const served = current();
    writeRelease(22, 5);
    const dry = await there('--dry-run');
    expect(dry).toContain('sends readers to their own machine');
    expect(dry).toMatch(/^dist\/client\/marked\.md$/m);
    expect(dry).toMatch(/^\d+ files would change on server; nothing was changed\.$/m);
    expect(dry).not.toContain('about/index.html');
    expect(current()).toBe(served);
    await expect(there('--no-build')).rejects.toThrow(
      /ended with 2:\nsite\.ts: url: .*\nNothing was published\./,
    );
    expect(current()).toBe(served);
    await there('--no-build', { SITE_URL: 'https://example.org' });
    expect((await ask('/marked/')).body).toContain('release-22-');
    rmSync(join(project, 'content/posts/2026-11-20-numbered-5.md'));
    const without = await there('--dry-run');
    expect(without.match(/^.* was published, .*$/gm)).toEqual([
      expect.stringContaining(': /numbered-5/ was published, and nothing is there now; redirect it'),
    ]);
    writeRelease(22, 5);
    await there('--rollback');
    expect((await ask('/marked/')).body).toContain('release-21-');
  });

  it('agentsite publish says what is missing before it builds', async () => {
    const refused = (words: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
      expect(
        run('node', ['src/cli/agentsite.ts', 'publish', ...words], {
          SITE_URL: 'https://example.org',
          ...environment,
        }),
      ).rejects;
    await refused([]).toThrow(/ended with 2:\n--to is missing: --to user@host:\/folder\n\nUsage: /);
    await refused(['--to', 'host:srv']).toThrow(
      /must be absolute, as in user@host:\/srv\/agentsite: host:srv/,
    );
    await refused(['--to', `${root}/none`]).toThrow(/not a folder that you may write to. As root there:/);
    await refused(['--to', `away:${root}`], { RSYNC_RSH: 'false' }).toThrow(
      /away cannot be reached; ssh away true must work without a question\./,
    );
    await refused(['--to', root], { DEPLOY: 'netlify' }).toThrow(/npx netlify-cli@[\d.]+ deploy --prod/);
  });

  it('takes a release back that does not come up', async () => {
    const served = current();
    useServices({
      ask_sidecar: 'false',
      ask_tries: '2',
      restart_sidecar: `kill -HUP ${site.service.pid()}`,
    });
    writeRelease(23, 5);
    await expect(publish()).rejects.toThrow(/does not serve .*is served again/s);
    expect(current()).toBe(served);
    expect((await ask('/marked/')).body).not.toContain('release-23-');
    useServices();
  });

  it('takes a release back that the sidecar cannot open, although it answers: it serves the one before', async () => {
    const served = current();
    // Asks until the sidecar has tried.
    const ask_sidecar = join(folder, 'ask-sidecar');
    const asks = `curl --silent ${site.operationsUrl}/readyz | grep 'cannot be opened'`;
    writeFileSync(ask_sidecar, `#!/bin/sh\nuntil ${asks}; do sleep 0.1; done\n`);
    chmodSync(ask_sidecar, 0o755);
    useServices({ ask_sidecar, ask_tries: '1', restart_sidecar: `kill -HUP ${site.service.pid()}` });
    writeRelease(24, 5);
    await run('node', ['src/cli/build.ts'], {});
    writeFileSync(join(project, 'dist/server/content.sqlite'), 'not a database');
    await expect(publish(['--no-build', root])).rejects.toThrow(
      /does not serve .*it says: .* cannot be opened.*is served again/s,
    );
    expect(current()).toBe(served);
    const ready = async () => (await fetch(`${site.operationsUrl}/readyz`)).text();
    const wanted = `ready ${realpathSync(join(root, 'current/dist'))}\n`;
    while ((await ready()) !== wanted) await delay(50);
    expect((await ask('/marked/')).body).not.toContain('release-24-');
    rmSync(join(project, 'dist/server/content.sqlite'));
    await run('node', ['src/cli/build.ts'], {});
    useServices();
  });

  it('refuses content with a mistake and a build that is not whole, and changes nothing', async () => {
    const served = current();
    writeFileSync(join(project, 'content/pages/broken.md'), '---\ntitel: misspelt\n---\n');
    await expect(publish()).rejects.toThrow(/broken\.md/);
    rmSync(join(project, 'content/pages/broken.md'));
    rmSync(join(project, 'dist/server/front.json'));
    await expect(publish(['--no-build', root])).rejects.toThrow(/front\.json/);
    expect(current()).toBe(served);
  });

  it('--when-due publishes when a scheduled post has come due, and else does nothing', async () => {
    await publish();
    const served = current();
    const due = join(project, 'dist/server/next-due.txt');
    writeFileSync(due, '2999-01-01T00:00:00');
    await publish(['--when-due', root]);
    writeFileSync(due, '');
    await publish(['--when-due', root]);
    expect(current()).toBe(served);
    writeFileSync(due, '2020-01-01T00:00:00');
    await publish(['--when-due', root]);
    expect(current() > served).toBe(true);
  });

  it('a redirect, which nginx keeps in memory, is a reason to reload it', async () => {
    writeFileSync(
      join(project, 'content/pages/marked.md'),
      '---\ntitle: Marked\nredirectFrom: [/once-marked/]\n---\n\nText.\n',
    );
    expect(await publish()).toContain('nginx reads its configuration again.');
    await expect
      .poll(async () => (await ask('/once-marked/').catch(() => null))?.headers.location)
      .toBe('/marked/');
  });

  it('removes the packages that it installed, and stages unused for a month, and nothing that is in use', async () => {
    const cache = join(project, 'node_modules/.cache/agentsite');
    const own = readdirSync(cache).find((name) => name.startsWith('stage-')) ?? '';
    const plant = (name: string, days: number) => {
      mkdirSync(join(cache, name), { recursive: true });
      writeFileSync(join(cache, name, 'planted'), '');
      age(name, days);
    };
    const age = (name: string, days: number) =>
      utimesSync(join(cache, name), Date.now() / 1000 - days * 86_400, Date.now() / 1000 - days * 86_400);
    plant('stage-1', 32);
    plant('stage-2', 28);
    plant('stages', 400);
    plant('dependencies/0123456789abcdef/node_modules', 0);
    // The target's own stage, which nothing was added to for long, and a stage within another folder.
    plant('stages/stage-3', 400);
    age(own, 400);
    writeFileSync(join(root, 'current/dist/client/_astro/gone.js'), '');
    utimesSync(join(root, 'current/dist/client/_astro/gone.js'), 0, 0);
    const before = new Set(readdirSync(cache));
    const stage = statSync(join(cache, own)).ino;
    const modules = readdirSync(join(root, 'dependencies'));

    const output = await publish(['--no-build', root]);
    expect(output).toMatch(/ files: 0 changed, 0 compressed, /);
    expect([...before].filter((name) => !readdirSync(cache).includes(name)).sort()).toEqual([
      'dependencies',
      'stage-1',
    ]);
    expect(readdirSync(join(cache, 'stages'))).toContain('stage-3');
    expect(statSync(join(cache, own)).ino).toBe(stage);
    expect(Date.now() - statSync(join(cache, own)).mtimeMs).toBeLessThan(86_400_000);
    expect(readdirSync(join(root, 'dependencies'))).toEqual(modules);
    expect(readdirSync(join(root, 'current/node_modules'))).toContain('express');
    expect(readdirSync(join(root, 'current/dist/client/_astro'))).not.toContain('gone.js');
    expect((await ask('/')).status).toBe(200);
    expect((await ask('/wp-json/wp/v2/posts')).status).toBe(200);
  });
});
