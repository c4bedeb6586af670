import { isCancel, select, text } from '@clack/prompts';
import { parseMoment } from '../core/model/dates.ts';
import { type Kind, kindsOf } from '../core/model/kinds.ts';
import { nearestWord } from '../core/text/nearest-word.ts';
import { readOptions } from '../terminal/options.ts';
import { typed } from '../terminal/typed.ts';
import { createDocument, readKind } from './new-document.ts';
import { readOwnSite } from './own-site.ts';

/** `agentsite new post "A title"`: a new Markdown file; asks for what is not given. */
const usage = `Usage: ${typed('new', 'post "A title"')}    (or page, talk, plugin, or a kind of your own)

Makes a Markdown file in content/, as a draft with its date filled in. In a terminal it asks for what is not given.`;
const { positionals } = readOptions(usage, {}, true);
const [word, ...words] = positionals;

const site = await readOwnSite();
const kind = word === undefined ? await askKind() : readKind(site, word);
if (kind === null) stop(`"${word}" is not a kind of document. ${listNames(word)}`);
const title = words.join(' ').trim() || (await askTitle());
const now = parseMoment(new Date().toISOString(), site.timezone);
if (now === null) stop('The clock of this machine gives no date.');
const created = createDocument(process.cwd(), site, { kind, title, now });
if (!created.ok) stop(created.message);
console.log(`${created.file}\nIt is a draft: remove the line "draft: true" to publish it.`);

async function askKind(): Promise<Kind> {
  if (!process.stdin.isTTY) stop(usage);
  const options = kindsOf(site).map((value) => ({ value, label: value.labels.singular }));
  const answer = await select({ message: 'What will it be?', options });
  return isCancel(answer) ? stop('Nothing was made.') : answer;
}

/** `The kinds are post, page, talk, plugin; did you mean "talk"?` */
function listNames(given = ''): string {
  const names = kindsOf(site).map(({ name }) => name);
  const near = nearestWord(given, names);
  return `The kinds are ${names.join(', ')}${near ? `; did you mean "${near}"?` : '.'}`;
}

async function askTitle(): Promise<string> {
  if (!process.stdin.isTTY) stop(usage);
  const answer = await text({
    message: 'Its title?',
    validate: (value) => (value?.trim() ? undefined : 'A title is needed.'),
  });
  return isCancel(answer) ? stop('Nothing was made.') : answer.trim();
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
