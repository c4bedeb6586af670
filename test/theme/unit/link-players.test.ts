import { describe, expect, it } from 'vitest';
import { addPlayers } from '../../../src/core/html/link-players.ts';
import { readPageParts } from '../../../src/core/html/page-parts.ts';
import type { SiteSettings } from '../../../src/core/model/settings/site-settings.ts';
import { createSite } from '../../helpers/library.ts';

const siteWith = (connect: SiteSettings['connect'], more = {}) => createSite({ connect, ...more });
const players = (html: string, connect?: SiteSettings['connect']) =>
  addPlayers(html, siteWith(connect), (host) => `From ${host}.`);
const card = (href: string, text = 'A page') =>
  `<figure class="wp-block-embed is-type-x"><div class="wp-block-embed__wrapper">\n<a href="${href}">${text}</a><p>Its host</p></div></figure>`;

describe('the card of a link', () => {
  it.each([
    ['https://www.youtube.com/watch?v=abcdefghijk', 'https://www.youtube-nocookie.com/embed/abcdefghijk?'],
    [
      'https://www.youtube.com/watch?list=x&amp;v=abcdefghijk',
      'https://www.youtube-nocookie.com/embed/abcdefghijk?',
    ],
    ['https://youtu.be/abcdefghijk?t=4', 'https://www.youtube-nocookie.com/embed/abcdefghijk?'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    ['https://open.spotify.com/intl-de/album/1a2B', 'https://open.spotify.com/embed/album/1a2B'],
    [
      'https://www.openstreetmap.org/?mlat=0.5&amp;mlon=7#map=10/0/7.5',
      'https://www.openstreetmap.org/export/embed.html?layer=mapnik&amp;bbox=7.06055%2C-0.32959%2C7.93945%2C0.32959&amp;marker=0.5%2C7',
    ],
  ])('to %s gets a player, and is still a link', (href, player) => {
    const html = players(`<p>One.</p>${card(href)}<p>Two.</p>`);
    expect(html).toContain(`<figure class="wp-block-embed is-type-x" data-player="${player}`);
    expect(html).toContain(
      `<a href="${href}">A page</a><p>Its host</p></div><figcaption>From ${new URL(player).host}.</figcaption></figure><p>Two.</p>`,
    );
  });

  it.each([
    card('https://github.com/withastro/astro'),
    card('https://www.openstreetmap.org/node/1'),
    card('https://bsky.app/profile/a.example/post/3k'),
    '<p><a href="https://youtu.be/abcdefghijk">a video</a></p>',
  ])('has none where there is no player: %s', (html) => {
    expect(players(html)).toBe(html);
    expect(readPageParts(html, siteWith({}))).toMatchObject({ players: false, frames: null });
  });

  it('plays what the settings name, also by the old name', () => {
    const html = card('https://youtu.be/abcdefghijk');
    expect(players(html, { players: ['vimeo'] })).toBe(html);
    expect(players(html, { players: [] })).toBe(html);
    expect(players(html, { video: ['vimeo'] })).toBe(html);
    expect(players(html, { video: ['youtube'] })).not.toBe(html);
  });
});

describe('the policy of a page with players', () => {
  const body = `${card('https://youtu.be/abcdefghijk')}<p>x</p>${card('https://vimeo.com/1')}`;
  it('allows exactly their origins, and those of frames that its author wrote', () => {
    expect(readPageParts(body, siteWith({})).frames).toBe(
      'frame-src https://player.vimeo.com https://www.youtube-nocookie.com',
    );
    const own = '<iframe title="x" src="https://maps.example.org/a?b"></iframe>';
    expect(readPageParts(body + own, siteWith({ players: ['vimeo'] })).frames).toBe(
      'frame-src https://maps.example.org https://player.vimeo.com',
    );
  });

  it('is that of the site where components or scripts of others may show frames', () => {
    const components = { AfterText: './theme/after.astro' };
    expect(readPageParts(body, siteWith({}, { components }))).toMatchObject({ players: true, frames: null });
    const analytics = { service: 'plausible' } as const;
    expect(readPageParts(body, siteWith({ analytics })).frames).toBeNull();
  });
});
