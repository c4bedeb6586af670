import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOfFullDisk } from '../../src/saves/git.ts';
import { startEditServer, type TestServer, zoe } from './edit-server.ts';

const hello = 'content/posts/hello.md';
const text = (title: string, more = '') =>
  `---\ntitle: ${title}\ndate: 2026-01-02T10:00:00\n${more}---\n\nText.\n`;

let edit: TestServer;
beforeAll(async () => {
  edit = await startEditServer({
    'content/tags.yaml': '- slug: walks\n  name: Walks\n',
    'content/pages/guide/index.md': '---\ntitle: Guide\n---\n\nText.\n',
    'content/pages/guide/first.md': '---\ntitle: First\n---\n\nText.\n',
  });
});
afterAll(() => edit.close());

const messageOf = async (response: Response) => ((await response.json()) as { message: string }).message;
const status = () => edit.git('status', '--porcelain');
const fileOf = (path: string) => readFileSync(join(edit.root, path), 'utf8');

describe('a save', () => {
  it('is one commit of its author, of its file alone', async () => {
    writeFileSync(join(edit.root, 'notes.txt'), 'someone is at work here');
    const saved = await edit.save({ path: hello, text: text('Hello again') });
    expect(saved.status).toBe(201);
    const { commit } = (await saved.json()) as { commit: { sha: string } };
    const last = edit.git('log', '-1', '--format=%H %an %ae %s').trim();
    expect(last).toBe(`${commit.sha} Zoë Meyer zoe@example.org Edit ${hello}`);
    expect(edit.git('show', '--name-only', '--format=').trim()).toBe(hello);
    expect(status()).toBe('?? notes.txt\n');
    const history = await edit.ask(`api/v1/repos/site/content/commits?path=${hello}`);
    expect(await history.json()).toMatchObject([
      { sha: commit.sha, commit: { author: { name: 'Zoë Meyer' } } },
      {},
    ]);
  });

  it('reports to the second of two authors, and loses nothing', async () => {
    const tree = await edit.ask('api/v1/repos/site/content/git/trees/main');
    const files = ((await tree.json()) as { tree: { path: string; sha: string }[] }).tree;
    const sha = files.find(({ path }) => path === hello)?.sha ?? '';
    const both = await Promise.all([
      edit.save({ path: hello, text: text('One'), sha }),
      edit.save({ path: hello, text: text('Two'), sha }),
    ]);
    expect(both.map((response) => response.status).sort()).toEqual([201, 409]);
    const [late] = both.filter((response) => response.status === 409);
    expect(late && (await messageOf(late))).toContain('changed by someone else');
  });

  it('redirects the address that it changes, and those below', async () => {
    const path = 'content/pages/manual/index.md';
    const from_path = 'content/pages/guide/index.md';
    expect((await edit.save({ path, from_path, text: '---\ntitle: Guide\n---\n\nText.\n' })).status).toBe(
      201,
    );
    expect(fileOf(path)).toContain('redirectFrom: [/guide/]');
    expect((await edit.save({ path: hello, text: text('One', 'slug: other\n') })).status).toBe(201);
    expect(fileOf(hello)).toContain('redirectFrom: [/hello/]');
    expect(status()).toBe('?? notes.txt\n');
  });

  it('of a removed document offers to answer 410', async () => {
    const path = 'content/posts/short.md';
    await edit.save({ path, text: text('Short'), operation: 'create' });
    const removed = await edit.save({ path, operation: 'delete' });
    expect(((await removed.json()) as { gone: string[] }).gone).toEqual(['/short/']);
    expect((await edit.ask('api/v1/gone', { method: 'POST', body: '{"path":"/short/"}' })).status).toBe(200);
    expect(fileOf('content/redirects.yaml')).toBe('- from: /short/\n  status: 410\n');
  });

  const bad = 'content/posts/bad.md';
  const invalid: readonly (readonly [what: string, file: string, at: RegExp, path?: string])[] = [
    ['a misspelt field', text('A', 'titel: b\n'), /:4:1 titel: is not a field/],
    ['no title', '---\ndate: 2026-01-02\n---\n', /:2:1 title: is missing/],
    ['no date', '---\ntitle: a\n---\n', /:2:1 date: is missing/],
    ['a date that does not exist', '---\ntitle: a\ndate: 2026-02-31\n---\n', /:3:\d+ date/],
    ['an unknown tag', text('A', 'tags: [runs]\n'), /:4:\d+ tags/],
    ['an unknown category', text('A', 'categories: [runs]\n'), /:4:\d+ categories/],
    ['an unknown author', text('A', 'author: nobody\n'), /:4:\d+ author/],
    ['a slug of two words', text('A', 'slug: a b\n'), /:4:\d+ slug/],
    ['a path without slashes', text('A', 'path: notes\n'), /:4:\d+ path/],
    ['an ID below 1', text('A', 'id: 0\n'), /:4:\d+ id/],
    ['text for true or false', text('A', 'draft: maybe\n'), /:4:\d+ draft/],
    ['an unknown format', text('A', 'format: novel\n'), /:4:\d+ format/],
    ['a redirect from a word', text('A', 'redirectFrom: [old]\n'), /:4:\d+ redirectFrom/],
    ['an image that is not there', text('A', 'image: none.png\n'), /:4:\d+ image/],
    ['a field twice', text('A', 'title: b\n'), /:4:1 YAML: the field is here twice/],
    ['YAML that is not closed', text('A', 'tags: [walks\n'), /:\d+:\d+ YAML/],
    [
      'a link to nothing',
      `${text('A')}\n[x](/not-there/)\n`,
      /:8:\d+ link: "\/not-there\/" links to no page/,
    ],
    ['no front matter', 'Text.\n', /:1:1 front matter: is missing/],
    ['a term without a name', '- slug: walks\n', /tags\.yaml:1:\d+ 0\.name/, 'content/tags.yaml'],
  ];
  for (const [what, file, at, path = bad] of invalid)
    it(`is refused with its line: ${what}`, async () => {
      const before = [edit.git('rev-parse', 'HEAD'), status()];
      const refused = await edit.save({ path, text: file, operation: path === bad ? 'create' : 'update' });
      expect(refused.status).toBe(422);
      expect(await messageOf(refused)).toMatch(at);
      expect([edit.git('rev-parse', 'HEAD'), status()]).toEqual(before);
    });
});

it('a full disk is said without a trace of the code, and nothing is lost', async () => {
  const before = [edit.git('rev-parse', 'HEAD'), status()];
  const journal = join(edit.root, '.data/edit/save.json.new');
  symlinkSync('/dev/full', journal);
  const refused = await edit.save({ path: hello, text: text('On a full disk') });
  expect(refused.status).toBe(507);
  expect(await refused.json()).toEqual({ message: expect.stringContaining('disk is full') });
  expect([edit.git('rev-parse', 'HEAD'), status()]).toEqual(before);
  rmSync(journal);
  expect((await edit.save({ path: hello, text: text('With room') })).status).toBe(201);
  // Git's own words for it.
  for (const words of [
    "index.lock' write error. Out of diskspace",
    "couldn't write '.git/refs/heads/main.lock'",
  ])
    expect(isOfFullDisk(words)).toBe(true);
});

it('what is no JSON is said as JSON', async () => {
  const refused = await edit.ask('api/v1/repos/site/content/contents', { method: 'POST', body: '{' });
  expect([refused.status, Object.keys(await refused.json())]).toEqual([400, ['message']]);
});

it('a save does not follow a link with the name of a file that is being written', async () => {
  const link = join(edit.root, 'content/posts/.saving.tmp');
  const before = readFileSync(join(edit.root, 'site.ts'), 'utf8');
  symlinkSync(join(edit.root, 'site.ts'), link);
  const saved = await edit.save({
    path: 'content/posts/next-to-a-link.md',
    text: text('A'),
    operation: 'create',
  });
  expect([saved.status, existsSync(link)]).toEqual([201, false]);
  expect(readFileSync(join(edit.root, 'site.ts'), 'utf8')).toBe(before);
});

describe('what does not belong to the editor', () => {
  beforeAll(() => {
    mkdirSync(join(edit.root, '../elsewhere'));
    mkdirSync(join(edit.root, 'content/posts/folder'));
    symlinkSync(join(edit.root, '../elsewhere'), join(edit.root, 'content/linked'));
    symlinkSync(join(edit.root, 'site.ts'), join(edit.root, 'content/posts/link.md'));
  });
  afterAll(() => {
    for (const name of ['linked', 'posts/link.md', 'posts/folder'])
      rmSync(join(edit.root, 'content', name), { recursive: true });
  });

  it.each([
    'content/../site.ts',
    'content/posts/../../site.ts',
    'content/%2e%2e/site.ts',
    'site.ts',
    'package.json',
    '.git/config',
    'content/.git/config',
    'content/posts/.hidden.md',
    'content//posts/a.md',
    'content/posts\\a.md',
    '/etc/passwd',
    'public/index.html',
    'content/posts/link.md',
    'content/linked/a.md',
    'content/posts/folder',
    `content/${'a'.repeat(300)}.md`,
    'content/posts/hello.md/a.md',
  ])('is not written: %s', async (path) => {
    const settings = fileOf('site.ts');
    const refused = await edit.save({ path, text: text('A'), operation: 'create', sha: 'x' });
    expect(refused.status).toBe(422);
    expect(fileOf('site.ts')).toBe(settings);
    expect(existsSync(join(edit.root, '../elsewhere/a.md'))).toBe(false);
  });

  it('is not read', async () => {
    for (const path of ['site.ts', '.git/config', 'content/..%2fsite.ts', 'content/posts/link.md']) {
      const { status: code } = await edit.ask(`api/v1/repos/site/content/raw/${path}`);
      expect([path, code]).toEqual([path, 404]);
    }
  });

  it('does not fit', async () => {
    // Made first: a connection that is idle meanwhile may be closed when it is used again.
    const body = `{"files":[],"message":"${'x'.repeat(81 * 1024 * 1024)}"}`;
    const bytes = Buffer.alloc(51 * 1024 * 1024);
    const large = await edit.save({ path: 'public/media/a.bin', text: bytes, operation: 'create' });
    expect(large.status).toBe(422);
    const { status: code } = await edit.ask('api/v1/repos/site/content/contents', { method: 'POST', body });
    expect(code).toBe(413);
  });
});

describe('a client that is not signed in', () => {
  it('is refused: without a token, with another one, an old or a revoked one', async () => {
    for (const token of ['', 'x', edit.keys.issue('token', zoe), edit.keys.issue('enrolment', zoe)])
      expect((await edit.save({ path: hello, text: text('B'), sha: 'x' }, token)).status).toBe(401);
    const token = edit.keys.issue('session', zoe);
    expect((await edit.ask('api/v1/user', { token })).status).toBe(200);
    edit.clock.now += 12 * 60 * 60_000;
    expect((await edit.ask('api/v1/user', { token })).status).toBe(401);
    edit.clock.now -= 12 * 60 * 60_000;
    const other = edit.keys.issue('session', { name: 'Ada', email: 'ada@example.org' });
    expect(edit.keys.revoke('ada@example.org')).toBe(1);
    expect((await edit.ask('api/v1/user', { token: other })).status).toBe(401);
  });

  it('finds no usable secret in the stored state', () => {
    const secret = edit.keys.issue('session', zoe);
    for (const name of ['edit.sqlite', 'edit.sqlite-wal'])
      expect(readFileSync(join(edit.root, '.data', name)).includes(secret)).toBe(false);
  });

  it('cannot send a request from another site', async () => {
    const headers = { Origin: 'https://evil.example' };
    expect((await edit.ask('api/v1/user', { headers })).status).toBe(403);
    const own = await edit.ask('api/v1/user', { headers: { Origin: edit.url } });
    expect([own.status, own.headers.get('Access-Control-Allow-Origin')]).toEqual([200, null]);
  });

  it('may try ten passwords, and an enrolment link works once', async () => {
    const send = (path: string, fields: object) =>
      edit.ask(path, { method: 'POST', token: '', body: JSON.stringify(fields) });
    const code = edit.keys.issue('enrolment', zoe);
    const password = 'correct horse battery';
    expect((await send('enrol', { code, password: 'short' })).status).toBe(403);
    expect((await send('enrol', { code, password })).status).toBe(200);
    expect((await send('enrol', { code, password })).status).toBe(403);
    const right = await send('sign-in', { password });
    const cookie = right.headers.get('Set-Cookie') ?? '';
    expect([cookie, await right.json()]).toEqual([expect.stringMatching(/HttpOnly; SameSite=Strict/), {}]);
    // What scripts have in place of the session is worth nothing without the cookie.
    const withCookie = (value: string) =>
      edit.ask('api/v1/user', { token: 'session', headers: { Cookie: value } });
    const pair = cookie.split(';', 1)[0] ?? '';
    expect([(await withCookie(pair)).status, (await withCookie('')).status]).toEqual([200, 401]);
    expect((await edit.ask('api/v1/user', { token: '', headers: { Cookie: pair } })).status).toBe(401);
    await edit.ask('sign-in', { token: '', headers: { Cookie: pair } });
    expect((await withCookie(pair)).status).toBe(401);
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) statuses.push((await send('sign-in', { password: 'x' })).status);
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
    expect((await send('sign-in', { password })).status).toBe(429);
  });

  it('gets neither the draft build nor Micropub', async () => {
    const { status: code, headers } = await fetch(edit.url, { redirect: 'manual' });
    expect([code, headers.get('Location')]).toEqual([302, '/edit/sign-in']);
    expect((await edit.ask('micropub?q=config')).status).toBe(401);
  });
});

describe('many saves', () => {
  it('run one after another, a bounded number waits for each author, and a push that fails is reported', async () => {
    edit.git('remote', 'add', 'origin', '/nowhere');
    edit.git('config', 'branch.main.remote', 'origin');
    const create = (name: string, token?: string) => {
      const path = `content/posts/${name}.md`;
      return edit.save({ path, text: text('A'), operation: 'create', sha: '' }, token);
    };
    const saves = Array.from({ length: 60 }, (_, index) => create(`many-${index}`));
    const ada = edit.keys.issue('session', { name: 'Ada', email: 'ada@example.org' });
    expect((await create('of-another', ada)).status).toBe(201);
    const answers = await Promise.all(saves);
    const { saved, others } = Object.groupBy(answers, ({ ok }) => (ok ? 'saved' : 'others'));
    expect(saved?.length).toBeGreaterThanOrEqual(20);
    expect(new Set(others?.map((one) => `${one.status} ${one.headers.get('Retry-After')}`))).toEqual(
      new Set(['503 5']),
    );
    await edit.settled();
    const state = await (await edit.ask('api/v1/status')).json();
    expect(state).toMatchObject({ state: 'failed', reason: expect.stringContaining('git push failed') });
    expect(edit.git('log', '--oneline').match(/Edit content\/posts\/many/g)).toHaveLength(saved?.length ?? 0);
    expect(status().replace('?? notes.txt\n', '')).toBe('');
  });
});
