import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listens } from '../../helpers/ports.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

/** Debian puts nginx where only root looks. */
export const nginxCommand = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx';
const modulesFolder = '/usr/lib/nginx/modules';

export interface NginxServer {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  readonly configuration: string;
  /** What it logged as errors. */
  readonly errors: () => string;
  /** As `systemctl reload nginx` does. */
  readonly reload: () => void;
  readonly stop: () => Promise<void>;
}

export interface NginxOptions {
  /** Folder for its files. */
  readonly folder: string;
  /** Where the releases lie. */
  readonly root: string;
  readonly socket: string;
  readonly port: number;
  /** Changes to the owner's file, after those that every test makes. */
  readonly edit?: (text: string) => string;
  readonly workers?: number;
  /** Keeps what the owner's file says of TLS, and the levels of its logs. */
  readonly tls?: { readonly port: number; readonly certificate: string; readonly key: string };
  /** A whole `http` block instead of the owner's file, for comparisons. */
  readonly http?: string;
}

/**
 * Writes the configuration that a Debian machine would have, with `deploy/nginx/agentsite.conf` as its owner edits
 * it: own root, own names, own ports; and plain HTTP and more in the error log, unless TLS is given.
 */
export function writeNginxConfiguration(options: NginxOptions): string {
  const { folder, root, socket, port, edit = (text) => text, workers = 2 } = options;
  mkdirSync(folder, { recursive: true });
  const given = readFileSync(join(projectRoot, 'deploy/nginx/agentsite.conf'), 'utf8');
  const placed = given
    .replaceAll('SITE_ROOT', root)
    .replaceAll('/run/agentsite/http.sock', socket)
    .replaceAll('/var/log/nginx', folder)
    .replace(/ {4}listen \[::\].*\n/g, '')
    .replace(/listen 80(?=[; ])/g, `listen 127.0.0.1:${port}`);
  const owned = options.tls
    ? placed
        .replace(/listen 443(?= )/g, `listen 127.0.0.1:${options.tls.port}`)
        .replace(/ssl_certificate .*;/, `ssl_certificate ${options.tls.certificate};`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${options.tls.key};`)
    : placed
        .replace(/\nserver \{\n {4}listen 127[\d.:]+;[\s\S]*?\n\}\n/, '\n')
        .replace(/ {4}listen 443 .* default_server .*\n/, '')
        .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
        .replace(/ {4}ssl_.*\n/g, '')
        .replace(/ alert;/g, ' warn;')
        .replace('server_name example.org;', 'server_name 127.0.0.1 localhost;');
  const file = join(folder, 'nginx.conf');
  const modules = ['filter', 'static']
    .map((name) => join(modulesFolder, `ngx_http_brotli_${name}_module.so`))
    .filter((module) => existsSync(module));
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_processes ${workers};
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
daemon off;
pcre_jit on;
worker_rlimit_nofile 4096;
${modules.map((module) => `load_module ${module};`).join('\n')}
events { worker_connections 1024; }
http {
    client_body_temp_path ${folder}/body;
    proxy_temp_path ${folder}/proxy;
    fastcgi_temp_path ${folder}/fastcgi;
    uwsgi_temp_path ${folder}/uwsgi;
    scgi_temp_path ${folder}/scgi;
    ${options.http ?? edit(owned)}
}
`,
  );
  return file;
}

export function testConfiguration(file: string): { ok: boolean; output: string } {
  const { status, stderr } = spawnSync(nginxCommand, ['-t', '-c', file, '-e', 'stderr'], {
    encoding: 'utf8',
  });
  return { ok: status === 0, output: stderr };
}

/** Starts a real nginx and waits until it takes connections. */
export async function startNginx(options: NginxOptions): Promise<NginxServer> {
  const { folder, port } = options;
  const file = writeNginxConfiguration(options);
  const tested = testConfiguration(file);
  if (!tested.ok) throw new Error(`nginx refuses its configuration:\n${tested.output}`);
  const log = join(folder, 'error.log');
  const logs = [log, join(folder, 'agentsite-error.log')];
  const child = spawn(nginxCommand, ['-c', file, '-e', log], { stdio: 'ignore' });
  const errors = () => logs.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')).join('');
  for (let tries = 0; !(await listens(port)); tries++) {
    if (child.exitCode !== null || tries > 400) {
      child.kill('SIGKILL');
      throw new Error(`nginx did not start:\n${errors()}`);
    }
    await delay(25);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    process: child,
    configuration: file,
    errors,
    reload: () => {
      child.kill('SIGHUP');
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
