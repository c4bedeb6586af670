import { posix } from 'node:path';
import { escapeHtml } from '../../../core/text/plain-text.ts';

/** Files that browsers play, by the element that plays them. */
const played = {
  video: /\.(?:mp4|m4v|mov|webm|ogv)$/i,
  audio: /\.(?:mp3|m4a|aac|flac|og[ga]|opus|wav|weba)$/i,
} as const;

export type Player = keyof typeof played;

/** What plays the file at an address; null for what is no video or sound. */
export function playerOf(address: string): Player | null {
  const [path = ''] = address.split(/[?#]/, 1);
  return (Object.keys(played) as Player[]).find((player) => played[player].test(path)) ?? null;
}

/** The words of a link to a video or sound: those that the author wrote, or its name. */
export function nameOfMedia(address: string, alt: string): string {
  if (alt.trim() !== '') return alt;
  const [path = ''] = address.split(/[?#]/, 1);
  return posix.basename(path);
}

/** What belongs to a video or sound: files of the same name next to it, and what it says of itself. */
export interface PlayerParts {
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  readonly poster?: string | null;
  /** Captions (WebVTT) by their language. */
  readonly captions?: readonly {
    readonly language: string;
    readonly address: string;
    readonly label: string;
  }[];
}

/** A `<video>` or `<audio>` element that requests nothing from another host before it is started. */
export function renderPlayer(player: Player, address: string, alt: string, parts: PlayerParts = {}): string {
  const { width, height, poster, captions = [] } = parts;
  const preload = address.startsWith('/') && !poster ? 'metadata' : 'none';
  const label = escapeHtml(nameOfMedia(address, alt));
  const size = width && height ? ` width="${width}" height="${height}"` : '';
  const image = poster ? ` poster="${escapeHtml(poster)}"` : '';
  const tracks = captions.map(
    (track, index) =>
      `<track kind="captions" src="${escapeHtml(track.address)}" srclang="${escapeHtml(track.language)}" label="${escapeHtml(track.label)}"${index === 0 ? ' default' : ''}>`,
  );
  return `<${player} controls preload="${preload}" src="${escapeHtml(address)}" aria-label="${label}"${size}${image}>${tracks.join('')}</${player}>`;
}
