import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchPolitely } from '../../../../src/requests/polite-fetch.ts';
import { readEmbed } from '../../src/read-embed.ts';

/** What services answered, by host and path, shortened. */
const recorded: Readonly<Record<string, string>> = {
  'www.youtube.com/oembed':
    '{"title":"Deliberate Ramming by Canal Boat - Henley July 2019","author_name":"sirhadley","author_url":"https:\\/\\/www.youtube.com\\/user\\/sirhadley","type":"video","height":113,"width":200,"version":"1.0","provider_name":"YouTube","thumbnail_height":360,"thumbnail_width":480,"thumbnail_url":"https:\\/\\/i.ytimg.com\\/vi\\/ldoVS0idTBw\\/hqdefault.jpg","html":"\\u003ciframe width=\\u0022200\\u0022 src=\\u0022https://www.youtube.com/embed/ldoVS0idTBw?feature=oembed\\u0022\\u003e\\u003c/iframe\\u003e"}',
  'open.spotify.com/oembed':
    '{"html":"<iframe title=\\"Spotify Embed: A Cantar con Xabarin\\" src=\\"https://open.spotify.com/embed/album/7s66wU1XJ2NsUuWM2NKiUV?utm_source=oembed\\"></iframe>","width":456,"height":352,"version":"1.0","provider_name":"Spotify","type":"rich","title":"A Cantar con Xabarin (Vol. I e II)","thumbnail_url":"https://i.scdn.co/image/ab67616d00001e022dd9ff41aad54c1d93d50aa6","thumbnail_width":300}',
  'embed.bsky.app/oembed':
    '{"type":"rich","version":"1.0","author_name":"Stuart Robson","author_url":"https://bsky.app/profile/sturobson.com","provider_name":"Bluesky Social","cache_age":86400,"width":600,"height":null,"html":"<blockquote class=\\"bluesky-embed\\" data-bluesky-embed-color-mode=\\"system\\"><p lang=\\"en\\">ahem, has anyone calculated how much carbon their Storybook uses<br>when visited … I&#x27;m guessing it could be pretty chunky.</p>&mdash; Stuart Robson (<a href=\\"https://bsky.app/profile/did:plc:mnut7bswvnl54dhflb4qofss?ref_src=embed\\">@sturobson.com</a>)</blockquote><script async src=\\"https://embed.bsky.app/static/embed.js\\" charset=\\"utf-8\\"></script>"}',
  'github.com/withastro/astro':
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>GitHub - withastro/astro: The web framework for content-driven websites. · GitHub</title><meta name="description" content="The web framework. &#x2B50;"><meta property="og:image" content="https://opengraph.githubassets.com/8a/withastro/astro" /><meta property="og:title" content="GitHub - withastro/astro: The web framework for content-driven websites. ⭐️ Star to support our work!" /><meta property="og:description" content="The web framework for content-driven websites. &amp; more" /></head><body><meta property="og:title" content="Another"></body></html>',
  'social.example/@ada/113456789012345678':
    '<html><head><title>Ada: &quot;A weir…&quot; - Social</title><link rel="alternate" type="application/json+oembed" href="/api/oembed"><meta content="Ada (@ada@social.example)" property="og:title"><meta content="A weir\n\nin winter." property="og:description"><meta content="/avatars/ada.png" property="og:image"></head></html>',
  'vimeo.com/api/oembed.json': 'no JSON',
};
let server: Server;
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    asked.push(request.url ?? '');
    const answer = recorded[url.pathname.slice(1)];
    response.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

/** Asks the recording instead. */
const read = (url: string) =>
  readEmbed(url, async (address) => {
    const { port } = server.address() as AddressInfo;
    const fetched = await fetchPolitely(address.replace('https://', `http://127.0.0.1:${port}/`), () => true);
    return fetched.ok ? { ...fetched, url: address } : fetched;
  });

it('a service is asked for title, author and image of its page', async () => {
  const url = 'https://www.youtube.com/watch?v=ldoVS0idTBw';
  expect(await read(url)).toEqual({
    ok: true,
    embed: {
      url,
      title: 'Deliberate Ramming by Canal Boat - Henley July 2019',
      author: 'sirhadley',
      image: 'https://i.ytimg.com/vi/ldoVS0idTBw/hqdefault.jpg',
    },
  });
  expect(asked.at(-1)).toBe(
    '/www.youtube.com/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DldoVS0idTBw',
  );
  expect(await read('https://open.spotify.com/album/7s66wU1XJ2NsUuWM2NKiUV')).toMatchObject({
    embed: {
      title: 'A Cantar con Xabarin (Vol. I e II)',
      image: 'https://i.scdn.co/image/ab67616d00001e022dd9ff41aad54c1d93d50aa6',
    },
  });
});

it('a post without a title has the name of its author and its words', async () => {
  const url = 'https://bsky.app/profile/sturobson.com/post/3lwbrq2haes2j';
  expect(await read(url)).toEqual({
    ok: true,
    embed: {
      url,
      title: 'Stuart Robson',
      description:
        "ahem, has anyone calculated how much carbon their Storybook uses when visited … I'm guessing it could be pretty chunky.",
    },
  });
});

it('other pages say it in their heads', async () => {
  expect(await read('https://github.com/withastro/astro')).toMatchObject({
    embed: {
      title:
        'GitHub - withastro/astro: The web framework for content-driven websites. ⭐️ Star to support our work!',
      description: 'The web framework for content-driven websites. & more',
      image: 'https://opengraph.githubassets.com/8a/withastro/astro',
    },
  });
  expect(await read('https://social.example/@ada/113456789012345678')).toMatchObject({
    embed: {
      title: 'Ada (@ada@social.example)',
      description: 'A weir in winter.',
      image: 'https://social.example/avatars/ada.png',
    },
  });
});

it('says why there is nothing', async () => {
  expect(await read('https://vimeo.com/1')).toEqual({ ok: false, reason: 'it does not say what it is' });
  expect(await read('https://github.com/none/none')).toEqual({ ok: false, reason: 'it answers 404' });
});
