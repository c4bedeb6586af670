import { escapeHtml } from '../../core/text/plain-text.ts';
import type { TextContext } from './text-context.ts';

/** Addresses alone on a line and embed blocks: what stood there was another site's player. */

/** Players that may stand in a page: their frames. Any other frame becomes a link. */
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

/** The frame's address for the address of a film: YouTube and Vimeo say it in the address itself. */
export function playerAddress(url: string): string | null {
  const youtube =
    /^(?:https?:)?\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&(?:amp;)?)?v=|v\/|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{6,})/.exec(
      url,
    );
  if (youtube) return `https://www.youtube.com/embed/${youtube[1]}`;
  const vimeo = /^(?:https?:)?\/\/(?:www\.)?(?:player\.)?vimeo\.com\/(?:video\/)?(\d+)/.exec(url);
  return vimeo ? `https://player.vimeo.com/video/${vimeo[1]}` : null;
}

/**
 * HTML for an embedded address: a player where there is one, else a link.
 * @param caption HTML below it; empty for none
 */
export function embedHtml(url: string, caption: string, context: TextContext): string {
  const frame = frameOf(url, context);
  if (frame === null) {
    context.lose('embed-as-link', url, 'Readers find a link in the place of the embedded content.');
    const link = `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`;
    return caption === '' ? link : `${link}<p>${caption}</p>`;
  }
  const below = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  return `<figure>${frame}${below}</figure>`;
}

function frameOf(url: string, context: TextContext): string | null {
  const address = playerAddress(url);
  const stored = context.embedHtml(url);
  const source = stored === null ? undefined : /<iframe\b[^>]*\ssrc=(["'])(.*?)\1/i.exec(stored)?.[2];
  const player =
    source !== undefined && isPlayer(source) ? source : address === null ? null : escapeHtml(address);
  if (player === null) return null;
  const title = /<iframe\b[^>]*\stitle=(["'])(.*?)\1/i.exec(stored ?? '')?.[2] ?? 'Embedded player';
  return `<iframe src="${player}" title="${title}" width="500" height="281" loading="lazy" allowfullscreen></iframe>`;
}

const lonely = /^[ \t]*(?:<p>)?\s*(https?:\/\/[^\s<>"]+)\s*(?:<\/p>)?[ \t]*$/gim;

/** Addresses that stand alone on a line of a classic text become what they name. */
export function embedLonelyAddresses(text: string, context: TextContext): string {
  return text.replace(lonely, (whole, url: string) => {
    const known = playerAddress(url) !== null || context.embedHtml(url)?.includes('<iframe');
    return known ? `\n\n${embedHtml(url, '', context)}\n\n` : whole;
  });
}
