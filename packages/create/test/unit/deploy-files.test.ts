import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { deployHosts, listDeployFiles } from '../../src/deploy/deploy-files.ts';

const workflow = '.github/workflows/publish.yml';

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Record<
    string,
    { readonly steps: readonly { readonly uses?: string; readonly run?: string }[] }
  >;
}

describe.each(deployHosts.filter((host) => host !== 'docker'))('the workflow for %s', (host) => {
  const text = listDeployFiles(host, 'notes')[workflow] ?? '';
  const { jobs, permissions } = parse(text) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('names every action by commit and every program by its exact version', () => {
    for (const { uses, run } of steps) {
      if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
      for (const [, version] of run?.matchAll(/npx --yes [\w-]+(@\S+)?/g) ?? [])
        expect(version).toMatch(/^@\d+\.\d+\.\d+$/);
    }
    expect(text).toMatch(/node-version: \d+\.\d+\.\d+\n/);
  });

  it('checks, builds, and runs the contract suite of the host before it publishes', () => {
    const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run.split('\n')[0]]));
    const expected = ['npm ci', 'npx agentsite check', 'npm run build'];
    expect(commands.slice(0, 3)).toEqual(expected);
    const suite = host === 'server' ? 'npx agentsite test' : 'npx agentsite verify';
    expect(commands[3]).toBe(suite);
  });

  it('keeps converted images and the list of changes, and nothing else, from one run to the next, after npm ci', () => {
    const caches = steps.filter(({ uses }) => uses?.startsWith('actions/cache@'));
    const kept = caches.map((step) => (step as { with?: { path?: string } }).with?.path?.trim().split('\n'));
    const folder = 'node_modules/.cache/agentsite';
    expect(kept).toEqual([
      [`${folder}/shown-pictures`, `${folder}/images`],
      ['dist/changes.json', 'dist/_changes', 'dist/client/changes.json', 'dist/client/_changes'],
    ]);
    const cached = steps.findIndex(({ uses }) => uses?.startsWith('actions/cache@'));
    expect(steps[cached - 1]?.run).toBe('npm ci');
    expect(steps[cached + 2]?.run).toBe('npx agentsite check');
  });

  it('examines what was published from outside, last of all', () => {
    expect(steps.at(-1)?.run).toBe('npx agentsite doctor --fail-on error');
  });

  it('does what plugins do after a release, with their secrets, once it is published', () => {
    const withPlugin = listDeployFiles(host, 'notes', [], ['SHELF_TOKEN'])[workflow] ?? '';
    const all = Object.values((parse(withPlugin) as Workflow).jobs).flatMap((job) => job.steps);
    const command = host === 'server' ? /agentsite publish --no-build/ : /agentsite publish --after$/;
    const at = all.findIndex(({ run }) => command.test(run?.trim() ?? ''));
    expect(all[at]).toMatchObject({ env: { SHELF_TOKEN: `$\{{ secrets.SHELF_TOKEN }}` } });
    expect(all.slice(at + 1).map(({ run }) => run?.split('\n')[0])).toContain(
      'npx agentsite doctor --fail-on error',
    );
    expect(text).not.toMatch(/--after|SHELF/);
  });

  it('runs once a day for scheduled posts, and may only read what it does not say', () => {
    expect(text).toMatch(/schedule:[\s\S]*- cron: '\d+ \d+ \* \* \*'/);
    expect(permissions).toEqual({ contents: 'read' });
  });
});

describe('what hosts read next to it', () => {
  it('GitHub Pages gets the hidden files: without that .well-known is left out', () => {
    expect(listDeployFiles('github-pages', 'notes')[workflow]).toContain('include-hidden-files: true');
  });

  it('Netlify and Cloudflare publish dist', () => {
    expect(listDeployFiles('netlify', 'notes')['netlify.toml']).toContain('publish = "dist"');
    expect(listDeployFiles('cloudflare', 'notes')['wrangler.toml']).toBe(
      'name = "notes"\npages_build_output_dir = "dist"\ncompatibility_date = "2026-08-01"\n',
    );
  });

  it('the container copies packed files of the site before it installs them', () => {
    const dockerfileWith = (packages?: string[]) => listDeployFiles('docker', 'notes', packages).Dockerfile;
    expect(dockerfileWith(['vendor/agentsite.tgz'])).toContain(
      'COPY package.json package-lock.json .npmrc* ./\nCOPY vendor/agentsite.tgz vendor/agentsite.tgz\nRUN npm ci\n',
    );
    expect(dockerfileWith()).toContain('COPY package.json package-lock.json .npmrc* ./\nRUN npm ci\n');
  });

  it('the container that runs has what is served, and no source, draft, setting or cache', () => {
    const { Dockerfile = '', '.dockerignore': ignored = '' } = listDeployFiles('docker', 'notes');
    const [, build = '', runtime = ''] = Dockerfile.split(/^FROM .*$/m);
    const copied = [...runtime.matchAll(/^COPY --from=build --chown=root:root (\S+) (\S+)$/gm)];
    expect(copied.map(([, from, to]) => [from, to])).toEqual(
      ['/server /site', '/site/dist /site/dist'].map((paths) => paths.split(' ')),
    );
    expect(runtime.match(/^(?:COPY|ADD) /gm)).toHaveLength(2);
    expect(build).toMatch(/^RUN node node_modules\/agentsite\/deploy\/copy-server\.js \/server && npm ci /m);
    expect(ignored.split('\n')).toEqual(
      expect.arrayContaining(['.env', '.env.*', '.data', '.git', '*.tar.gz']),
    );
  });

  it('a container is rebuilt although no file changed where it is given another date', () => {
    const { Dockerfile = '', 'compose.yaml': compose = '' } = listDeployFiles('docker', 'notes');
    expect(Dockerfile).toMatch(/^ARG BUILD_DATE\n[\s\S]*^RUN npm run build/m);
    const { services } = parse(compose) as { services: { site: { build: unknown } } };
    expect(services.site.build).toMatchObject({ args: { BUILD_DATE: `\${BUILD_DATE:-}` } });
  });

  it('the container has no rights, one volume, and nothing else to write to', () => {
    const { Dockerfile = '', 'compose.yaml': compose = '' } = listDeployFiles('docker', 'notes');
    expect(Dockerfile.match(/^FROM \S+:\d+\.\d+\.\d+-\S+/gm)).toHaveLength(2);
    expect(Dockerfile).toMatch(/^USER 10001:10001$/m);
    expect(Dockerfile).toMatch(/^HEALTHCHECK /m);
    const { services } = parse(compose) as { services: Record<string, Record<string, unknown>> };
    expect(services.site).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      volumes: ['state:/var/lib/site'],
    });
    expect(Object.keys(services)).toEqual(['nginx', 'site', 'redis']);
  });
});
