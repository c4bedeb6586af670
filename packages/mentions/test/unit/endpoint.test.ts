import { describe, expect, it } from 'vitest';
import { startEndpoint, startSite } from './endpoint.ts';

/** The rules for receivers of https://www.w3.org/TR/webmention/, as the reports of https://webmention.rocks list them. */

const target = 'https://notes.example.org/hello/';
const entry = (inner: string) =>
  `<article class="h-entry"><a class="p-author h-card" href="/">Ada</a><time class="dt-published" datetime="2026-11-27T10:00:00Z"></time>${inner}</article>`;
const reply = (words: string) =>
  entry(`<a class="u-in-reply-to" href="${target}">to</a><div class="e-content">${words}</div>`);

describe('a request', () => {
  it('with a source and a target is accepted, without a Location', async () => {
    const endpoint = await startEndpoint();
    const answer = await endpoint.send('https://reader.example/reply', target);
    expect([answer.status, answer.headers.get('Location')]).toEqual([202, null]);
  });

  it.each([
    ['a source that is no URL', 'reply', target],
    ['a source of another scheme', 'ftp://reader.example/reply', target],
    ['a source with a password', 'https://a:b@reader.example/reply', target],
    ['a target that is no URL', 'https://reader.example/reply', 'hello'],
    ['a target of another scheme', 'https://reader.example/reply', 'javascript:alert(1)'],
    ['a target of another site', 'https://reader.example/reply', 'https://other.example/hello/'],
    [
      'a target whose host begins alike',
      'https://reader.example/reply',
      'https://notes.example.org.evil.example/hello/',
    ],
    ['a target where no document is', 'https://reader.example/reply', 'https://notes.example.org/nothing/'],
    ['a source that is the target', target, target],
    ['a source that is the target but for the fragment', `${target}#a`, `${target}#b`],
    ['a source of this machine', 'http://localhost:8080/', target],
    ['a source of a private network', 'http://192.168.1.1/', target],
    ['a source of link-local addresses', 'http://169.254.169.254/latest/meta-data/', target],
    ['a source of this machine, as a number', 'http://2130706433/', target],
    ['a source of this machine in IPv6', 'http://[::1]/', target],
    ['a source of this machine, mapped', 'http://[::ffff:127.0.0.1]/', target],
  ])('with %s is refused', async (_, source, given) => {
    const endpoint = await startEndpoint({ privateHosts: [] });
    expect((await endpoint.send(source, given)).status).toBe(400);
    expect(await endpoint.values.get('queue')).toBeUndefined();
  });

  it.each([
    ['a fragment', `${target}#comments`],
    ['no slash at the end', 'https://notes.example.org/hello'],
    ['an old address', 'https://notes.example.org/old-hello/'],
    ['the other scheme', 'http://notes.example.org/hello/'],
  ])('for a target with %s is accepted', async (_, given) => {
    expect((await (await startEndpoint()).send('https://reader.example/reply', given)).status).toBe(202);
  });
});

const pageOf = async (html: string, type = 'text/html; charset=utf-8') => {
  const site = await startSite({
    '/page': (_, response) => void response.writeHead(200, { 'Content-Type': type }).end(html),
  });
  const endpoint = await startEndpoint();
  expect((await endpoint.send(`${site.url}/page`, target)).status).toBe(202);
  expect(site.asked).toEqual([]);
  await endpoint.verify();
  return endpoint.list();
};

describe('a source is verified later, and counts where it links to the very target', () => {
  it.each([
    ['a', `<a href="${target}">x</a>`],
    ['img', `<img src="${target}">`],
    ['video', `<video src="${target}"></video>`],
    ['audio', `<audio src="${target}"></audio>`],
    ['a behind a base', `<base href="https://notes.example.org/"><a href="hello/">x</a>`],
    ['a with entities', `<a href="https:&#x2F;/notes.example.org/hello/">x</a>`],
  ])('in %s', async (_, html) => {
    expect(await pageOf(html)).toMatchObject([{ status: 'waiting', 'wm-property': 'mention-of' }]);
  });

  it.each([
    ['as text', `<p>${target}</p>`],
    ['in an HTML comment', `<!-- <a href="${target}">x</a> -->`],
    ['nowhere', '<p>Hello</p>'],
    ['with another query', `<a href="${target}?a=b">x</a>`],
    ['in a script', `<script>"<a href='${target}'>"</script>`],
    ['in an attribute that is no address', `<p title="${target}">x</p>`],
  ])('not %s', async (_, html) => {
    expect(await pageOf(html)).toEqual([]);
  });

  it('in JSON as a value, in plain text as a word', async () => {
    expect(await pageOf(JSON.stringify({ a: [{ b: target }] }), 'application/json')).toHaveLength(1);
    expect(await pageOf(JSON.stringify({ a: `see ${target}` }), 'application/json')).toEqual([]);
    expect(await pageOf(`See <${target}> for more`, 'text/plain')).toHaveLength(1);
    expect(await pageOf(`See ${target}more`, 'text/plain')).toEqual([]);
  });

  it('behind redirects, up to a limit', async () => {
    const site = await startSite({
      '/moved': (_, response) => void response.writeHead(302, { Location: '/page' }).end(),
      '/loop': (_, response) => void response.writeHead(302, { Location: '/loop' }).end(),
      '/page': `<a href="${target}">x</a>`,
    });
    const endpoint = await startEndpoint();
    await endpoint.send(`${site.url}/moved`, target);
    await endpoint.send(`${site.url}/loop`, target);
    await endpoint.verify();
    expect(await endpoint.list()).toMatchObject([
      { 'wm-source': `${site.url}/moved`, url: `${site.url}/page` },
    ]);
    expect(site.asked.filter((path) => path === '/loop').length).toBeLessThan(10);
  });

  it('with what its microformats say', async () => {
    expect(await pageOf(reply('Good <b>post</b>.'))).toMatchObject([
      {
        'wm-property': 'in-reply-to',
        author: { name: 'Ada' },
        published: '2026-11-27T10:00:00Z',
        content: { text: 'Good post.', html: 'Good <b>post</b>.' },
      },
    ]);
    for (const property of ['like-of', 'repost-of'])
      expect(await pageOf(entry(`<a class="u-${property}" href="${target}">x</a>`))).toMatchObject([
        { 'wm-property': property },
      ]);
    const cited = `<div class="u-in-reply-to h-cite"><a class="u-url" href="${target}">x</a></div>`;
    expect(await pageOf(entry(cited))).toMatchObject([{ 'wm-property': 'in-reply-to' }]);
  });
});

describe('a mention', () => {
  it('that is sent again is updated; a change of what was shown waits again; one that is gone is withdrawn', async () => {
    const site = await startSite({ '/page': reply('First.') });
    const endpoint = await startEndpoint();
    const again = async () => {
      await endpoint.send(`${site.url}/page`, target);
      await endpoint.verify();
      return endpoint.list();
    };
    await again();
    expect(endpoint.mails).toHaveLength(1);
    const link = /http\S+decide\S+/.exec(endpoint.mails[0]?.text ?? '')?.[0] ?? '';
    expect(await (await fetch(link)).text()).toContain('First.');
    const press = (name: string) => fetch(link, { method: 'POST', body: new URLSearchParams({ do: name }) });
    expect((await press('show')).status).toBe(200);
    expect(await again()).toMatchObject([{ status: 'approved', first: 1, 'wm-id': 2 }]);
    site.pages['/page'] = reply('Second.');
    expect(await again()).toMatchObject([{ status: 'waiting', first: 1, content: { text: 'Second.' } }]);
    await press('hide');
    site.pages['/page'] = reply('Third.');
    expect(await again()).toMatchObject([{ status: 'hidden' }]);
    site.pages['/page'] = (_, response) => void response.writeHead(410).end();
    expect(await again()).toMatchObject([{ status: 'gone', content: null, author: null }]);
    site.pages['/page'] = reply('Back.');
    expect(await again()).toMatchObject([{ status: 'waiting' }]);
    site.pages['/page'] = '<p>The link is gone.</p>';
    expect(await again()).toMatchObject([{ status: 'gone' }]);
    expect((await fetch(link.replace(/.$/, 'x'))).status).toBe(404);
  });

  it('of an approved site is shown at once, of a blocked one never', async () => {
    const site = await startSite({ '/page': reply('First.'), '/next': reply('Next.') });
    const endpoint = await startEndpoint({ approve: ['127.0.0.1'] });
    await endpoint.send(`${site.url}/page`, target);
    await endpoint.verify();
    expect(await endpoint.list()).toMatchObject([{ status: 'approved' }]);
    expect(endpoint.mails).toEqual([]);
    const sites = (body: object, key = endpoint.key) =>
      fetch(`${endpoint.base}/sites`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { Authorization: `Bearer ${key}` },
      });
    expect((await sites({}, 'wrong')).status).toBe(401);
    expect(await (await sites({ blocked: ['127.0.0.1'] })).json()).toEqual({
      approved: [],
      blocked: ['127.0.0.1'],
    });
    expect(await endpoint.list()).toMatchObject([{ status: 'hidden' }]);
    await endpoint.send(`${site.url}/next`, target);
    await endpoint.verify();
    expect(await endpoint.list()).toHaveLength(1);
    expect(site.asked).toEqual(['/page']);
  });

  it('whose site does not answer is tried three times, minutes apart', async () => {
    let isUp = false;
    const site = await startSite({
      '/page': (_, response) =>
        void response.writeHead(isUp ? 200 : 503, { 'Content-Type': 'text/html' }).end(reply('Hi.')),
    });
    const endpoint = await startEndpoint();
    await endpoint.send(`${site.url}/page`, target);
    await endpoint.verify();
    await endpoint.verify();
    expect(site.asked).toHaveLength(1);
    isUp = true;
    endpoint.clock.now += 5 * 60_000;
    await endpoint.verify();
    expect(await endpoint.list()).toHaveLength(1);
    isUp = false;
    await endpoint.send(`${site.url}/page`, target);
    for (let tries = 0; tries < 9; tries++, endpoint.clock.now += 60 * 60_000) await endpoint.verify();
    expect(site.asked).toHaveLength(5);
    expect(await endpoint.list()).toMatchObject([{ status: 'waiting' }]);
  });
});
