import { playerOf } from 'agentsite/content';
import { escapeHtml, htmlToText } from 'agentsite/text';
import { replaceElements } from '../model/closing-tags.ts';
import type { TextContext } from './text-context.ts';

/** Hosts whose frames are kept. Any other frame becomes a link. */
const playerHosts = [
  'youtube.com',
  'youtube-nocookie.com',
  'player.vimeo.com',
  'open.spotify.com',
  'w.soundcloud.com',
  'bandcamp.com',
  'codepen.io',
  'archive.org',
  'dailymotion.com',
  'player.twitch.tv',
  'embed.ted.com',
  'media.ccc.de',
  'slideshare.net',
  'speakerdeck.com',
  'videopress.com',
  'openstreetmap.org',
] as const;

export function isPlayer(url: string): boolean {
  if (!URL.canParse(url, 'https://none.invalid')) return false;
  const { hostname } = new URL(url, 'https://none.invalid');
  return playerHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/** The page of a video or song that plays in a card, for any of its addresses; null for others. */
export function pageOf(url: string): string | null {
  const youtube =
    /^(?:https?:)?\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&(?:amp;)?)?v=|v\/|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{6,})/.exec(
      url,
    );
  if (youtube) return `https://www.youtube.com/watch?v=${youtube[1]}`;
  const vimeo = /^(?:https?:)?\/\/(?:www\.)?(?:player\.)?vimeo\.com\/(?:video\/)?(\d+)/.exec(url);
  if (vimeo) return `https://vimeo.com/${vimeo[1]}`;
  const spotify = /^(?:https?:)?\/\/open\.spotify\.com\/(?:embed\/)?(\w+\/\w+)/.exec(url);
  return spotify ? `https://open.spotify.com/${spotify[1]}` : null;
}

/** HTML for an embedded address: a player, or the provider's words and a link. @param caption HTML */
export function embedHtml(url: string, caption: string, context: TextContext): string {
  const below = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  const element = playerOf(url);
  if (element !== null)
    return `<figure><${element} controls src="${escapeHtml(url)}"></${element}>${below}</figure>`;
  const player = playerOfPage(url, context);
  if (player !== null) return `<figure>${player}${below}</figure>`;
  const words = wordsOfProvider(context.embedHtml(url) ?? '');
  context.lose(
    'embed-as-link',
    url,
    words === ''
      ? 'The old site may have embedded it. It is a link now.'
      : 'It is a quotation of the words in the export now, and a link.',
  );
  const link = `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`;
  return `${words}${link}${caption === '' ? '' : `<p>${caption}</p>`}`;
}

/** Quotation of the provider's HTML without scripts and frames; empty without words. */
function wordsOfProvider(stored: string): string {
  const html = replaceElements(stored, ['script', 'style', 'svg', 'iframe', 'noscript'], () => '').trim();
  if (htmlToText(html).trim() === '') return '';
  return /^<blockquote\b/i.test(html) ? html : `<blockquote>${html}</blockquote>`;
}

/** A link that is a card, or the frame of another player; null where there is none. */
function playerOfPage(url: string, context: TextContext): string | null {
  const stored = context.embedHtml(url) ?? '';
  const title = /<iframe\b[^<>]*\stitle=(["'])(.*?)\1/i.exec(stored)?.[2];
  const page = pageOf(url);
  if (page !== null) return `<p><a href="${escapeHtml(page)}">${title ?? escapeHtml(page)}</a></p>`;
  const source = /<iframe\b[^<>]*\ssrc=(["'])(.*?)\1/i.exec(stored)?.[2];
  if (source === undefined || !isPlayer(source)) return null;
  return `<iframe src="${source}" title="${title ?? 'Embedded player'}" width="500" height="281" loading="lazy" allowfullscreen></iframe>`;
}

const addressAlone = /^[ \t]*(?:<p>\s*)?(https?:\/\/[^\s<>"]+)(?:\s*<\/p>)?[ \t]*$/gim;

/** Embeds addresses that are alone on a line. */
export function embedLonelyAddresses(text: string, context: TextContext): string {
  return text.replace(addressAlone, (whole, url: string) => {
    // WordPress leaves what no provider embeds as text.
    const isEmbedded = context.embedHtml(url) !== '' || pageOf(url) !== null || playerOf(url) !== null;
    return isEmbedded ? `\n\n${embedHtml(url, '', context)}\n\n` : whole;
  });
}
