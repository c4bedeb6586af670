import { reservedBy } from 'agentsite/model';
import { htmlToText } from 'agentsite/text';
import { decodePercent } from '../model/names.ts';

/** A member of an answer that differs from the recording. */
export interface Difference {
  /** Collection: `posts`. */
  readonly route: string;
  /** `title.rendered`; empty for the whole answer. */
  readonly where: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** An intended difference to the old site, with its reason. */
export interface Divergence {
  readonly name: string;
  readonly reason: string;
  /** @param files IDs of the old media library */
  covers(difference: Difference, recorded: Answer, answered: Answer, files: ReadonlySet<number>): boolean;
}

type Answer = Readonly<Record<string, unknown>>;

export const divergences: readonly Divergence[] = [
  {
    name: 'content',
    reason: 'they are Markdown here, and are compared word by word in a line of their own',
    covers: ({ where, route }) => where === 'content.rendered' && route !== 'comments',
  },
  {
    name: 'rendering',
    reason: 'titles, names, comments and words of files are plain text or Markdown: their words are the same',
    covers: ({ where, before, after }) =>
      /(?:^|\.)(?:title|content|excerpt|caption|description|(?:author_)?name)(?:\.rendered)?$/.test(where) &&
      wordsOf(before) === wordsOf(after),
  },
  {
    name: 'summaries',
    reason: 'what WordPress cut from a text is cut again, and nothing is left out of it',
    covers: ({ where, before }, { content }) =>
      where === 'excerpt.rendered' && isCutFrom(before, rendered(content)),
  },
  {
    name: 'captions',
    reason: 'WordPress shows the description of a file that has no caption',
    covers: ({ where, before, after }, { description }) =>
      where === 'caption.rendered' &&
      after === '' &&
      (isCutFrom(before, rendered(description)) ||
        String(rendered(description)).includes(htmlToText(String(before)))),
  },
  {
    name: 'audio and video',
    reason: 'the description of one begins with a link to it, not with a player',
    covers: ({ where, route }, { mime_type: type }) =>
      route === 'media' && where === 'description.rendered' && /^(?:audio|video)\//.test(String(type)),
  },
  {
    name: 'words of images',
    reason: 'a file without any has those that a text gives it',
    covers: ({ where, before }) => where === 'alt_text' && before === '',
  },
  {
    name: 'featured images',
    reason: 'there was no file of that number',
    covers: ({ where, before, after }, _recorded, _answered, files) =>
      where === 'featured_media' && after === 0 && typeof before === 'number' && !files.has(before),
  },
  {
    name: 'footnotes',
    reason: 'they are in the content',
    covers: ({ where, after }) => where === 'meta.footnotes' && after === '',
  },
  {
    name: 'addresses that run programs',
    reason: 'they are removed',
    covers: ({ where, before, after }) =>
      /url$/.test(where) && after === '' && /^\s*javascript:/i.test(String(before)),
  },
  {
    name: 'closed to comments',
    reason: 'comments are an archive; kinds of plugins do not speak of them',
    covers: ({ where, after }) =>
      /^(?:comment|ping)_status$/.test(where) && (after === 'closed' || after === undefined),
  },
  {
    name: 'portraits',
    reason: 'no third party learns who reads a page',
    covers: ({ where }) => /^(?:author_)?avatar_urls\b/.test(where),
  },
  {
    name: 'sizes of images',
    reason: 'an image is one file without the copies that WordPress cuts',
    covers: ({ where, route }) => route === 'media' && where.startsWith('media_details'),
  },
  {
    name: 'names of files',
    reason: 'a file is known by its address, which is encoded',
    covers: ({ where, before, after, route }) =>
      route === 'media' &&
      (where === 'guid.rendered' || (where === 'source_url' && isSameUrl(before, after))),
  },
  {
    name: 'templates',
    reason: 'the look is in the theme of the new site',
    covers: ({ where }) => where === 'template',
  },
  {
    name: 'addresses that the new site needs',
    reason: 'the text is at another address, which the report names',
    covers: ({ where, before }) =>
      where === 'link' &&
      URL.canParse(String(before)) &&
      reservedBy(new URL(String(before)).pathname) !== null,
  },
  {
    name: 'another time zone',
    reason: 'the old site had changed its zone: the moment is the same',
    covers: ({ where }, recorded, answered) =>
      (where === 'date' || where === 'modified') && recorded[`${where}_gmt`] === answered[`${where}_gmt`],
  },
  {
    name: 'more members',
    reason:
      'custom fields, and what the old WordPress or its plugins left out of an answer: no reader breaks',
    covers: ({ before }) => before === undefined,
  },
];

const rendered = (text: unknown): unknown => (text as { rendered?: unknown } | undefined)?.rendered;

const isSameUrl = (before: unknown, after: unknown): boolean =>
  decodePercent(String(before)).normalize('NFC') === decodePercent(String(after)).normalize('NFC');

const wordsOf = (html: unknown): string | undefined =>
  typeof html === 'string'
    ? htmlToText(html)
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .replace(betweenIdeographs, '')
        .replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ')
        .trim()
    : undefined;

/** Scripts without spaces have line breaks between words. */
const betweenIdeographs =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]) (?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/gu;

/** Are the words of a summary in the content, in order? WordPress may join two words when it strips tags. */
function isCutFrom(summary: unknown, text: unknown): boolean {
  const wanted = wordsOf(summary)?.split(' ');
  if (wanted === undefined) return false;
  let next = 0;
  let joined = '';
  for (const word of wordsOf(text)?.split(' ') ?? []) {
    joined = [joined + word, word].find((start) => wanted[next]?.startsWith(start)) ?? '';
    if (joined === '' || joined !== wanted[next]) continue;
    next++;
    joined = '';
  }
  return next === wanted.length || wanted.join('') === '';
}
