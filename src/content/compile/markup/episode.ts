import { extname } from 'node:path';
import { mimeTypes } from '../../../core/model/media-types.ts';
import { type Episode, parseDuration } from '../../../core/model/settings/podcasts.ts';
import type { FrontMatter } from '../../read/front-matter.ts';
import type { ReferenceResolver, Resolved } from '../text/references.ts';
import { destination } from './markdown-edits.ts';
import { playerOf } from './player.ts';

/** The sound that the front matter names, and the files that belong to it. */
export interface ReadEpisode {
  readonly audio: Episode | null;
  /** The player, as a line of Markdown above the text; empty where the text plays the file anyway. */
  readonly markdown: string;
  readonly assets: readonly string[];
  readonly files: readonly string[];
  readonly problems: readonly string[];
}

const none: ReadEpisode = { audio: null, markdown: '', assets: [], files: [], problems: [] };

/** @param body of the document */
export function readEpisode(
  { audio, title }: FrontMatter,
  body: string,
  file: string,
  path: string,
  references: ReferenceResolver,
): ReadEpisode {
  if (audio === undefined) return none;
  const {
    file: sound,
    duration,
    bytes,
    type,
    chapters,
    transcript,
    ...said
  } = typeof audio === 'string' ? { file: audio } : audio;
  const problems: string[] = [];
  const found: Extract<Resolved, { kind: 'file' }>[] = [];
  const addressOf = (written: string | undefined, as: 'embed' | 'link'): string | undefined => {
    if (written === undefined) return undefined;
    const resolved = references.resolve(written, file, path, as);
    if (resolved.kind === 'external') return resolved.url;
    if (resolved.kind === 'file') {
      found.push(resolved);
      return resolved.image.src;
    }
    const isBroken = resolved.kind === 'broken';
    problems.push(
      isBroken ? resolved.message.replace('no image', 'no file') : `there is no file "${written}".`,
    );
    return undefined;
  };
  const src = addressOf(sound, 'embed');
  if (src === undefined) return { ...none, problems };
  if (playerOf(src) === null) return { ...none, problems: [`"${sound}" is no sound or video.`] };
  const media = found[0]?.media;
  const ending = extname(new URL(src, 'https://a.example').pathname).toLowerCase();
  return {
    audio: {
      src,
      type: type ?? mimeTypes[ending] ?? 'audio/mpeg',
      bytes: bytes ?? media?.bytes ?? 0,
      seconds: duration === undefined ? (media?.seconds ?? null) : parseDuration(duration),
      chapters: addressOf(chapters, 'link'),
      transcript: addressOf(transcript, 'link'),
      ...said,
    },
    markdown: body.includes(sound)
      ? ''
      : `![${title.replace(/[[\]\\]/g, '\\$&')}](${destination(sound)})\n\n`,
    assets: found.flatMap(({ contentFile }) => (contentFile === null ? [] : [contentFile])),
    files: found.map(({ source }) => source),
    problems,
  };
}
