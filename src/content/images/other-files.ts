import { findHiddenBytes } from './hidden-data.ts';
import { stripMp4 } from './mp4.ts';
import { mayRunScripts } from './svg.ts';
import { stripWebm } from './webm.ts';

/** Files of `content/` that are no images: videos and sound lose metadata, others are published unchanged. */

const strippers: readonly (readonly [RegExp, (bytes: Uint8Array) => Uint8Array | null])[] = [
  [/\.(?:mp4|m4[abv]|mov|qt|3gp|3g2)$/i, stripMp4],
  [/\.(?:webm|mkv|mka)$/i, stripWebm],
];

/** What is published of a file of `content/`. */
export function publishedBytes(file: string, bytes: Uint8Array): Uint8Array {
  return stripperOf(file)?.(bytes) ?? bytes;
}

/** What a reader can learn from the published file besides its content, and how to remove it; null for nothing. */
export async function remarkOn(file: string, bytes: Uint8Array): Promise<string | null> {
  const strip = stripperOf(file);
  if (file.startsWith('content/') && strip) {
    if (strip(bytes)) return null;
    return `can't be read to its end, so its metadata is published; write it again: ffmpeg -i ${quote(file)} -map 0:v? -map 0:a? -c copy -map_metadata -1 ${quote(file.replace(/(\.\w+)$/, '.clean$1'))}`;
  }
  if (/\.svg$/i.test(file))
    return mayRunScripts(bytes)
      ? 'contains a script, which runs when the file is opened on its own, except on hosts that send the Content-Security-Policy of this site; remove the script.'
      : null;
  const hidden = await findHiddenBytes(file, bytes);
  if (hidden === 'nothing') return null;
  const what =
    hidden === 'place'
      ? 'is published with the place where it, or an image in it, was made'
      : 'is published with what programs wrote into it, such as author, software and dates';
  return `${what}; ${stepsFor(file, strip !== undefined)}`;
}

function stepsFor(file: string, isStrippable: boolean): string {
  if (isStrippable) return 'move it next to the document that shows it, where a build removes that.';
  if (/\.pdf$/i.test(file))
    return `remove it: exiftool -all= -overwrite_original ${quote(file)} && qpdf --linearize --replace-input ${quote(file)} (images inside keep theirs: export it again without).`;
  if (/\.(?:docx|xlsx|pptx|od[tsp]|epub|zip)$/i.test(file))
    return 'remove it in the program that wrote the file ("Inspect document", "Remove personal information"), or publish another format.';
  return `remove it: exiftool -all= -overwrite_original ${quote(file)}`;
}

function stripperOf(file: string) {
  return strippers.find(([name]) => name.test(file))?.[1];
}

/** As one word of a shell. */
function quote(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
