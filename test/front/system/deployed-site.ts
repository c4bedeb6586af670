import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { plainEnvironment } from '../../helpers/environment.ts';
import { makeOnce } from '../../helpers/make-once.ts';
import { findFreePort } from '../../helpers/ports.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { type RedisServer, startRedis } from '../../helpers/redis-server.ts';
import { type NginxOptions, type NginxServer, startNginx } from './nginx-server.ts';

/** The sidecar as a service whose listening socket stays while it comes and goes. */
export interface Service {
  readonly pid: () => number;
  readonly output: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly start: () => Promise<void>;
  readonly end: (signal?: NodeJS.Signals) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface DeployedSite {
  readonly url: string;
  readonly root: string;
  readonly nginx: NginxServer;
  readonly redis: RedisServer;
  readonly operationsUrl: string;
  readonly service: Service;
  readonly stop: () => Promise<void>;
}

export interface DeployOptions {
  /** A scratch folder. */
  readonly folder: string;
  /** Project whose `dist/` is served. */
  readonly project: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly edit?: (configuration: string) => string;
  readonly workers?: number;
  readonly tls?: NginxOptions['tls'];
}

/** Lays the build of a project out below `root` as one release, without the publish command. */
export function layOutRelease(project: string, root: string): void {
  const release = join(root, 'releases/1');
  mkdirSync(join(root, 'releases'), { recursive: true });
  if (existsSync(join(project, staged))) renameSync(join(project, staged), release);
  stage(project, release, root);
  symlinkSync(join(projectRoot, 'node_modules'), join(release, 'node_modules'));
  symlinkSync('releases/1', join(root, 'current'));
}

/** Compresses and copies what changed since it was staged there. */
function stage(project: string, release: string, root: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(projectRoot, 'deploy/stage.ts'), release, root],
    { cwd: project, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The release could not be laid out:\n${stderr}`);
}

/** A project folder that has the build of another one, which is compressed once for all test files. */
export async function borrowBuild(from: string, folder: string): Promise<string> {
  await makeOnce(join(from, staged), () => stage(from, join(from, staged), '/'));
  for (const name of ['dist', staged, 'package.json', 'package-lock.json']) {
    cpSync(join(from, name), join(folder, name), { recursive: true });
  }
  return folder;
}

const staged = 'staged';

/** Real nginx, a real sidecar on a unix socket that outlives it, as systemd's does, and a real Redis. */
export async function serveRelease(
  root: string,
  options: Omit<DeployOptions, 'project'>,
): Promise<DeployedSite> {
  const { folder, environment = {} } = options;
  const socket = join(folder, 'http.sock');
  const port = await findFreePort();
  const operations = await findFreePort();
  await using starting = new AsyncDisposableStack();
  const redis = await startRedis('--maxmemory-policy', 'noeviction');
  starting.defer(redis.stop);
  const service = keepSocket(socket, root, {
    ...plainEnvironment,
    HOST: socket,
    DATA_DIR: join(folder, 'data'),
    RELEASE_DIR: join(root, 'current/dist'),
    REDIS_URL: redis.url,
    OPERATIONS_PORT: String(operations),
    LOG_LEVEL: 'info',
    ...environment,
  });
  starting.defer(service.close);
  await service.start();
  const nginx = await startNginx({
    folder: join(folder, 'nginx'),
    root,
    socket,
    port,
    ...(options.edit ? { edit: options.edit } : {}),
    ...(options.workers ? { workers: options.workers } : {}),
    ...(options.tls ? { tls: options.tls } : {}),
  });
  starting.defer(nginx.stop);
  const started = starting.move();
  return {
    url: nginx.url,
    root,
    nginx,
    redis,
    operationsUrl: `http://127.0.0.1:${operations}`,
    service,
    stop: () => started.disposeAsync(),
  };
}

/** {@link layOutRelease} and {@link serveRelease}. */
export async function deploySite(options: DeployOptions): Promise<DeployedSite> {
  const root = join(options.folder, 'root');
  mkdirSync(root, { recursive: true });
  layOutRelease(options.project, root);
  return serveRelease(root, options);
}

function keepSocket(socket: string, root: string, environment: NodeJS.ProcessEnv): Service {
  const keeper = spawn(
    'perl',
    [
      join(import.meta.dirname, 'socket-keeper.pl'),
      socket,
      process.execPath,
      join(root, 'current/sidecar/main.ts'),
    ],
    { cwd: root, env: environment, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  let text = '';
  for (const stream of [keeper.stdout, keeper.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  let pid = 0;
  const isRunning = () => {
    try {
      process.kill(pid, 0);
      return pid > 0;
    } catch {
      return false;
    }
  };
  const waitFor = async (done: () => boolean, what: string) => {
    for (let tries = 0; !done(); tries++) {
      if (tries > 2400) throw new Error(`The sidecar did not ${what}:\n${text}`);
      await delay(25);
    }
  };
  const service: Service = {
    pid: () => pid,
    output: () => text,
    signal: (name) => {
      process.kill(pid, name);
    },
    start: async () => {
      const from = text.length;
      keeper.stdin.write('start\n');
      const started = () => /^started (\d+)$/m.exec(text.slice(from))?.[1];
      await waitFor(() => started() !== undefined, 'start');
      pid = Number(started());
      await waitFor(() => / is at /.test(text.slice(from)) || !isRunning(), 'start');
      if (!isRunning()) throw new Error(`The sidecar ended:\n${text}`);
    },
    end: async (signal = 'SIGTERM') => {
      if (!isRunning()) return;
      process.kill(pid, signal);
      // A frozen process hears nothing but this.
      if (signal !== 'SIGKILL') process.kill(pid, 'SIGCONT');
      await waitFor(() => !isRunning(), 'end');
    },
    close: async () => {
      if (keeper.exitCode !== null) return;
      await service.end();
      const ended = once(keeper, 'exit');
      keeper.stdin.end();
      await ended;
    },
  };
  return service;
}
