import { decodeHTMLAttribute } from 'entities';
import { findPlayer, playerServices } from '../model/embeds.ts';
import type { Site } from '../model/site.ts';
import { escapeHtml } from '../text/plain-text.ts';

/**
 * Adds `data-player` and a caption to cards of links that can play in the page. Until a reader presses a card it is a link,
 * and nothing is requested from the service.
 * @param hint the caption for a host
 */
export function addPlayers(html: string, site: Site, hint: (host: string) => string): string {
  if (!hasCards(html)) return html;
  return html.replace(card, (whole, opening: string, href: string) => {
    const player = playerOf(href, site);
    if (!player) return whole;
    const caption = escapeHtml(hint(new URL(player).host));
    const rest = whole.slice(opening.length, -'</figure>'.length);
    return `${opening} data-player="${escapeHtml(player)}"${rest}<figcaption>${caption}</figcaption></figure>`;
  });
}

/** Origins of the players of a body, and of frames that its author wrote; empty where there are no players. */
export function frameOrigins(html: string, site: Site): readonly string[] {
  if (!hasCards(html)) return [];
  const players = [...html.matchAll(card)].flatMap(([, , href = '']) => playerOf(href, site) ?? []);
  if (players.length === 0) return [];
  const frames = [...html.matchAll(/<iframe\b[^<>]*\ssrc="([^"]*)"/gi)].map(([, src = '']) => src);
  return [...new Set([...players, ...frames].map((address) => new URL(address, site.url).origin))].sort();
}

/** Most bodies have none: every page asks. */
const hasCards = (html: string): boolean => html.includes('wp-block-embed__wrapper');

const card =
  /(<figure class="wp-block-embed [^"]*")><div class="wp-block-embed__wrapper">\s*<a href="([^"]+)"(?:(?!<\/figure>)[\s\S])*<\/figure>/g;

function playerOf(href: string, { connect }: Site): string | null {
  return findPlayer(decodeHTMLAttribute(href), connect.players ?? connect.video ?? playerServices);
}
