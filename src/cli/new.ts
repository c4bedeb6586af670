import { isCancel, select, text } from '@clack/prompts';
import { parseMoment } from '../core/model/dates.ts';
import { type Kind, kindsOf } from '../core/model/kinds.ts';
import { didYouMean } from '../core/text/nearest-word.ts';
import { readOptions, stop } from '../terminal/options.ts';
import { typed } from '../terminal/typed.ts';
import { createDocument, readKind } from './site/new-document.ts';
import { readOwnSite } from './site/own-site.ts';

const usage = `Usage: ${typed('new', 'post "A title"')}    (or page, talk, plugin, or a content type of your own)

Creates a Markdown file in content/ as a draft with today's date. In a terminal it asks for missing arguments.`;
const { positionals } = readOptions(usage, {}, true);
const [word, ...words] = positionals;

const site = await readOwnSite();
const kind = word === undefined ? await askKind() : readKind(site, word);
if (kind === null) stop(`"${word}" is not a content type. ${listNames(word)}`, 1);
const title = words.join(' ').trim() || (await askTitle());
const now = parseMoment(new Date().toISOString(), site.timezone);
if (now === null) throw new Error('The date of this machine is out of range.');
const created = createDocument(process.cwd(), site, { kind, title, now });
if (!created.ok) stop(created.message, 1);
console.log(`${created.file}\nIt is a draft: remove the line "draft: true" to publish it.`);

async function askKind(): Promise<Kind> {
  if (!process.stdin.isTTY) stop(usage, 1);
  const options = kindsOf(site).map((value) => ({ value, label: value.labels.singular }));
  const answer = await select({ message: 'Content type?', options });
  return isCancel(answer) ? stop('Canceled: nothing was created.', 1) : answer;
}

/** `The content types are post, page, talk, plugin; did you mean "talk"?` */
function listNames(given = ''): string {
  const names = kindsOf(site).map(({ name }) => name);
  return `The content types are ${names.join(', ')}${didYouMean(given, names) || '.'}`;
}

async function askTitle(): Promise<string> {
  if (!process.stdin.isTTY) stop(usage, 1);
  const answer = await text({
    message: 'Title?',
    validate: (value) => (value?.trim() ? undefined : 'Enter a title.'),
  });
  return isCancel(answer) ? stop('Canceled: nothing was created.', 1) : answer.trim();
}
