import { z } from 'zod';
import { parseMoment } from '../model/dates.ts';
import { kindsOf, taxonomiesOf } from '../model/kinds.ts';
import { isMultilingual, languageSlug, languagesOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { isEmptyList } from '../model/targets.ts';
import { passageAnswer } from './passage-answer.ts';

/**
 * The tools of the MCP server, as data for `tools/list`, the published card, and the checks of arguments and results.
 * `search` and `fetch` have the shapes that ChatGPT expects of a connector. Inputs are closed (`additionalProperties:
 * false`), so that a misspelt argument is an error.
 */

/** The protocol version without a handshake, and those that begin with `initialize`, newest first. */
export const mcpModernVersion = '2026-07-28';
export const mcpLegacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** Results on one page: the default of each tool, and the maximum. */
const mcpPageLimits = { search: 5, quote: 3, list: 20, terms: 50, most: 50 } as const;

/** Messages of the rate limit that one search counts as: it searches the whole site. */
export const mcpSearchCost = 4;

/** Characters of text that one answer carries at most; the rest is reached through `next_offset` or `next_id`. */
export const mcpTextLimit = 60_000;

const url = z.string();
const dateTime = z.string().describe('RFC 3339, UTC.');
const cursor = z.string().min(1).max(200).describe('next_cursor of the page before.').optional();
/** Start of a day on the site's clock, or a moment with its zone: `2026-01-31`, `2026-01-31T12:00:00+01:00`. */
const momentOf = (timezone: string) =>
  z
    .union(
      [z.iso.date(), z.iso.datetime({ offset: true })],
      'must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z',
    )
    .overwrite((value) => parseMoment(value, timezone)?.gmt ?? value)
    .meta({ type: 'string', anyOf: undefined });
const nextCursor = z.string().describe('Absent on the last page.').optional();
const total = z.int().describe('On all pages together.');
const id = z.string();

const limit = (fallback: number) =>
  z.int().min(1).max(mcpPageLimits.most).default(fallback).describe('Results on one page.');

/** A number is taken too, since ids are numbers in the REST routes; the schema asks for a string, as ChatGPT does. */
const reference = z
  .preprocess(
    (value) => (Number.isSafeInteger(value) ? String(value) : value),
    z.string().trim().min(1).max(2000),
  )
  .describe('An id, or the URL, path or resource URI of a page.');

const named = z.array(z.string());

/** `a, b and c`. */
function spell(names: readonly string[]): string {
  const words = names.map((name) => name.replaceAll(/[-_]/g, ' '));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** What several tools take or return; the kinds and taxonomies of the site are values and names of arguments. */
function shapesOf(site: Site) {
  const kinds = kindsOf(site).map(({ name }) => name);
  const listed = kindsOf(site).filter(({ archive }) => archive === null || !isEmptyList(site, archive));
  const bases = listed.map(({ restBase }) => restBase);
  const keys = taxonomiesOf(site).map(({ key }) => key);
  const termBases = taxonomiesOf(site).map(({ restBase }) => restBase);
  const type = z.enum(kinds);
  const moment = momentOf(site.timezone);
  const terms = Object.fromEntries(termBases.map((base) => [base, named]));
  const language = z.enum(languagesOf(site).map(languageSlug));
  /** Members that only a site in several languages has. */
  const several = <Shape extends z.ZodRawShape>(shape: Shape): Shape =>
    isMultilingual(site) ? shape : ({} as Shape);
  const ofLanguage = several({ language: language.optional() });
  const versions = several({
    language: language.optional(),
    translations: z.record(z.string(), id).describe('Ids of its versions by language.').optional(),
  });
  const inLanguage = several({ language: language.describe('Only this language; else all.').optional() });
  const asVersion = several({ language: language.describe('The version in this language.').optional() });
  /** What `search` and `list_content` can be narrowed to. */
  const narrowing = {
    type: type.describe('Only this type of content.').optional(),
    ...Object.fromEntries(
      keys.map((key) => [key, z.string().min(1).max(200).describe(`Slug of a ${key}.`).optional()]),
    ),
    author: z.string().min(1).max(200).describe('Slug of an author.').optional(),
    ...inLanguage,
    after: moment
      .describe(`Published at this time or later; a date in ${site.timezone}, or RFC 3339.`)
      .optional(),
    before: moment.describe('Published before this time.').optional(),
  };
  const searchHit = z.object({
    id,
    title: z.string(),
    url,
    type,
    ...ofLanguage,
    date: dateTime,
    snippet: z.string().describe('Plain text around the first match, or the summary of the page.'),
  });

  const listedContent = z.object({
    id,
    type,
    ...ofLanguage,
    title: z.string(),
    url,
    markdown_url: z.string(),
    description: z.string(),
    date: dateTime,
    modified: z.string(),
    protected: z.boolean().describe('Opens with a password in a browser only.'),
  });

  const term = z.object({
    taxonomy: z.enum(keys),
    ...ofLanguage,
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    url,
    parent: z.string().describe('Slug of the parent category.').optional(),
    count: z.int().describe('Published posts that carry it.'),
  });

  return {
    bases,
    type,
    keys,
    termBases,
    terms,
    several,
    language,
    versions,
    inLanguage,
    asVersion,
    narrowing,
    moment,
    searchHit,
    listedContent,
    term,
  };
}

/** The tools of a site. */
export function createTools(site: Site) {
  const shapes = shapesOf(site);
  return { ...contentTools(shapes), ...siteTools(shapes) };
}

type Shapes = ReturnType<typeof shapesOf>;

function contentTools({ keys, bases, terms, versions, asVersion, inLanguage, type, ...shapes }: Shapes) {
  const { narrowing, searchHit, listedContent, moment } = shapes;
  return {
    search: {
      title: 'Search the site',
      description:
        `Full-text search over all ${spell(bases)}, most relevant first. ` +
        'fetch and get_content return the text of a hit. ' +
        `One search counts as ${mcpSearchCost} messages of the rate limit; all else counts as one.`,
      input: z.strictObject({
        query: z
          .string()
          .trim()
          .min(1)
          .max(1000)
          .describe('Words to look for. Quotation marks keep words together as a phrase.'),
        ...narrowing,
        limit: limit(mcpPageLimits.search),
        cursor,
      }),
      output: z.object({
        results: z.array(searchHit),
        total,
        searched: z
          .string()
          .describe('What was searched instead, with the nearest words, as nothing has those of the query.')
          .optional(),
        next_cursor: nextCursor,
      }),
    },
    fetch: {
      title: 'Fetch a page',
      description:
        'The Markdown text of one page; one longer than ' +
        `${mcpTextLimit.toLocaleString('en')} characters comes in parts, each with the next_id of the next one.`,
      input: z.strictObject({ id: reference, ...asVersion }),
      output: z.object({
        id,
        title: z.string(),
        text: z.string(),
        url,
        metadata: z.object({
          type,
          ...versions,
          date: dateTime,
          modified: z.string(),
          ...terms,
          total_characters: z.int(),
          next_id: z.string().describe('Present when the text goes on: the id of the next part.').optional(),
        }),
      }),
    },
    quote: {
      title: 'Quote the site',
      description:
        'Up to five exact quotations that answer a question, each with its place and the digest of its page, or that ' +
        `this site has no answer. It counts as ${mcpSearchCost} messages.`,
      input: z.strictObject({
        question: z.string().trim().min(1).max(1000).describe('The question, with the words that matter.'),
        ...inLanguage,
        limit: z.int().min(1).max(5).default(mcpPageLimits.quote).describe('Most quotations.'),
      }),
      output: passageAnswer,
    },
    list_content: {
      title: 'List content',
      description: `Published content, newest first, without the text. Filters by ${spell(['type', ...keys, 'date'])}.`,
      input: z.strictObject({
        ...narrowing,
        changed_since: moment.describe('Only what was modified at this day or moment, or later.').optional(),
        limit: limit(mcpPageLimits.list),
        cursor,
      }),
      output: z.object({ items: z.array(listedContent), total, next_cursor: nextCursor }),
    },
    get_content: {
      title: 'Get a page',
      description: 'One page with its details and its Markdown text, from an offset and up to a length.',
      input: z.strictObject({
        id: reference,
        ...asVersion,
        offset: z.int().min(0).default(0).describe('Character at which to begin.'),
        max_characters: z
          .int()
          .min(500)
          .max(mcpTextLimit)
          .default(20_000)
          .describe('Most characters of text.'),
      }),
      output: listedContent.extend({
        ...versions,
        ...terms,
        text: z.string(),
        offset: z.int(),
        total_characters: z.int(),
        next_offset: z.int().describe('Present when the text goes on.').optional(),
      }),
    },
  } as const;
}

function siteTools({ keys, termBases, several, language, inLanguage, term }: Shapes) {
  return {
    list_terms: {
      title: `List ${spell(termBases)}`,
      description: `The ${spell(termBases)}, with the number of posts that carry each.`,
      input: z.strictObject({
        taxonomy: z
          .enum(keys)
          .describe(`Only ${termBases.join(', or only ')}.`)
          .optional(),
        ...inLanguage,
        limit: limit(mcpPageLimits.terms),
        cursor,
      }),
      output: z.object({ terms: z.array(term), total, next_cursor: nextCursor }),
    },
    get_site_info: {
      title: 'About the site',
      description:
        'Title, owner and language of the site, how much of each type it has, when it last changed, and the ' +
        'addresses of its other interfaces, the contact endpoint included.',
      input: z.strictObject(
        several({ language: language.describe('Title and counts of this language.').optional() }),
      ),
      output: z.object({
        title: z.string(),
        description: z.string(),
        url,
        language: z.string(),
        ...several({ languages: z.array(z.object({ language, title: z.string(), url })).optional() }),
        owner: z.object({ name: z.string(), description: z.string(), url: z.string().optional() }),
        modified: z.string().describe('Newest change, RFC 3339; empty for an empty site.'),
        counts: z.record(z.string(), z.int()).describe('Published, by type and taxonomy.'),
        interfaces: z.array(z.object({ title: z.string(), url: z.string() })),
      }),
    },
  } as const;
}

export type McpTools = ReturnType<typeof createTools>;

export type McpToolName = keyof McpTools;
export type McpToolInput<Name extends McpToolName> = z.output<McpTools[Name]['input']>;
export type McpToolOutput<Name extends McpToolName> = z.output<McpTools[Name]['output']>;
