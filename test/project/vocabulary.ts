import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exceptions } from './vocabulary-exceptions.ts';

/**
 * A lint for the project's vocabulary: the field's usual words in identifiers, comments, messages and documentation.
 *
 *     node test/project/vocabulary.ts               # everything
 *     node test/project/vocabulary.ts src/import    # one folder or file
 *     packages/import/src/plan/names.ts:12  "mended" → fixed, repaired
 */

/** A word or phrase that has a better one. */
interface Pattern {
  /** A space in it matches any white space, the end of a comment's line included. */
  readonly find: RegExp;
  /** What to write instead. */
  readonly write: string;
}

export const patterns: readonly Pattern[] = [
  { find: /(?<![A-Za-z])most[A-Z]\w*/, write: 'max…' },
  {
    find: /\banew\b|\b(?:made|built|written|rendered) again\b/,
    write: 'again, regenerated, rebuilt, rewritten',
  },
  { find: /\bin (?:the|its|their) places? of\b|\bin its place\b/, write: 'instead of, replaces' },
  { find: /\b[Mm]end(?:s|ed|ing|able)?\b|[a-z]Mend(?:s|ed|ing)?(?![a-z])/, write: 'fix, repair' },
  { find: /\b[Rr]emed(?:y|ies)\b|[a-z]Remed(?:y|ies)(?![a-z])/, write: 'fix' },
  {
    find: /\b[Tt]old\b|\b[Tt]ells?\b(?! (?:browsers|crawlers|nginx|clients))|\b[Tt]elling\b|[a-z]Tell(?:s|ing)?(?![a-z])|[a-z]Told(?![a-z])/,
    write: 'reports, logs, notifies; reportProgress',
  },
  {
    find: /(?<!\/)\b[Ff]ault(?:s|y)?\b(?!\/|s?\.ts)|[a-z]Faults?(?![a-z])/,
    write: 'problem, error, bug (fault is for fault injection)',
  },
  {
    find: /\b(?:lies|lie|lay) (?:in|on|at|below|outside|next|there|behind|between|apart|under|above|where|with|beside|open|before|elsewhere)\b/,
    write: 'is in, is stored',
  },
  {
    find: /\b[Ss]tands?\b(?! (?:for|alone|out|by)\b)(?!\s?[-(.:=])|\bstood\b/,
    write: 'is, appears, is written',
  },
  {
    find: /\bholds\b(?! (?:\w+ ){0,2}(?:lock|lease|slots?|memory)\b)(?!\s?[(:=,}])/,
    write: 'contains, stores; is true, applies',
  },
  {
    find: /\b[Ll]eads? (?:to|on|from|back|nowhere|into|readers|elsewhere)\b|\bled (?:to|on)\b/,
    write: 'redirects to, links to',
  },
  { find: /\b[Bb]eside\b/, write: 'next to, in addition to' },
  {
    find: /\b[Ww]hoever\b|\b[Nn]obody\b|\b[Ss]omebody\b/,
    write: 'callers, no caller, a client; someone (of people)',
  },
  {
    find: /\b(?:code|process|thread|worker|function|module|program|file|build|job|server)(?:es|s)? who\b/,
    write: 'that, which',
  },
  { find: /\b(?:[Ss]o|as) many\b/, write: 'N, up to N, a limit of N' },
  { find: /\bdear(?:er|est)?\b/, write: 'expensive, slow' },
  { find: /\b[Ll]ook(?:s|ed|ing)? at\b/, write: 'check, inspect, read' },
  { find: /\b[Ll]ook(?:s|ed|ing)? through\b/, write: 'search, scan' },
  { find: /\b[Tt]ak(?:es?|ing|en) (?:[\w`]+ ){0,4}(?:away|out)\b(?! of date)/, write: 'remove, strip' },
  {
    find: /(?<!\/)\b[Tt]exts\b|[a-z]Texts(?![a-z])/,
    write: 'documents, bodies, content; strings (of characters)',
  },
  {
    find: /\bby (?:their )?numbers?(?: or|,| and) (?:name|slug)|\b(?:unknown|documents?'s?) numbers?\b|\bnumbers? (?:or|and) slugs?\b|\bnumbers, slugs\b/,
    write: 'IDs',
  },
  { find: /(?<!<\/?|--)\b[Pp]ictures?\b(?!>)|[a-z]Pictures?(?![a-z])/, write: 'image, images' },
  { find: /\b[Kk]inds? of documents?\b/, write: 'content types' },
  { find: /\b[Ff]ilms?\b(?!strip)/, write: 'video, videos' },
  {
    find: /\b(?:caller|client|job|querie|reader)s? take turns\b|\btakes its turn\b/,
    write: 'round-robin, fair queue',
  },
  { find: /\b[Ee]ditions?\b/, write: 'build, release' },
  { find: /\bends? too early\b/, write: 'truncated' },
  { find: /\bposts? of the future\b/, write: 'scheduled posts' },
  { find: /\bsisters?\b|\bmanners\b/, write: 'the other files; behaviour' },
];

interface Finding {
  readonly line: number;
  readonly word: string;
  readonly write: string;
}

/** One expression for all patterns: a named group for each says which one was found. */
const all = new RegExp(
  patterns.map(({ find }, at) => `(?<p${at}>${find.source.replaceAll(' ', '\\s+')})`).join('|'),
  'g',
);

/** What the patterns find in a text of any language: words of comments, strings, identifiers and prose alike. */
export function findVocabulary(text: string): Finding[] {
  // A phrase may go on in the next line of a comment. Offsets stay as they are.
  const joined = text.replaceAll(
    /\n[ \t]*(?:\/\/|\*|#)(?=[ \t])/g,
    (start) => `\n${' '.repeat(start.length - 1)}`,
  );
  const findings: Finding[] = [];
  let line = 1;
  let counted = 0;
  for (const match of joined.matchAll(all)) {
    for (; counted < match.index; counted += 1) if (joined.charCodeAt(counted) === 10) line += 1;
    const at = patterns.findIndex((_, index) => match.groups?.[`p${index}`] !== undefined);
    findings.push({ line, word: wholeWord(joined, match), write: patterns[at]?.write ?? '' });
  }
  return findings;
}

/** The match with the rest of the identifier that it is a part of. */
function wholeWord(text: string, { 0: found, index }: RegExpExecArray): string {
  const before = /[\w$]*$/.exec(text.slice(Math.max(0, index - 60), index))?.[0] ?? '';
  const end = index + found.length;
  const after = /^[\w$]*/.exec(text.slice(end, end + 60))?.[0] ?? '';
  return `${before}${found}${after}`.replaceAll(/\s+/g, ' ');
}

const root = join(import.meta.dirname, '../..');
const checked = [
  '{src,sidecar,deploy,packages,test,docs}/**/*.{ts,mjs,js,astro,css,md,conf,lua,sh,yml,yaml,service,timer,socket,py,pl,go}',
  'deploy/{publish,activate,Caddyfile}',
  'content/pages/manual/**/*.md',
  '*.{md,mjs,ts}',
  'biome.json',
  '.env.example',
];
/** The lint itself, recorded data, and the changelog, which names old spellings. */
const skipped = [
  'test/project/vocabulary',
  'test/project/unit/vocabulary',
  'test/fixtures/',
  'packages/doctor/test/system/recordings/',
  'CHANGELOG.md',
];

/**
 * `file:line  "word" → what to write` for each finding that no exception covers.
 * @param under folders or files from the root; without any, everything
 */
export function lintProject(under: readonly string[] = []): string[] {
  const isUnder = (file: string) => under.some((start) => file === start || file.startsWith(`${start}/`));
  return readChecked((file) => under.length === 0 || isUnder(file)).flatMap(([file, text]) =>
    lintText(file, text),
  );
}

/** As {@link lintProject}, for one text; exceptions name its place. */
export function lintText(place: string, text: string): string[] {
  const covering = exceptions.filter((exception) => covers(exception, place));
  return findVocabulary(text)
    .filter(({ word }) => !covering.some(({ words }) => words.test(word)))
    .map(({ line, word, write }) => `${place}:${line}  "${word}" → ${write}`);
}

/** Exceptions whose place has none of their words any more. */
export function listUnusedExceptions(): (typeof exceptions)[number][] {
  const found = readChecked(() => true).map(([file, text]) => ({ file, words: findVocabulary(text) }));
  return exceptions.filter(
    (exception) =>
      !found.some(
        ({ file, words }) => covers(exception, file) && words.some(({ word }) => exception.words.test(word)),
      ),
  );
}

function covers({ place: start }: (typeof exceptions)[number], file: string): boolean {
  return file === start || (start.endsWith('/') && file.startsWith(start));
}

/** Names and texts of the files that the lint reads, sorted. */
function readChecked(isWanted: (file: string) => boolean): [file: string, text: string][] {
  return globSync([...checked], { cwd: root, exclude: (name) => name === 'node_modules' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !skipped.some((start) => file.startsWith(start)) && isWanted(file))
    .toSorted()
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]);
}

if (import.meta.main) {
  const found = lintProject(process.argv.slice(2).map((path) => path.replace(/\/$/, '')));
  for (const line of found) console.log(line);
  console.log(`${found.length} findings`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
