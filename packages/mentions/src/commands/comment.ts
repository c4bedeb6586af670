import { existsSync, readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { loadOwnLibrary, readOwnSite, whyNoComment } from 'agentsite/content';
import { readOptions, stop, typed } from 'agentsite/terminal';
import { addComments, toLocalTime } from '../add-comments.ts';
import { readMail } from '../read-mail.ts';

const usage = `Usage: ${typed('comment', 'MAIL.eml [options]')}

Adds a comment to content/comments/; the next build publishes it. MAIL.eml is a mail as your mail program saves it: of
the contact form, or of a reader. Its subject names the page. Without a file, the text comes from standard input. The
sender's email address is not stored.

  --on PATH      the page, such as /start-here/; default: the one in the subject
  --name NAME    the displayed name; default: the sender's
  --author SLUG  the author of this site who writes it, for your own replies
  --url URL      the writer's website
  --parent ID    the comment that it replies to
  -h, --help     shows this help`;

const { values, positionals } = readOptions(
  usage,
  {
    on: { type: 'string' },
    name: { type: 'string' },
    author: { type: 'string' },
    url: { type: 'string' },
    parent: { type: 'string' },
  },
  true,
);
const [mailFile] = positionals;
if (mailFile === undefined && (process.stdin.isTTY || values.on === undefined)) stop(usage, 1);
if (mailFile !== undefined && !existsSync(mailFile)) stop(`There is no file ${mailFile}.`, 1);
if (values.parent !== undefined && !/^[1-9]\d*$/.test(values.parent))
  stop('--parent is the number of a comment.', 1);

const site = await readOwnSite();
const mail = mailFile === undefined ? null : await readMail(readFileSync(mailFile), site.url);
const path = values.on ?? mail?.path ?? null;
const text = mail?.text ?? (await readAll(process.stdin)).trim();
const now = new Date().toISOString();
const { library, ...loaded } = await loadOwnLibrary(site, now);
loaded.close();
const document = [...library.documents, ...(library.unlisted ?? [])].find((one) => one.path === path);
if (!document) stop(path ? `No document is at ${path}.` : 'The subject names no page: add --on /path/.', 1);
const author = library.authors.find(({ slug }) => slug === values.author);
if (values.author !== undefined && !author) stop(`There is no author "${values.author}".`, 1);
const name = values.name ?? author?.name ?? mail?.name ?? '';
if (text === '') stop('The comment has no text.', 1);
const parent = Number(values.parent ?? 0);
if (parent > 0 && !document.comments?.some(({ id }) => id === parent))
  stop(`${document.path} has no comment ${parent}.`, 1);
if (document.comments?.some((known) => known.name === name && known.markdown === text))
  stop('This comment is there already.', 1);

const comment = {
  ...(parent > 0 ? { parent } : {}),
  ...(name === '' ? {} : { name }),
  ...(values.url === undefined ? {} : { url: values.url }),
  ...(author ? { author: author.slug } : {}),
  date: toLocalTime(mail?.date ?? '', site.timezone) ?? toLocalTime(now, site.timezone) ?? now,
  text,
};
const problem = whyNoComment(comment, site);
if (problem) stop(`The comment is not stored: ${problem}`, 1);
const { file, first } = addComments(process.cwd(), document.id, [comment]);
console.log(`${file}: comment ${first} on ${document.path}. Build and deploy the site to publish it.`);
