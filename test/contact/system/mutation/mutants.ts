/** A deliberate fault: in `file`, the text `from` becomes `to`. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const lua = (name: string, file: string, from: string, to: string): Mutant => ({
  name,
  file: `redis-contact/${file}.lua`,
  from,
  to,
});

/** Faults of the Redis scripts. */
export const luaMutants: readonly Mutant[] = [
  lua(
    'a key serves any message',
    'begin',
    "if key.f ~= fingerprint and not running then return { 'reuse' } end",
    '',
  ),
  lua('a running key refuses another message', 'begin', 'and not running then', 'then'),
  lua('a delivered key runs again', 'begin', "if key.s == 'delivered' then", "if key.s == 'never' then"),
  lua('a lease lasts a moment longer', 'begin', 'and now < key.l', 'and now <= key.l'),
  lua('every twin is taken for a repeated call', 'begin', 'if key.a == attempt then', 'if true then'),
  lua('an expired token works once more', 'begin', 'if now >= token_expires', 'if now > token_expires'),
  lua('a spent token works again', 'begin', "if token.s == 'spent' then return { 'token-refused' } end", ''),
  lua('a held token is shared', 'begin', 'token.f ~= delivery or token.a ~= attempt', 'false'),
  lua(
    'a token leaves its message after a crash',
    'begin',
    "if token.f ~= delivery then return { 'token-refused' } end",
    '',
  ),
  lua('a window admits one more', 'begin', 'if used < limit then', 'if used <= limit then'),
  lua('the shorter wait is reported', 'begin', 'local longest = math.max(', 'local longest = math.min('),
  lua('the wait is for the newest delivery', 'begin', "'LIMIT', used - limit, 1", "'LIMIT', used - 1, 1"),
  lua('the site has no window', 'begin', 'wait(site_window, site_span, tonumber(ARGV[10]))', '0'),
  lua(
    'a slot is dated before the sending',
    'begin',
    'place(caller_window, caller_span, slot, now + lease)',
    'place(caller_window, caller_span, slot, now)',
  ),
  lua(
    'a takeover forgets that it is one',
    'begin',
    'local uncertain = key ~= nil or token ~= nil',
    'local uncertain = false',
  ),
  lua(
    'a key is forgotten with its lease',
    'begin',
    'now + lease, now + retention, uncertain',
    'now + lease, now + lease, uncertain',
  ),
  lua(
    'a twin records again',
    'commit',
    "if recorder then return { recorder == attempt and 'committed' or 'already' } end",
    '',
  ),
  lua(
    'any recorded attempt is taken for a twin',
    'commit',
    "recorder == attempt and 'committed' or 'already'",
    "'already'",
  ),
  lua(
    'a twin takes over the token of a delivery',
    'commit',
    'if tokened and not spent then',
    'if tokened then',
  ),
  lua('a token is not spent', 'commit', "write(token_record, 'spent'", "write(token_record, 'held'"),
  lua(
    'a delivery is not counted for the site',
    'commit',
    'place(site_window, tonumber(ARGV[9]), slot, now)',
    '',
  ),
  lua(
    'a late record keeps its early date',
    'commit',
    'place(caller_window, tonumber(ARGV[8]), slot, now)',
    'place(caller_window, tonumber(ARGV[8]), slot, now - 1)',
  ),
  lua('a stranger releases the key', 'shared', 'and found.a == attempt then', 'then'),
  lua('a lease that has ended is renewed', 'renew', 'if not held or now >= held.l then', 'if not held then'),
  lua('a renewal ends with the old lease', 'renew', 'key.f, ends, key.e', 'key.f, key.l, key.e'),
  lua('a renewal forgets the token', 'renew', 'token.f, ends, token.e', 'token.f, token.l, token.e'),
  lua(
    'a renewal leaves the date of its slot',
    'renew',
    'place(site_window, tonumber(ARGV[9]), slot, ends)',
    '',
  ),
  lua('a slot of its own outlives a failure', 'abort', '(slot == attempt or not held.u)', '(not held.u)'),
  lua(
    'doubt is forgotten at the release',
    'abort',
    "if forget and not held.u then redis.call('DEL', record)",
    "if forget then redis.call('DEL', record)",
  ),
  lua(
    'an unknown outcome frees the slot',
    'abort',
    'if forget and (slot == attempt or not held.u) then',
    'if true then',
  ),
  lua(
    'an unknown outcome keeps the lease',
    'abort',
    'write(record, held.s, held.a, held.f, now, held.e',
    'write(record, held.s, held.a, held.f, held.l, held.e',
  ),
  lua('records outlive their end', 'shared', 'if now >= e then', 'if now > e then'),
];

const store = 'sqlite-contact-store.ts';
const schema = 'sqlite-contact-schema.ts';
const windows = 'sqlite-contact-windows.ts';

/** Faults of the SQLite store: in its statements and in the rules around them. */
export const sqliteMutants: readonly Mutant[] = [
  {
    name: 'records outlive their end',
    file: schema,
    from: 'FROM keys WHERE id = ? AND expires > ?',
    to: 'FROM keys WHERE id = ? AND expires >= ?',
  },
  {
    name: 'tokens outlive their end',
    file: schema,
    from: 'FROM tokens WHERE id = ? AND expires > ?',
    to: 'FROM tokens WHERE id = ? AND expires > ? - 86400000',
  },
  {
    name: 'a delivered key still runs',
    file: schema,
    from: "VALUES (?, 'delivered', ?",
    to: "VALUES (?, 'running', ?",
  },
  { name: 'a token is not spent', file: schema, from: "VALUES (?, 'spent', ?", to: "VALUES (?, 'held', ?" },
  {
    name: 'a window is a moment longer',
    file: schema,
    from: 'min(at) AS oldest FROM slots WHERE bucket = ? AND at > ?',
    to: 'min(at) AS oldest FROM slots WHERE bucket = ? AND at >= ?',
  },
  {
    name: 'the wait is for the newest delivery',
    file: schema,
    from: 'ORDER BY at LIMIT 1 OFFSET ?',
    to: 'ORDER BY at DESC LIMIT 1 OFFSET ?',
  },
  {
    name: 'places of others count as ours',
    file: schema,
    from: 'SELECT 1 FROM slots WHERE bucket = ? AND delivery = ? AND at > ?',
    to: 'SELECT 1 FROM slots WHERE bucket = ? AND ? IS NOT NULL AND at > ?',
  },
  {
    name: 'clearing takes live places',
    file: schema,
    from: 'DELETE FROM slots WHERE bucket = ? AND at <= ?',
    to: 'DELETE FROM slots WHERE bucket = ? AND at <= ? + 3600000',
  },
  {
    name: 'clearing takes keys whose lease is over',
    file: schema,
    from: 'SELECT rowid FROM keys WHERE expires <= ?',
    to: 'SELECT rowid FROM keys WHERE lease <= ?',
  },
  {
    name: 'clearing takes spent tokens',
    file: schema,
    from: 'SELECT rowid FROM tokens WHERE expires <= ?',
    to: 'SELECT rowid FROM tokens WHERE lease <= ?',
  },
  {
    name: 'an unknown outcome keeps the lease',
    file: schema,
    from: 'UPDATE keys SET lease = ? WHERE id = ?',
    to: 'UPDATE keys SET lease = max(lease, ?) WHERE id = ?',
  },
  {
    name: 'a failure leaves its place',
    file: schema,
    from: 'DELETE FROM slots WHERE bucket = ? AND delivery = ?',
    to: 'DELETE FROM slots WHERE bucket = ? AND delivery = ? AND at < 0',
  },
  {
    name: 'a key serves any message',
    file: store,
    from: 'if (key && key.fingerprint !== keyed?.fingerprint)',
    to: 'if (false)',
  },
  {
    name: 'every twin is taken for a repeated call',
    file: store,
    from: 'if (key.attempt === attempt)',
    to: 'if (true)',
  },
  { name: 'a spent token works again', file: store, from: "if (token?.state === 'spent')", to: 'if (false)' },
  {
    name: 'a held token is shared',
    file: store,
    from: '(token.delivery !== delivery || token.attempt !== attempt)',
    to: 'token.delivery !== delivery',
  },
  {
    name: 'a token leaves its message after a crash',
    file: store,
    from: 'if (token && token.delivery !== delivery)',
    to: 'if (false)',
  },
  { name: 'a window admits one more', file: windows, from: 'if (used < limit)', to: 'if (used <= limit)' },
  {
    name: 'the shorter wait is reported',
    file: store,
    from: 'const wait = Math.max(',
    to: 'const wait = Math.min(',
  },
  {
    name: 'a takeover forgets that it is one',
    file: store,
    from: 'const uncertain = key || token ? 1 : 0',
    to: 'const uncertain = 0',
  },
  {
    name: 'a twin records again',
    file: store,
    from: "if (recorder !== undefined) return recorder === attempt ? 'committed' : 'already';",
    to: '',
  },
  {
    name: 'any recorded attempt is taken for a twin',
    file: store,
    from: "recorder === attempt ? 'committed' : 'already'",
    to: "'already'",
  },
  {
    name: 'a twin takes over the token of a delivery',
    file: store,
    from: "if (given && token?.state !== 'spent')",
    to: 'if (given)',
  },
  {
    name: 'a lease that has ended is renewed',
    file: store,
    from: 'if (!held || now >= held.lease) return false;',
    to: 'if (!held) return false;',
  },
  {
    name: 'a renewal forgets the token',
    file: store,
    from: 'if (token && request.token) this.#statements.setTokenLease.run(lease, request.token.id);',
    to: '',
  },
  {
    name: 'doubt is forgotten at the release',
    file: store,
    from: 'if (forget && !key.uncertain)',
    to: 'if (forget)',
  },
  {
    name: 'a stranger releases the key',
    file: store,
    from: "key?.state === 'running' && key.attempt === attempt",
    to: "key?.state === 'running'",
  },
  {
    name: 'an unknown outcome frees the slot',
    file: store,
    from: 'const free = forget && (slot === attempt || !held.uncertain);',
    to: 'const free = true;',
  },
];
