import { describe, expect, it } from 'vitest';
import { toPlayers } from '../../../src/core/html/video-links.ts';
import type { SiteSettings } from '../../../src/core/model/settings/site-settings.ts';
import { siteSchema } from '../../../src/core/model/site.ts';

const siteWith = (video: NonNullable<SiteSettings['connect']>['video']) =>
  siteSchema.parse({
    title: 'Notes',
    description: 'Notes.',
    url: 'https://notes.example.org',
    owner: { name: 'The owner', slug: 'owner' },
    connect: { video },
  });
const players = (html: string) => toPlayers(html, siteWith(['youtube', 'vimeo']), (host) => `From ${host}.`);
const link = (href: string, text = 'A video') => `<p><a href="${href}">${text}</a></p>`;

describe('a link to a video that stands alone', () => {
  it.each([
    ['https://www.youtube.com/watch?v=abcdefghijk', 'https://www.youtube-nocookie.com/embed/abcdefghijk'],
    [
      'https://www.youtube.com/watch?list=x&amp;v=abcdefghijk',
      'https://www.youtube-nocookie.com/embed/abcdefghijk',
    ],
    ['https://youtu.be/abcdefghijk?t=4', 'https://www.youtube-nocookie.com/embed/abcdefghijk'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ])('%s becomes a player that is still a link', (href, player) => {
    expect(players(`<p>One.</p>${link(href)}`)).toBe(
      `<p>One.</p><figure class="video" data-video="${player}"><a href="${href}">A video</a><figcaption>From ${new URL(player).host}.</figcaption></figure>`,
    );
  });

  it('keeps the image of the author, and asks the service for none', () => {
    const html = players(link('https://youtu.be/abcdefghijk', '<img src="/media/film.jpg" alt="A video">'));
    expect(html).toContain('<img src="/media/film.jpg" alt="A video">');
    expect(html.match(/src="[^"]*"/g)).toEqual(['src="/media/film.jpg"']);
  });

  it.each([
    '<p>See <a href="https://youtu.be/abcdefghijk">a video</a>.</p>',
    link('https://www.youtube.com/@channel'),
    link('https://example.org/watch?v=abcdefghijk'),
    '<p><a href="https://example.org/">One</a> <a href="https://youtu.be/abcdefghijk">two</a></p>',
  ])('is left alone where it is none: %s', (html) => {
    expect(players(html)).toBe(html);
  });

  it('is left alone where the site does not ask for players', () => {
    const html = link('https://youtu.be/abcdefghijk');
    expect(toPlayers(html, siteWith([]), () => '')).toBe(html);
    expect(toPlayers(html, siteWith(['vimeo']), () => '')).toBe(html);
  });
});
