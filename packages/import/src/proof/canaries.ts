import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { htmlToText } from 'agentsite/text';
import type { ReadSource } from '../model/export-model.ts';
import type { ProofRow } from '../write/report.ts';

/** Number of words that identify a document. */
const runLength = 6;
const maxCanaries = 200;

/** Checks that runs of words which only unpublished content contains are nowhere in the build. */
export async function proveHidden(
  files: readonly string[],
  read: ReadSource,
  output: string,
): Promise<ProofRow> {
  const canaries = await findCanaries(files, read);
  const leaks = new Map<string, string>();
  const entries = readdirSync(output, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !/\.(?:html|md|json|txt|xml|sqlite)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = normalize(readFileSync(path, 'utf8').replace(/<[^<>]*>|\\n/g, ' '));
    for (const canary of canaries)
      if (!leaks.has(canary) && text.includes(canary)) leaks.set(canary, path.slice(output.length + 1));
  }
  return {
    what: 'hidden content stays hidden',
    of: canaries.length,
    right: canaries.length - leaks.size,
    wrong: [...leaks].map(([canary, file]) => `“${canary}” is in ${file}`),
  };
}

async function findCanaries(files: readonly string[], read: ReadSource): Promise<string[]> {
  const hidden = new Set<string>();
  const seen: string[] = [];
  for await (const { text, shown } of contentsOf(files, read)) {
    if (shown) seen.push(text);
    else if (hidden.size < maxCanaries) for (const run of runsOf(text)) hidden.add(run);
    // Published content is compared in batches, to bound memory.
    if (seen.length >= 200) strike(hidden, seen);
  }
  strike(hidden, seen);
  for await (const { text, shown } of contentsOf(files, read)) if (shown) strike(hidden, [text]);
  return [...hidden];
}

function strike(hidden: Set<string>, seen: string[]): void {
  for (const text of seen.splice(0)) for (const run of hidden) if (text.includes(run)) hidden.delete(run);
}

async function* contentsOf(
  files: readonly string[],
  read: ReadSource,
): AsyncGenerator<{ text: string; shown: boolean }> {
  for (const file of files) {
    try {
      for await (const record of read(file)) {
        if (record.kind !== 'item') continue;
        const { item } = record;
        const isText = !/^(?:nav_menu_item|wp_|custom_css)/.test(item.type);
        const shown = /^(?:publish|inherit)$/.test(item.status) && item.password === '';
        if (isText || shown) yield { text: normalize(htmlToText(item.content)), shown };
        for (const comment of item.comments)
          yield { text: normalize(htmlToText(comment.content)), shown: shown && comment.approved === '1' };
      }
    } catch {
      // A truncated file was reported when it was first read.
    }
  }
}

/** The first words of a document, and some from its middle. */
function runsOf(text: string): string[] {
  const words = text.split(' ').filter((word) => word !== '');
  if (words.length < 2) return [];
  const middle = Math.floor(words.length / 2);
  const runs = [words.slice(0, runLength), words.slice(middle, middle + runLength)];
  return [...new Set(runs.map((run) => run.join(' ')))].filter((run) => run.length >= 16);
}

const normalize = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
