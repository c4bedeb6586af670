import { readOwnSite } from 'agentsite/content';
import { paint, readOptions, stop, typed } from 'agentsite/terminal';
import { findDocument } from '../find-document.ts';
import { describeTime, openRepository, type Version } from '../repository.ts';

const usage = `Usage: ${typed('history', 'PATH [--json]')}

Lists the commits that changed a document, newest first, also under its earlier names. PATH is its file, its address
(/a-post/, or the whole URL) or its title; documents that were deleted are found as well.

  --json      prints one JSON array
  -h, --help  shows this help

${typed('undo', 'PATH')} brings an earlier version back; "git show COMMIT" shows one.`;

const { values, positionals } = readOptions(usage, { json: { type: 'boolean', default: false } }, true);
const [word, ...more] = positionals;
if (word === undefined || more.length > 0) stop(usage);
const site = await readOwnSite();
const opened = openRepository(process.cwd());
if (!opened.ok) stop(opened.message, 1);
const { repository } = opened;
const found = await findDocument(word, site, repository);
if (!found.ok) stop(found.message, 1);
const versions = repository.versionsOf(found.file);
if (values.json) console.log(JSON.stringify(versions));
else if (versions.length === 0) console.log(`${found.file} was never committed.`);
else for (const version of versions) console.log(describe(version));
if (repository.isShallow)
  console.error('This clone knows only the last commits; "git fetch --unshallow" gets the others.');

function describe({ commit, time, author, subject, change, file }: Version): string {
  const note = change === 'changed' ? '' : ` (${change === 'renamed' ? `renamed to ${file}` : change})`;
  return `${paint('bold', commit.slice(0, 10))}  ${describeTime(time)}  ${author}  ${subject}${note}`;
}
