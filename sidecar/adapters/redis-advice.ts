/** What an error code of Redis, the first word of its reply, means for the operator. */
const advice: ReadonlyMap<string, string> = new Map([
  ['OOM', 'has no memory left. Free memory, or raise maxmemory.'],
  ['READONLY', 'is a replica, which accepts no writes. Point REDIS_URL to the primary or to its Sentinels.'],
  ['NOREPLICAS', 'accepts no writes: fewer replicas are connected than min-replicas-to-write requires.'],
  ['MISCONF', 'accepts no writes because it cannot write to its disk. Check its disk and its log.'],
  ['LOADING', 'is still loading its data.'],
  ['MASTERDOWN', 'is a replica that has lost its primary. Point REDIS_URL to the primary.'],
  ['CLUSTERDOWN', 'is a Cluster with missing primaries. Check `redis-cli CLUSTER INFO`.'],
  ['BUSY', 'is running a script that does not end. Run: redis-cli SCRIPT KILL'],
  ['NOAUTH', 'requires a password. Add it to REDIS_URL: redis://user:password@host:6379.'],
  ['WRONGPASS', 'rejects the user name or the password of REDIS_URL.'],
  [
    'NOPERM',
    'does not allow its user a command or key that Agentsite needs. Grant the permissions listed in the manual (Contact, Permissions).',
  ],
]);

const consequences = {
  contact: 'The contact endpoint answers 503 until this is fixed; everything else is served.',
  plugins: 'Plugins that store anything answer 503 until this is fixed; everything else is served.',
};

export const adviceOnReplicas = `Not every replica of Redis at REDIS_URL that may take over confirmed a record in time, or none may; a failover could forget the record, and the message could be sent twice. Check that the replicas are connected (redis-cli INFO replication) and that the Sentinels know them. ${consequences.contact} To accept that risk, set REDIS_MAY_FORGET=yes.`;

/** The code of an error reply; null for any other error, such as a broken connection. */
export function replyCode(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return null;
  return /^[A-Z]+(?=\s|$)/.exec(error.message)?.[0] ?? 'ERR';
}

/** A sentence for the operator about why Redis can't be used. It quotes nothing of the error, which may contain keys. */
export function adviseOnRedis(error: unknown, user: keyof typeof consequences = 'contact'): string {
  const code = replyCode(error);
  if (code === null) {
    return 'Redis at REDIS_URL does not answer. The contact endpoint answers 503 until it does; everything else is served. Check that Redis runs, and that REDIS_URL has its address and its password.';
  }
  const known = advice.get(code);
  return `Redis at REDIS_URL ${known ?? `answers with the error ${code}.`} ${consequences[user]}`;
}

/** A sentence for a site whose plugins have stored nothing, while those of other sites have. */
export const adviseOnMove = (siteName: string) =>
  `Redis has nothing that plugins stored for ${siteName}, and has it for other hosts. If the site had another URL before, the manual (Plugins, The server) says how its data moves.`;
