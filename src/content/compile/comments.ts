import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineMdastPlugin, markdownToHtml } from 'satteri';
import { z } from 'zod';
import { parseMoment } from '../../core/model/dates.ts';
import { type Comment, commentTypes, type Document } from '../../core/model/document.ts';
import type { Site } from '../../core/model/site.ts';
import { visibleLine, withoutInvisible } from '../../core/text/invisible-signs.ts';
import { escapeHtml } from '../../core/text/plain-text.ts';
import { joinWideLines } from '../../core/text/scripts.ts';
import { isPassing } from '../read/passing-files.ts';
import { isTooDeep, type Problem } from '../read/problems.ts';
import { decodeText } from '../read/read-text.ts';
import { idSchema } from '../read/stable-id.ts';
import { parseYaml } from '../read/yaml/checked-yaml.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { maskSigns } from './markup/masked-signs.ts';
import { readShiftedSigns } from './markup/shifted-signs.ts';

export const commentsFolder = 'content/comments';

export const commentSchema = z.strictObject({
  /** Number of the comment for programs, and its place on the page: `#comment-7`. */
  id: idSchema,
  /** Number of the comment that this one answers. */
  parent: idSchema.optional(),
  /** Displayed name; empty for an anonymous comment. */
  name: z.string().trim().default(''),
  /** The writer's own place on the web, or what another site published. */
  url: z.url({ protocol: /^https?$/, error: 'must be a URL (https://…)' }).optional(),
  /** Slug of an author of this site who wrote it. */
  author: z.string().optional(),
  /** When it was written, on the site's clock: `2019-03-11T08:00:00`. */
  date: z.string(),
  /** `comment`, or what another site sent: `mention`, `like`, `repost`, `pingback`, `trackback`. */
  type: z.enum(commentTypes).default('comment'),
  /** How it arrived: `webmention`, `fediverse`, `bluesky`, `mail`. */
  via: z.string().optional(),
  /** What it was received as, such as the page of a webmention: by this address it is updated and withdrawn. */
  source: z.string().optional(),
  /** A comment that `waiting` for the owner, or `hidden` by them, is published nowhere. */
  status: z.enum(['waiting', 'hidden']).optional(),
  /** The text, in Markdown; HTML in it is shown as text. */
  text: z.string().default(''),
});

/** Why a comment that isn't in a file yet could not be read from one, as a sentence; null if it could. */
export function whyNoComment(comment: object, site: Site): string | null {
  const read = commentSchema.safeParse({ id: 1, ...comment });
  if (!read.success)
    return read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  if (!parseMoment(read.data.date, site.timezone)) return "its date can't be read.";
  return compile(read.data.text, site.url) ? null : 'its text is nested too deeply.';
}

/** What an owner writes for a comment, as a JSON Schema. */
export const describeComment = () => z.toJSONSchema(commentSchema, { io: 'input' });

/** The archive of comments: `content/comments/<id of a document>.yaml`, a list of comments each. */
export interface CommentArchive {
  /** By the id of the document, oldest first. */
  readonly byDocument: ReadonlyMap<number, DocumentComments>;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export interface DocumentComments {
  readonly file: string;
  readonly comments: readonly Comment[];
  readonly digest: string;
}

export function readComments(root: string, site: Site): CommentArchive {
  const byDocument = new Map<number, DocumentComments>();
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  const seen = new Map<number, string>();
  for (const name of existsSync(join(root, commentsFolder))
    ? readdirSync(join(root, commentsFolder)).sort()
    : []) {
    if (isPassing(name)) continue;
    const file = `${commentsFolder}/${name}`;
    const number = /^([1-9]\d*)\.yaml$/.exec(name)?.[1];
    if (number === undefined) {
      problems.push(problem(file, 'must be called as the id of its document is, such as 137.yaml.'));
      continue;
    }
    const bytes = readFileSync(join(root, file));
    const read = readFile(bytes, file, site, seen);
    problems.push(...read.problems);
    warnings.push(...read.warnings);
    const digest = hash('sha256', bytes, 'hex');
    byDocument.set(Number(number), { file, comments: read.comments, digest });
  }
  return { byDocument, problems, warnings };
}

/** @param seen files by the ids of comments that were read */
function readFile(
  bytes: Buffer,
  file: string,
  site: Site,
  seen: Map<number, string>,
): { comments: Comment[]; problems: Problem[]; warnings: readonly Problem[] } {
  const decoded = decodeText(bytes, file);
  if (!decoded.ok) return { comments: [], problems: [decoded.problem], warnings: [] };
  const place = { file, lineOffset: 0 };
  const read = parseYaml(decoded.text, z.array(commentSchema), 'comments', place, []);
  if (!read.ok) return { comments: [], problems: [...read.problems], warnings: [] };
  const problems: Problem[] = [];
  const comments: Comment[] = [];
  const ids = new Set(read.value.map(({ id }) => id));
  const shown = new Set(read.value.filter(({ status }) => !status).map(({ id }) => id));
  for (const [index, entry] of read.value.entries()) {
    const complain = (field: string, message: string) =>
      problems.push({ ...read.locate([index, field]), field, message });
    const moment = parseMoment(entry.date, site.timezone);
    const other = seen.get(entry.id);
    if (!moment) complain('date', 'must be a date such as 2019-03-11T08:00:00.');
    if (other) complain('id', `${entry.id} is also a comment of ${other}; change one of the two.`);
    if (entry.parent !== undefined && (entry.parent === entry.id || !ids.has(entry.parent)))
      complain('parent', `there is no other comment ${entry.parent} in this file.`);
    seen.set(entry.id, file);
    const text = compile(withoutInvisible(entry.text), site.url, entry.id);
    if (!text) complain('text', 'is nested too deeply.');
    if (!moment || !text || entry.status) continue;
    comments.push({
      id: entry.id,
      parent: entry.parent && shown.has(entry.parent) ? entry.parent : 0,
      name: visibleLine(entry.name),
      url: visibleLine(entry.url ?? '').replace(/[\s<>"]/g, encodeURIComponent),
      author: entry.author ?? null,
      date: moment.local,
      dateGmt: moment.gmt,
      type: entry.type,
      ...text,
    });
  }
  comments.sort((a, b) => (a.dateGmt < b.dateGmt ? -1 : Number(a.dateGmt > b.dateGmt)) || a.id - b.id);
  return { comments, problems, warnings: read.warnings };
}

/** Documents with their archived comments. A locked document has none: they would reveal its content. */
export function withComments(documents: readonly Document[], { byDocument }: CommentArchive): Document[] {
  return documents.map((document) => {
    const found = document.locked ? undefined : byDocument.get(document.id);
    if (!found || found.comments.length === 0) return document;
    const digest = hash('sha256', `${document.digest}\n${found.digest}`, 'hex');
    return { ...document, comments: found.comments, digest };
  });
}

/** Files of the archive that belong to nothing. @param documents all, drafts too */
export function checkComments(
  documents: readonly Document[],
  { byDocument, problems }: CommentArchive,
): Problem[] {
  const ids = new Set(documents.map(({ id }) => id));
  const stray = [...byDocument].filter(([id]) => !ids.has(id));
  return [
    ...problems,
    ...stray.map(([id, { file }]) =>
      problem(file, `names document ${id}, and no document in content/ has that id.`),
    ),
  ];
}

const problem = (file: string, message: string): Problem => ({
  file,
  line: 1,
  column: 1,
  field: 'file',
  message,
});

const rewritten = /<(?!https?:)|!\[|\]\(\/|\]:|(?:javascript|vbscript|data):/i;

/** Markdown with more than words, or with definitions and relative links, is made from the HTML. Null for text that is nested too deeply. */
function compile(text: string, base: string, id = 0): { markdown: string; html: string } | null {
  try {
    const html = compileComment(text, id);
    const markdown = rewritten.test(text) ? htmlToMarkdown(html, base).trim() : text.trim();
    return { markdown, html };
  } catch (error) {
    if (isTooDeep(error)) return null;
    throw error;
  }
}

/** Notes of a comment are its own: neither the text nor another comment has them. */
const featuresOf = (id: number) => ({
  gfm: { footnotes: { clobberPrefix: `comment-${id}-` } },
  frontmatter: false,
  smartPunctuation: false,
});

/** Untrusted Markdown: no HTML, no images from elsewhere, no headings above those of the page. */
export function compileComment(text: string, id = 0): string {
  const markdown = text.trim();
  const findTildes = (words: string) => readShiftedSigns(words, '~');
  const read = { ...featuresOf(id), ...(findTildes(markdown).shifts ? { subscript: true } : {}) };
  const masked = maskSigns(markdown, read, (words) => findTildes(words).literal);
  const mdastPlugins = [...(masked ? [masked.plugin] : []), strangersText];
  const { html } = markdownToHtml(masked?.markdown ?? markdown, { mdastPlugins, features: read });
  return joinWideLines(html);
}

const strangersText = defineMdastPlugin({
  name: 'agentsite-comment',
  options: { position: true },
  html(node, context) {
    context.setProperty(node, 'value', escapeHtml(node.value));
  },
  heading(node, context) {
    context.setProperty(node, 'depth', 3);
  },
  link(node, context) {
    if (!/^(?:https?:|mailto:|[/#])/i.test(node.url)) context.setProperty(node, 'url', '#');
    context.setProperty(node, 'data', { hProperties: { rel: 'nofollow ugc' } });
  },
  definition(node, context) {
    if (!/^(?:https?:|mailto:|[/#])/i.test(node.url)) context.setProperty(node, 'url', '#');
  },
  image(node, context) {
    context.replaceNode(node, { type: 'text', value: node.alt || node.url });
  },
  imageReference(node, context) {
    context.replaceNode(node, { type: 'text', value: node.alt ?? '' });
  },
});
