import type { Embed } from './embed.ts';

/** What is known of the page at an address, and the file that says so. */
export type FindEmbed = (url: string) => { readonly embed: Embed; readonly file: string } | null;

/** A service whose links become cards where they stand alone. */
export interface EmbedService {
  readonly name: string;
  readonly pattern: RegExp;
  /** Where it describes its pages (oEmbed). Others describe themselves to link previews. */
  readonly oembed?: string;
  /** Address of what plays in a page; `$1` is the first group of the pattern. */
  readonly player?: string;
  readonly policy?: string;
}

/** By the name that WordPress gives them in classes. */
export const embedServices: Readonly<Record<string, EmbedService>> = {
  youtube: {
    name: 'YouTube',
    pattern:
      /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|live\/)|youtu\.be\/)([\w-]{11})/,
    oembed: 'https://www.youtube.com/oembed',
    player: 'https://www.youtube-nocookie.com/embed/$1?autoplay=1',
    policy: 'https://policies.google.com/privacy',
  },
  vimeo: {
    name: 'Vimeo',
    pattern: /^https:\/\/(?:www\.)?vimeo\.com\/(\d+)/,
    oembed: 'https://vimeo.com/api/oembed.json',
    player: 'https://player.vimeo.com/video/$1?dnt=1&autoplay=1',
    policy: 'https://vimeo.com/privacy',
  },
  spotify: {
    name: 'Spotify',
    pattern:
      /^https:\/\/open\.spotify\.com\/(?:intl-\w+\/)?((?:album|artist|episode|playlist|show|track)\/\w+)/,
    oembed: 'https://open.spotify.com/oembed',
    player: 'https://open.spotify.com/embed/$1',
    policy: 'https://www.spotify.com/legal/privacy-policy/',
  },
  openstreetmap: {
    name: 'OpenStreetMap',
    pattern: /^https:\/\/www\.openstreetmap\.org\/.*#map=([\d.]+\/-?[\d.]+\/-?[\d.]+)/,
    player: 'https://www.openstreetmap.org/export/embed.html?layer=mapnik&bbox=$1',
    policy: 'https://osmfoundation.org/wiki/Privacy_Policy',
  },
  bluesky: {
    name: 'Bluesky',
    pattern: /^https:\/\/bsky\.app\/profile\/[^/]+\/post\/\w+/,
    oembed: 'https://embed.bsky.app/oembed',
  },
  github: { name: 'GitHub', pattern: /^https:\/\/(?:gist\.)?github\.com\/[\w.-]+\/[\w.-]+/ },
  gitlab: { name: 'GitLab', pattern: /^https:\/\/gitlab\.com\/[\w.-]+\/[\w.-]+/ },
  codeberg: { name: 'Codeberg', pattern: /^https:\/\/codeberg\.org\/[\w.-]+\/[\w.-]+/ },
  // On any host.
  mastodon: { name: 'Mastodon', pattern: /^https:\/\/[^/]+\/@[\w.-]+(?:@[\w.-]+)?\/\d{9,}$/ },
};

export const playerServices = ['youtube', 'vimeo', 'spotify', 'openstreetmap'] as const;

export function findEmbedService(url: string): (EmbedService & { readonly slug: string }) | null {
  const [slug, service] = Object.entries(embedServices).find(([, { pattern }]) => pattern.test(url)) ?? [];
  return slug && service ? { slug, ...service } : null;
}

/** Address of what plays in a page instead of a link; null where nothing does. */
export function findPlayer(url: string, allowed: readonly string[]): string | null {
  const service = findEmbedService(url);
  if (!service?.player || !allowed.includes(service.slug)) return null;
  const [, part = ''] = service.pattern.exec(url) ?? [];
  return service.player.replace('$1', service.slug === 'openstreetmap' ? mapAround(part, url) : part);
}

/** The part of a map around a point, `zoom/latitude/longitude`, as wide as the column of text; with the marker of the link. */
function mapAround(point: string, url: string): string {
  const [zoom = 0, latitude = 0, longitude = 0] = point.split('/').map(Number);
  const across = 450 / 2 ** zoom;
  const up = across * 0.75 * Math.cos((latitude * Math.PI) / 180);
  const box = [longitude - across, latitude - up, longitude + across, latitude + up];
  const [, y, x] = /\bmlat=(-?[\d.]+)&mlon=(-?[\d.]+)/.exec(url) ?? [];
  return box.map((side) => side.toFixed(5)).join('%2C') + (x ? `&marker=${y}%2C${x}` : '');
}
