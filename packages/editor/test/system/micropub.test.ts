import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEditServer, type TestServer, zoe } from './edit-server.ts';

const image = readFileSync(join(import.meta.dirname, '../../../../content/posts/page-and-twin.png'));
const site = 'https://notes.example.org';
let edit: TestServer;
let token: string;
beforeAll(async () => {
  edit = await startEditServer({
    'content/tags.yaml': '- slug: walks\n  name: Walks\n',
    'content/categories.yaml': '- slug: garden\n  name: Garden\n',
  });
  token = edit.keys.issue('token', zoe);
});
afterAll(() => edit.close());

const ask = (path: string, init: RequestInit = {}) => edit.ask(`micropub${path}`, { ...init, token });
const post = (properties: unknown) =>
  ask('', { method: 'POST', body: JSON.stringify({ type: ['h-entry'], properties }) });
const send = (body: BodyInit, headers: Record<string, string> = { Authorization: `Bearer ${token}` }) =>
  fetch(`${edit.url}/edit/micropub`, { method: 'POST', body, headers });
const fileOf = (path: string) => readFileSync(join(edit.root, path), 'utf8');
const errorOf = async (response: Response) => {
  const answer = (await response.json()) as { error: string; error_description: string };
  return [response.status, answer.error, answer.error_description];
};
/** The file of the post that was created. */
async function createdFile(response: Response): Promise<string> {
  expect([response.status, response.ok ? '' : await response.text()]).toEqual([201, '']);
  return fileOf(`content/posts/${response.headers.get('Location')?.split('/').at(-2)}.md`);
}

describe('an entry', () => {
  it('becomes a post with a photo and terms, and is read again', async () => {
    const form = new FormData();
    form.set('file', new File([image], 'Ä b.PNG'));
    const headers = { Authorization: `Bearer ${token}` };
    const media = await fetch(`${edit.url}/edit/micropub/media`, { method: 'POST', body: form, headers });
    expect(media.headers.get('Location')).toBe(`${site}/media/posts/${encodeURI('ä-b')}.png`);
    const created = await post({
      name: ['A walk'],
      content: ['With *words*.'],
      category: ['Walks', 'New words', 'Garden', 'New words'],
      'post-status': ['draft'],
      photo: [{ value: media.headers.get('Location'), alt: 'Two boxes' }],
    });
    expect(created.headers.get('Location')).toBe(`${site}/a-walk/`);
    expect(fileOf('content/posts/a-walk.md')).toMatch(
      /^---\ntitle: A walk\ndate: .*\ndraft: true\ncategories: \[garden\]\ntags: \[walks, new-words\]\n---\n\nWith \*words\*\.\n\n!\[Two boxes\]\(<ä-b\.png>\)\n$/,
    );
    const source = await ask(`?q=source&url=${site}/a-walk/`);
    expect(await source.json()).toMatchObject({ properties: { name: ['A walk'], 'post-status': ['draft'] } });
    const some = await ask(`?q=source&url=${site}/a-walk/&properties[]=name`);
    expect(await some.json()).toEqual({ properties: { name: ['A walk'] } });
    expect(await (await ask('?q=category')).json()).toEqual({ categories: ['garden', 'walks', 'new-words'] });
  });

  it('keeps date, description, visibility, bookmark and photo', async () => {
    const file = await createdFile(
      await post({
        ...{ name: 'Old', content: 'A whole word', summary: ['In short.'], visibility: 'unlisted' },
        ...{ published: ['2019-05-06T07:08:09+02:00'], updated: ['2020-01-02'] },
        ...{ 'bookmark-of': ['https://example.net/a'], 'mp-slug': ['An Old one'] },
        ...{ photo: ['https://example.net/a b.jpg'], 'mp-photo-alt': ['A [gate]\nin fog'] },
      }),
    );
    expect(file).toBe(
      `---\ntitle: Old\ndate: 2019-05-06T07:08:09+02:00\nmodified: 2020-01-02\ndescription: In short.\nvisibility: unlisted\nlink: https://example.net/a\n---\n\nA whole word\n\n![A \\[gate\\] in fog](<https://example.net/a%20b.jpg>)\n`,
    );
    expect(existsSync(join(edit.root, 'content/posts/an-old-one.md'))).toBe(true);
    const later = await createdFile(await post({ content: ['Later'], published: ['2099-01-02T03:04:05Z'] }));
    expect(later).toContain('date: 2099-01-02T03:04:05Z\n');
  });

  it('may be HTML, which becomes Markdown', async () => {
    const html = '<p>Some <b>bold</b> <a href="/about/">words</a>.</p><ul><li>One</ul>';
    const words = `Some **bold** [words](${site}/about/).\n\n- One\n`;
    expect(await createdFile(await post({ content: [{ html }] }))).toContain(`---\n\n${words}`);
    const form = new URLSearchParams({ h: 'entry', 'content[html]': html });
    expect(await createdFile(await send(form))).toContain(`---\n\n${words}`);
    for (const lost of [
      '<script>a()</script>',
      '<p>a</p><style>p{}</style>',
      '<!-- a -->',
      '<SVG/onload=a()>',
    ])
      expect(await errorOf(await post({ content: [{ html: lost }] }))).toEqual([
        400,
        'invalid_request',
        expect.stringMatching(/^The HTML in "content" contains <.*no form in Markdown/),
      ]);
  });

  it('is a form, with or without files', async () => {
    const plain = new URLSearchParams([
      ['h', 'entry'],
      ['content', 'One thought'],
      ['category[]', 'walks'],
      ['photo', ''],
    ]);
    expect(await createdFile(await send(plain))).toMatch(/tags: \[walks\]\n---\n\nOne thought\n$/);
    const parts = new FormData();
    parts.set('content', 'In parts');
    expect(await createdFile(await send(parts))).toMatch(/\n\nIn parts\n$/);
    for (const name of ['photo', 'photo[]', 'photo[1]'])
      parts.append(name, new File([image], 'gate.png', { type: 'image/png' }));
    parts.set('mp-photo-alt', 'A gate');
    const file = await createdFile(await send(parts));
    expect(file).toMatch(
      /In parts\n\n!\[A gate\]\(<gate\.png>\)\n\n!\[\]\(<gate-2\.png>\)\n\n!\[\]\(<gate-3\.png>\)\n$/,
    );
    expect(readFileSync(join(edit.root, 'content/posts/gate-3.png'))).toEqual(image);
    expect(edit.git('show', '--name-only', '--format=').trim().split('\n')).toHaveLength(4);
  });

  it('has its token in the header or in a small form', async () => {
    const withToken = (more: Record<string, string>) =>
      new URLSearchParams({ content: 'Token', access_token: token, ...more });
    expect((await createdFile(await send(withToken({}), {}))).includes(token)).toBe(false);
    const parts = new FormData();
    parts.set('access_token', token);
    parts.set('content', 'Token in parts');
    await createdFile(await send(parts, {}));
    expect((await errorOf(await send(withToken({}))))[0]).toBe(400);
    expect((await errorOf(await send(withToken({ access_token: 'other' }), {})))[0]).toBe(401);
    const [status, , description] = await errorOf(
      await send(withToken({ content: 'x'.repeat(2 ** 20) }), {}),
    );
    expect([status, description]).toEqual([413, expect.stringContaining('header Authorization')]);
    const zipped = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
    };
    const body = gzipSync(JSON.stringify({ type: 'h-entry', properties: { content: 'Zipped' } }));
    expect(await createdFile(await send(body, zipped))).toContain('Zipped');
  });

  const refused: readonly (readonly [properties: unknown, about: string])[] = [
    [undefined, 'properties'],
    [null, 'properties'],
    ['text', 'properties'],
    [{}, 'content'],
    [{ content: [] }, 'content'],
    [{ content: [''] }, 'content'],
    [{ content: [7] }, 'content'],
    [{ content: ['a', 'b'] }, 'content'],
    [{ content: [{ html: '<p>a</p>', other: 1 }] }, 'other'],
    [{ content: ['a'], 'in-reply-to': ['https://example.net/'] }, 'in-reply-to'],
    [{ content: ['a'], 'like-of': ['https://example.net/'] }, 'like-of'],
    [{ content: ['a'], constructor: ['a'] }, 'constructor'],
    [{ content: ['a'], 'mp-syndicate-to': ['https://example.net/'] }, 'mp-syndicate-to'],
    [{ content: ['a'], visibility: ['private'] }, 'visibility'],
    [{ content: ['a'], 'post-status': ['secret'] }, 'post-status'],
    [{ content: ['a'], published: ['yesterday'] }, 'published'],
    [{ content: ['a'], photo: ['javascript:a()'] }, 'photo'],
    [{ content: ['a'], photo: [{ value: 'https://example.net/a.png', size: 1 }] }, 'size'],
    [{ content: ['a'], category: [7] }, 'category'],
  ];
  it.each(refused)('is refused by the name of what cannot be kept: %j', async (properties, about) => {
    const before = edit.git('rev-parse', 'HEAD');
    expect(await errorOf(await post(properties))).toEqual([
      400,
      'invalid_request',
      expect.stringContaining(about),
    ]);
    expect([edit.git('rev-parse', 'HEAD'), edit.git('status', '--porcelain')]).toEqual([before, '']);
  });

  it('is refused where it is no entry, or no body at all', async () => {
    const json = (value: unknown) => ask('', { method: 'POST', body: JSON.stringify(value) });
    for (const [answer, about] of [
      [json({ type: ['h-event'], properties: {} }), 'type'],
      [json({ type: ['h-entry'], properties: { content: 'a' }, 'post-status': 'draft' }), 'post-status'],
      [json([]), 'object'],
      [ask('', { method: 'POST', body: '{' }), 'JSON'],
      [send(new URLSearchParams({ h: 'event' })), 'h=event'],
      [send(''), 'body'],
      [ask('?q=nothing'), 'q is one of'],
    ] as const)
      expect(await errorOf(await answer)).toEqual([400, 'invalid_request', expect.stringContaining(about)]);
    expect(await (await ask('?q=syndicate-to')).json()).toEqual({ 'syndicate-to': [] });
  });
});

/** The rules of micropub.rocks for servers, by their numbers there. */
describe('a server of Micropub', () => {
  const form = (fields: readonly (readonly [string, string])[]) =>
    send(new URLSearchParams([['h', 'entry'], ...fields.map(([name, value]) => [name, value])]));
  const created = async (response: Response) => {
    expect(response.status).toBe(201);
    const location = response.headers.get('Location') ?? '';
    expect(location.startsWith(`${site}/`)).toBe(true);
    return location;
  };
  const json = (value: unknown) => ask('', { method: 'POST', body: JSON.stringify(value) });
  const change = async (url: string, operations: object) => {
    const response = await json({ action: 'update', url, ...operations });
    expect([response.status, await response.text()]).toEqual([204, '']);
  };
  const sourceOf = async (url: string, more = '') => {
    const response = await ask(`?q=source&url=${encodeURIComponent(url)}${more}`);
    return ((await response.json()) as { properties: Record<string, unknown[]> }).properties;
  };
  const photo = 'https://example.net/photo.jpg';

  it.each([
    [100, [['content', 'Rule 100']], { content: ['Rule 100'] }],
    [
      101,
      [
        ['content', 'Rule 101'],
        ['category[]', 'walks'],
        ['category[]', 'seas'],
      ],
      { category: ['walks', 'seas'] },
    ],
    [
      104,
      [
        ['content', 'Rule 104'],
        ['photo', photo],
      ],
      { content: [`Rule 104\n\n![](<${photo}>)`] },
    ],
    [
      107,
      [
        ['content', 'Rule 107'],
        ['category', 'walks'],
      ],
      { category: ['walks'] },
    ],
  ] as const)('%i: makes a post of a form', async (_, fields, properties) => {
    expect(await sourceOf(await created(await form(fields)))).toMatchObject(properties);
  });

  const weight = { type: ['h-measure'], properties: { num: ['70.64'], unit: ['kg'] } };
  it.each([
    [200, { content: ['Rule 200'] }, { content: ['Rule 200'] }],
    [201, { content: ['Rule 201'], category: ['walks', 'seas'] }, { category: ['walks', 'seas'] }],
    [202, { content: [{ html: '<p>Rule <b>202</b></p>' }] }, { content: ['Rule **202**'] }],
    [203, { content: ['Rule 203'], photo: [photo] }, { content: [`Rule 203\n\n![](<${photo}>)`] }],
    [204, { summary: ['Rule 204'], 'x-weight': [weight] }, { summary: ['Rule 204'], 'x-weight': [weight] }],
    [
      205,
      { content: ['Rule 205'], photo: [{ value: photo, alt: 'A sea' }] },
      { content: [`Rule 205\n\n![A sea](<${photo}>)`] },
    ],
    [
      206,
      { content: ['Rule 206'], photo: [photo, `${photo}?2`] },
      { content: [`Rule 206\n\n![](<${photo}>)\n\n![](<${photo}?2>)`] },
    ],
  ])('%i: makes a post of JSON', async (_, given, properties) => {
    expect(await sourceOf(await created(await post(given)))).toMatchObject(properties);
  });

  it.each([
    [300, ['photo']],
    [301, ['photo[]', 'photo[]']],
  ])('%i: makes a post of a form with files', async (number, names) => {
    const parts = new FormData();
    parts.set('content', `Rule ${number}`);
    for (const name of names) parts.append(name, new File([image], 'rule.png', { type: 'image/png' }));
    const { content } = await sourceOf(await created(await send(parts)));
    expect(String(content).match(/!\[\]\(<rule[-\d]*\.png>\)/g)).toHaveLength(names.length);
  });

  it.each([
    [400, { replace: { content: ['New'] } }, { content: ['New'], category: ['walks', 'seas'] }],
    [401, { add: { category: ['Garden'] } }, { category: ['garden', 'walks', 'seas'] }],
    [402, { add: { name: ['Named'] } }, { name: ['Named'], content: ['Old'] }],
    [403, { delete: { category: ['seas'] } }, { category: ['walks'] }],
    [404, { delete: ['category'] }, { category: [], content: ['Old'] }],
  ])('%i: changes what the update names, and nothing else', async (_, operations, properties) => {
    const url = await created(await post({ content: ['Old'], category: ['walks', 'seas'] }));
    const before = fileOf(`content/posts/${url.split('/').at(-2)}.md`);
    await change(url, operations);
    expect(await sourceOf(url)).toMatchObject(properties);
    const kept = before.split('\n').find((line) => line.startsWith('date:'));
    expect(fileOf(`content/posts/${url.split('/').at(-2)}.md`)).toContain(kept);
  });

  it('405: refuses an update that is none, and changes nothing', async () => {
    const url = await created(await post({ content: ['Rule 405'] }));
    const before = edit.git('rev-parse', 'HEAD');
    for (const [operations, about] of [
      [{ replace: 'This is none.' }, 'list'],
      [{ replace: { content: 'A word' } }, 'list'],
      [{ add: { category: 'walks' } }, 'list'],
      [{ delete: 'category' }, 'list'],
      [{ delete: [7] }, 'list'],
      [{}, 'nothing'],
      [{ replace: { constructor: ['a'] } }, 'constructor'],
      [{ replace: { 'in-reply-to': [photo] } }, 'in-reply-to'],
      [{ replace: { 'mp-slug': ['other'] } }, 'mp-slug'],
      [{ add: { content: ['two'] } }, 'content'],
      [{ replace: { photo: [photo] } }, 'content'],
      [{ replace: { published: ['yesterday'] } }, 'published'],
      [{ replace: { name: ['a'] }, title: 'a' }, 'title'],
    ] as const)
      expect(await errorOf(await json({ action: 'update', url, ...operations }))).toEqual([
        ...[400, 'invalid_request'],
        expect.stringContaining(about),
      ]);
    expect(edit.git('rev-parse', 'HEAD')).toBe(before);
  });

  it.each([
    [500, (action: string, url: string) => send(new URLSearchParams({ action, url }))],
    [501, (action: string, url: string) => json({ action, url })],
  ])('%i, and 502 and 503: deletes a post, which is gone, and brings it back', async (number, ask) => {
    const url = await created(await post({ name: [`Rule ${number}`], content: ['With\r\nlines'] }));
    const path = new URL(url).pathname;
    const file = `content/posts${path.slice(0, -1)}.md`;
    const before = fileOf(file);
    expect((await ask('delete', url)).status).toBe(204);
    expect(existsSync(join(edit.root, file))).toBe(false);
    expect(fileOf('content/redirects.yaml')).toContain(`from: ${path}\n  status: 410`);
    expect((await ask('delete', url)).status).toBe(400);
    const back = await ask('undelete', url);
    expect([back.status, back.headers.get('Location')]).toEqual([201, url]);
    expect(fileOf(file)).toBe(before);
    expect(fileOf('content/redirects.yaml')).not.toContain(path);
    expect((await ask('undelete', url)).status).toBe(400);
    expect((await ask('delete', url)).status).toBe(204);
  });

  it('deletes a draft without a word about its address, and nothing elsewhere', async () => {
    const url = await created(
      await post({ name: ['A secret plan'], content: ['Quiet'], 'post-status': ['draft'] }),
    );
    expect((await json({ action: 'delete', url })).status).toBe(204);
    expect(fileOf('content/redirects.yaml')).not.toContain('secret');
    expect((await json({ action: 'undelete', url })).status).toBe(201);
    for (const other of [
      `https://evil.example${new URL(url).pathname}`,
      `${site}.evil.example/a-secret-plan/`,
      'none',
      `${site}/`,
    ])
      for (const action of ['delete', 'undelete'])
        expect((await json({ action, url: other })).status).toBe(400);
    expect(existsSync(join(edit.root, 'content/posts/a-secret-plan.md'))).toBe(true);
  });

  it('600 to 603: says what it can, and what a post is', async () => {
    const config = (await (await ask('?q=config')).json()) as Record<string, unknown>;
    expect(config).toMatchObject({ 'media-endpoint': `${edit.url}/edit/micropub/media`, 'syndicate-to': [] });
    expect(await (await ask('?q=post-types')).json()).toEqual({ 'post-types': config['post-types'] });
    expect(await (await ask('?q=syndicate-to')).json()).toEqual({ 'syndicate-to': [] });
    const url = await created(await post({ content: ['Rule 602'], category: ['walks'] }));
    expect(await sourceOf(url)).toMatchObject({ content: ['Rule 602'], category: ['walks'] });
    expect(await sourceOf(url, '&properties[]=content&properties[]=category')).toEqual({
      ...{ content: ['Rule 602'], category: ['walks'] },
    });
  });

  it.each([
    [700, 'rule.jpg'],
    [701, 'rule-701.png'],
    [702, 'rule.gif'],
  ])('%i: stores a file', async (_, name) => {
    const parts = new FormData();
    parts.set('file', new File([image], name));
    const init = { method: 'POST', body: parts, headers: { Authorization: `Bearer ${token}` } };
    const { status, headers } = await fetch(`${edit.url}/edit/micropub/media`, init);
    expect([status, headers.get('Location')]).toEqual([201, `${site}/media/posts/${name}`]);
  });

  it('800 to 805: takes a token in the header or in a form, once, stores none, and refuses others', async () => {
    const body = { h: 'entry', content: 'Rule 801' };
    const url = await created(await send(new URLSearchParams({ ...body, access_token: token }), {}));
    expect(fileOf(`content/posts/${url.split('/').at(-2)}.md`)).not.toMatch(/access_token/);
    expect((await send(new URLSearchParams(body), {})).status).toBe(401);
    expect((await send(new URLSearchParams(body), { Authorization: 'Bearer none' })).status).toBe(401);
    expect((await send(new URLSearchParams({ ...body, access_token: token }))).status).toBe(400);
  });
});

it('the name of a file is found without reading those of the same name', async () => {
  const folder = join(edit.root, 'content/posts/');
  mkdirSync(folder, { recursive: true });
  const large = Buffer.concat([image, Buffer.alloc(3_000_000)]);
  for (let count = 1; count <= 300; count++)
    writeFileSync(join(folder, count === 1 ? 'image.jpg' : `image-${count}.jpg`), count < 100 ? large : '');
  const form = new FormData();
  form.set('file', new File(['x'], 'image.JPG'));
  const { pathOfUpload } = await import('../../src/saves/micropub-post.ts');
  const { ContentFolder } = await import('../../src/saves/content-folder.ts');
  const content = new ContentFolder(edit.root);
  content.read = () => {
    throw new Error('A file was read.');
  };
  expect(pathOfUpload(content, 'image.JPG')).toBe('content/posts/image-301.jpg');
  for (const name of readdirSync(folder))
    if (/^image.*jpg$/.test(name)) writeFileSync(join(folder, name), '');
});

it('clients without a token are answered before their bodies are read, and hold no memory with bodies that never end', async () => {
  const { heapUsed, external } = process.memoryUsage();
  const begin = gzipSync(Buffer.alloc(4_900_000, ' ')).subarray(0, -8);
  const sockets: Socket[] = [];
  const answers = Array.from({ length: 100 }, async (_, index) => {
    const socket = connect(Number(new URL(edit.url).port), '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    const type = index % 2 ? 'application/json' : 'multipart/form-data; boundary=X';
    const head = `POST /edit/micropub HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n`;
    socket.write(
      `${head}Content-Type: ${type}\r\nContent-Encoding: gzip\r\n\r\n${begin.length.toString(16)}\r\n`,
    );
    socket.write(begin);
    const answer = await Promise.race([once(socket, 'data'), delay(6_000, [''])]);
    return String(answer[0]).slice(9, 12);
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['415', '401']));
  const after = process.memoryUsage();
  expect((after.heapUsed + after.external - heapUsed - external) / 2 ** 20).toBeLessThan(60);
  expect((await ask('?q=config')).status).toBe(200);
  await createdFile(await post({ content: ['Meanwhile'] }));
  for (const socket of sockets) socket.destroy();
});
