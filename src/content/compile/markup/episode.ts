import { extname } from 'node:path';
import { mimeTypes } from '../../../core/model/media-types.ts';
import { type Episode, parseDuration } from '../../../core/model/settings/podcasts.ts';
import type { FrontMatter } from '../../read/front-matter.ts';
import type { ReferenceResolver, Resolved } from '../text/references.ts';
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
  const given = typeof audio === 'string' ? { file: audio } : audio;
  const problems: string[] = [];
  const found: Extract<Resolved, { kind: 'file' }>[] = [];
  const addressOf = (written: string, as: 'embed' | 'link'): string | null => {
    const resolved = references.resolve(written, file, path, as);
    if (resolved.kind === 'external') return resolved.url;
    if (resolved.kind === 'file') {
      found.push(resolved);
      return resolved.image.src;
    }
    problems.push(
      resolved.kind === 'broken'
        ? resolved.message.replace('no image', 'no file')
        : `there is no file "${written}".`,
    );
    return null;
  };
  const src = addressOf(given.file, 'embed');
  if (src === null) return { ...none, problems };
  if (playerOf(src) === null) return { ...none, problems: [`"${given.file}" is no sound or video.`] };
  const media = found[0]?.media;
  const { episode, season, explicit, kind } = given;
  const said = {
    chapters: given.chapters && addressOf(given.chapters, 'link'),
    transcript: given.transcript && addressOf(given.transcript, 'link'),
    ...{ episode, season, explicit, kind },
  };
  const ending = extname(new URL(src, 'https://a.example').pathname).toLowerCase();
  return {
    audio: {
      src,
      type: given.type ?? mimeTypes[ending] ?? 'audio/mpeg',
      bytes: given.bytes ?? media?.bytes ?? 0,
      seconds: given.duration === undefined ? (media?.seconds ?? null) : parseDuration(given.duration),
      ...Object.fromEntries(
        Object.entries(said).filter(([, value]) => value !== undefined && value !== null),
      ),
    },
    markdown: body.includes(given.file)
      ? ''
      : `![${title.replace(/[[\]\\]/g, '\\$&')}](${destination(given.file)})\n\n`,
    assets: found.flatMap(({ contentFile }) => (contentFile === null ? [] : [contentFile])),
    files: found.map(({ source }) => source),
    problems,
  };
}

const destination = (file: string) => (/[\s()]/.test(file) ? `<${file}>` : file);
