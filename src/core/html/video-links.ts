import type { Site } from '../model/site.ts';
import { escapeHtml } from '../text/plain-text.ts';

/**
 * Makes players of links to videos that stand alone in a paragraph. Until the reader presses it, the player is the
 * link as its author wrote it, with the author's own image if there is one; nothing is asked of the service.
 *
 * ```html
 * <p><a href="https://youtu.be/ID">A talk</a></p>
 * <figure class="video" data-video="https://www.youtube-nocookie.com/embed/ID"><a href="https://youtu.be/ID">A talk</a>
 *   <figcaption>Plays from www.youtube-nocookie.com.</figcaption></figure>
 * ```
 *
 * @param hint says where a video plays from
 */
export function toPlayers(html: string, site: Site, hint: (host: string) => string): string {
  const { video } = site.connect;
  if (video.length === 0) return html;
  return html.replace(linkAlone, (paragraph, link: string, href: string) => {
    const player = video.map((name) => players[name](href)).find((found) => found !== null);
    if (!player) return paragraph;
    const caption = escapeHtml(hint(new URL(player).host));
    return `<figure class="video" data-video="${escapeHtml(player)}">${link}<figcaption>${caption}</figcaption></figure>`;
  });
}

const linkAlone = /<p>(<a href="(https:\/\/[^"]+)"[^>]*>(?:(?!<\/a>)[\s\S])*<\/a>)<\/p>/g;

const players: Readonly<Record<Site['connect']['video'][number], (href: string) => string | null>> = {
  youtube(href) {
    const id =
      /^https:\/\/(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]*&(?:amp;)?)?v=|shorts\/|live\/)([\w-]{11})/.exec(
        href,
      ) ?? /^https:\/\/youtu\.be\/([\w-]{11})/.exec(href);
    return id ? `https://www.youtube-nocookie.com/embed/${id[1]}` : null;
  },
  vimeo(href) {
    const id = /^https:\/\/(?:www\.)?vimeo\.com\/(\d+)/.exec(href);
    return id ? `https://player.vimeo.com/video/${id[1]}?dnt=1` : null;
  },
};
