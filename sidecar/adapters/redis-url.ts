/**
 * What REDIS_URL may say:
 *
 * ```text
 * redis://user:password@host:6379/0                       one server        rediss:// for TLS
 * unix:///run/redis/redis.sock                            one server on a socket
 * redis://host-1:6379,host-2:6379                         a Cluster, by any of its nodes
 * redis+cluster://host:6379                               a Cluster, by one node
 * redis+sentinel://host-1:26379,host-2:26379/name/0       the primary that Sentinels call `name`
 * ```
 * `rediss://`, `rediss+cluster://` and `rediss+sentinel://` mean TLS, and `valkey` is `redis`. Passwords are percent-encoded; the
 * Sentinels' own password goes into `?sentinel-password=`.
 */
export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

export type RedisTarget = {
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
} & (
  | { readonly kind: 'server'; readonly node: RedisNode; readonly database: number }
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'cluster'; readonly nodes: readonly RedisNode[] }
  | {
      readonly kind: 'sentinel';
      readonly nodes: readonly RedisNode[];
      readonly primary: string;
      readonly database: number;
      readonly sentinelPassword?: string;
    }
);

const form = /^(rediss?)(\+cluster|\+sentinel)?:\/\/(?:([^@/]*)@)?([^@/?]+)(?:\/([^?]*))?(?:\?(.*))?$/;

const unreadable =
  'REDIS_URL cannot be read: it must look like redis://user:password@host:6379. In a password, write % as %25, / as %2F, # as %23, ? as %3F, : as %3A and @ as %40.';

/** @throws Error with a sentence for the operator; it never quotes the URL, which may contain a password. */
export function parseRedisUrl(given: string): RedisTarget {
  const url = given.replace(/(^|,\s*)valkey(s?)(?=\+|:)/g, '$1redis$2');
  if (url.startsWith('unix://')) return { kind: 'socket', tls: false, path: url.slice('unix://'.length) };
  const [first = '', ...rest] = url.split(',');
  // `redis://a,redis://b` says the same as `redis://a,b`.
  const joined = [first, ...rest.map((part) => part.trim().replace(/^rediss?:\/\/(?:[^@/]*@)?/, ''))].join(
    ',',
  );
  const match = form.exec(joined);
  if (!match || joined.includes('#')) throw new Error(unreadable);
  const [, scheme, mode, credentials, authority = '', path = '', query = ''] = match;
  // What is behind the host can be the rest of a password.
  if (path.includes('@') || /^(?!sentinel-password=).*@/.test(query)) throw new Error(unreadable);
  const common = { tls: scheme === 'rediss', ...readCredentials(credentials) };
  if (mode === '+sentinel') {
    const [primary = '', database] = path.split('/');
    if (primary === '') throw new Error('REDIS_URL names no primary: redis+sentinel://host:26379/name.');
    const sentinelPassword = new URLSearchParams(query).get('sentinel-password');
    return {
      ...common,
      kind: 'sentinel',
      nodes: readNodes(authority, 26379),
      primary: decodeURIComponent(primary),
      database: readDatabase(database),
      ...(sentinelPassword ? { sentinelPassword } : {}),
    };
  }
  const nodes = readNodes(authority, 6379);
  const [node] = nodes;
  if (mode === '+cluster' || nodes.length > 1 || !node) return { ...common, kind: 'cluster', nodes };
  return { ...common, kind: 'server', node, database: readDatabase(path) };
}

function readCredentials(credentials: string | undefined): { username?: string; password?: string } {
  if (!credentials) return {};
  const [username = '', ...password] = credentials.split(':');
  return {
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password.length > 0 ? { password: decodeURIComponent(password.join(':')) } : {}),
  };
}

function readNodes(authority: string, defaultPort: number): RedisNode[] {
  return authority.split(',').map((part) => {
    const match = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(part.trim());
    if (!match?.[1]) throw new Error('REDIS_URL contains a node that is not host:port.');
    return { host: match[1].replace(/^\[|\]$/g, ''), port: match[2] ? Number(match[2]) : defaultPort };
  });
}

function readDatabase(path: string | undefined): number {
  if (!path) return 0;
  if (!/^\d{1,4}$/.test(path))
    throw new Error('REDIS_URL must end with the number of a database, such as /0, or with the port.');
  return Number(path);
}
