import { readOwnSite } from 'agentsite/content';
import { counted, readOptions, stop, typed } from 'agentsite/terminal';
import { findDocument } from '../find-document.ts';
import { describeTime, openRepository } from '../repository.ts';
import { planUndo, readMoment, writeUndo } from '../undo.ts';

const usage = `Usage: ${typed('undo', 'PATH [--to DATE] [--dry-run]')}

Brings the version of a document before its last change back, or a deleted document, with a new commit; the history
stays as it is. PATH is its file, its address (/a-post/, or the whole URL) or its title.

  --to DATE   as it was at the end of a day (2026-11-01, yesterday), at a time ("2026-11-01 14:00", "3 hours ago"), or
              after a commit of ${typed('history', 'PATH')}
  --dry-run   lists what would change, and changes nothing
  -h, --help  shows this help`;

const { values, positionals } = readOptions(
  usage,
  { to: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  true,
);
const [word, ...more] = positionals;
if (word === undefined || more.length > 0) stop(usage);
const site = await readOwnSite();
const opened = openRepository(process.cwd());
if (!opened.ok) stop(opened.message, 1);
const { repository } = opened;
const to = values.to === undefined ? undefined : readTarget(values.to);
const found = await findDocument(word, site, repository);
if (!found.ok) stop(found.message, 1);
const plan = planUndo(repository, found.file, to);
if (!plan.ok) stop(plan.message, 1);
const names = [...plan.files.keys()];
const changed = repository.listUncommitted([...new Set([found.file, ...names])]);
if (changed.length > 0)
  stop(
    `${changed.join(', ')}: changes that are not committed would be lost. Commit them ("git commit"), or put them aside ("git stash"), and try again.`,
    1,
  );
const { commit, time, file } = plan.version;
const then = `${describeTime(time)} (${commit.slice(0, 10)})`;
for (const [name, bytes] of plan.files) console.log(`${name}: ${bytes ? 'as of' : 'moves away, as'} ${then}`);
if (file !== found.file && names.includes(found.file) && plan.files.get(found.file) !== null)
  console.log(`It was ${file} then, and keeps its present name.`);
if (values['dry-run']) console.log('Nothing was changed.');
else {
  const made = writeUndo(repository, plan, `Undo: ${found.file} as of ${then}`);
  console.log(
    `${counted(names.length, 'file')} in the new commit ${made}. Next: ${typed('check')}, ${typed('publish')}`,
  );
}

function readTarget(text: string): string {
  const target = readMoment(text, site.timezone, Date.now());
  if (target !== null) return target;
  if (/^[\da-f]{7,64}$/.test(text)) return text;
  stop(
    `--to "${text}" is neither a date, such as 2026-11-01, "2026-11-01 14:00", yesterday or "2 weeks ago", nor a commit.`,
  );
}
