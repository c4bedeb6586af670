import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { renderComments } from '../../../../src/core/markdown/comments.ts';
import { ContentProject, post, testSite } from '../../../../test/helpers/content-project.ts';
import { isApproved } from '../../src/endpoint/verify.ts';
import { type ReceivedMention, storeMentions } from '../../src/receive.ts';
import { startEndpoint, startSite } from './endpoint.ts';

const target = 'https://notes.example.org/hello/';
const replyTo = (inner: string, name = 'Ada') =>
  `<article class="h-entry"><span class="p-author h-card">${name}</span><a class="u-in-reply-to" href="${target}">to</a><div class="e-content">${inner}</div></article>`;

async function receive(pages: Parameters<typeof startSite>[0], paths = ['/page'], options: object = {}) {
  const site = await startSite(pages);
  const endpoint = await startEndpoint(options);
  for (const path of paths) await endpoint.send(site.url + path, target);
  await endpoint.verify();
  return { site, endpoint, list: await endpoint.list() };
}

describe('addresses of a private network', () => {
  it('are never asked, neither by name, by number nor behind a redirect', async () => {
    const asked: string[] = [];
    const victim = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end(`<a href="${target}">x</a>`);
    });
    await new Promise<void>((resolve) => victim.listen(0, '127.0.0.2', resolve));
    onTestFinished(() => void victim.close());
    const { port } = victim.address() as AddressInfo;
    const hosts = [
      '127.0.0.2',
      '[::ffff:127.0.0.2]',
      '2130706434',
      '0x7f000002',
      'localhost',
      '0.0.0.0',
      '[::1]',
    ];
    const redirects = hosts.map((host, at) => [
      `/${at}`,
      (_: unknown, response: import('node:http').ServerResponse) =>
        void response.writeHead(302, { Location: `http://${host}:${port}/${at}` }).end(),
    ]);
    const paths = hosts.map((_, at) => `/${at}`);
    const { endpoint, list, site } = await receive(Object.fromEntries(redirects), paths);
    for (const host of hosts)
      expect((await endpoint.send(`http://${host}:${port}/`, target)).status).toBe(400);
    await endpoint.verify();
    expect(site.asked.toSorted()).toEqual(paths);
    expect([list, asked]).toEqual([[], []]);
  });
});

describe('a page of a stranger', () => {
  it('without an end is read to a limit', async () => {
    let sent = 0;
    const { list } = await receive({
      '/page': (_, response) => {
        const chunk = Buffer.alloc(65_536, 'x ');
        response.writeHead(200, { 'Content-Type': 'text/html' });
        const write = () => {
          while (!response.destroyed && response.write(chunk)) sent += chunk.length;
          sent += chunk.length;
        };
        response.on('drain', write);
        write();
      },
    });
    expect(list).toEqual([]);
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });

  it('has no markup of its own on page, twin and JSON, in the mail and on the page of the decision', async () => {
    const evil = [
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      '<a href="javascript:alert(1)">one</a><iframe src="https://evil.example/"></iframe>',
      '<h1>Forged</h1><svg onload=alert(1)></svg><form action="https://evil.example/"><input name="a"></form>',
      '&lt;script&gt;alert(2)&lt;/script&gt; [two](javascript:alert(1)) ![three](https://evil.example/x.png) `&lt;b&gt;`',
    ].join('');
    const name = '&lt;img src=x onerror=alert(1)&gt;\n# Forged\r\nBcc: a@b.example';
    const { endpoint, list } = await receive({ '/page': replyTo(evil, name) });
    const project = new ContentProject({ 'content/posts/hello.md': post('Text.', 'id: 137\n') });
    onTestFinished(() => project.remove());
    const load = async () => {
      const { library, ...loaded } = await project.load();
      loaded.close();
      return library;
    };
    const approved = list.map((one) => ({ ...one, status: 'approved' })) as unknown as ReceivedMention[];
    storeMentions(project.root, await load(), approved);
    const comments = (await load()).documents[0]?.comments ?? [];
    expect(comments).toHaveLength(1);
    const markup = /<(?!\/?(?:p|a|em|strong|code|blockquote|h3|pre|ul|ol|li|br)\b)[a-z]/i;
    expect(comments[0]?.html).not.toMatch(markup);
    expect(comments[0]?.html).not.toMatch(/href="(?!https?:|#)|<[^>]*\son\w+=/i);
    const twin = renderComments(comments, testSite);
    expect(twin).not.toMatch(/(?<!\\)<(?!https?:)[a-z]/i);
    expect(twin.split('\n').filter((line) => line.startsWith('# '))).toEqual([]);
    const [mail] = endpoint.mails;
    expect(mail?.text).not.toMatch(/^Bcc:|^# /m);
    const link = /http\S+decide\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(await (await fetch(link)).text()).not.toMatch(/<(?:script|img|iframe|svg)|<h1>Forged/i);
  });

  it('can not speak for another one, and an approved site not by a redirect to it', async () => {
    const forged = `<article class="h-entry"><a class="u-url" href="https://famous.example/">x</a><a class="p-author h-card" href="https://famous.example/">Famous</a><a class="u-in-reply-to" href="${target}">x</a></article>`;
    const { list, site } = await receive({ '/page': forged }, ['/page'], { approve: ['famous.example'] });
    expect(list).toMatchObject([{ status: 'waiting', url: `${site.url}/page` }]);
    const options = { approve: ['friend.example'], privateHosts: [] };
    expect(isApproved(['friend.example'], [null], options)).toBe(true);
    expect(isApproved(['friend.example', 'evil.example'], [null, null], options)).toBe(false);
    expect(isApproved(['friend.example', 'reader.example'], [null, 'approved'], options)).toBe(true);
  });
});

describe('floods', () => {
  it('of one host, of many hosts and of unsent mail have limits', async () => {
    const endpoint = await startEndpoint();
    const statuses = async (sources: readonly string[]) => {
      const all: number[] = [];
      for (const source of sources) all.push((await endpoint.send(source, target)).status);
      return Object.fromEntries(
        Object.entries(Object.groupBy(all, String)).map(([status, list]) => [status, list?.length]),
      );
    };
    const numbers = (length: number) => Array.from({ length }, (_, at) => at);
    expect(await statuses(numbers(40).map((at) => `https://one.example/${at}`))).toEqual({
      202: 30,
      429: 10,
    });
    expect(await statuses(numbers(600).map((at) => `https://s${at}.example/`))).toEqual({
      202: 470,
      503: 130,
    });
  });

  it('of mails become one mail in ten minutes', async () => {
    const { endpoint, site } = await receive(
      { '/a': replyTo('One is here.'), '/b': replyTo('Two is here.'), '/c': replyTo('Three is here.') },
      ['/a', '/b'],
    );
    await endpoint.send(`${site.url}/c`, target);
    await endpoint.verify();
    expect(endpoint.mails.map(({ subject }) => subject)).toEqual(['2 mentions wait']);
    endpoint.values.delete('pause');
    await endpoint.verify();
    await endpoint.verify();
    expect(endpoint.mails.map(({ subject }) => subject)).toEqual(['2 mentions wait', 'A mention waits']);
  });

  it('of links, of the same words and of one page for many documents are dropped', async () => {
    const links = '<a href="https://shop.example/">buy</a> '.repeat(11);
    const words = 'You may like my shop, it is the best.';
    const paths = ['/1', '/2', '/3', '/4', '/5'];
    const { list, endpoint, site } = await receive(
      { '/links': replyTo(links), ...Object.fromEntries(paths.map((path) => [path, replyTo(words)])) },
      ['/links', ...paths],
    );
    expect(list.length).toBeLessThan(4);
    await endpoint.verify();
    const stored = (await endpoint.list()).map((one) => one['wm-source']);
    expect(site.asked).toHaveLength(6);
    expect(stored).toHaveLength(3);
    expect(stored).not.toContain(`${site.url}/links`);
    const many = Array.from({ length: 15 }, (_, at) => `${target}?page=${at}`);
    site.pages['/many'] = many.map((one) => `<a href="${one}">x</a>`).join('');
    for (const one of many) {
      await endpoint.send(`${site.url}/many`, one);
      await endpoint.verify();
    }
    expect((await endpoint.list()).filter((one) => String(one['wm-source']).endsWith('/many'))).toHaveLength(
      10,
    );
  });
});
