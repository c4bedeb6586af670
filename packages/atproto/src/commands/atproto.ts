import { readOwnSite } from 'agentsite/content';
import { counted, readOptions, stop, typed } from 'agentsite/terminal';
import { publishSite } from '../publish-site.ts';
import { storeReplies } from '../replies.ts';

const usage = `Usage: ${typed('atproto', 'publish [--dry-run] [--remove]')}
       ${typed('atproto', 'replies')}

publish   creates, updates and deletes records until they say what the site publishes; with bluesky: true in site.ts
          it also posts new documents on Bluesky, each once
replies   stores new replies to these posts in content/comments/, for you to review

  --dry-run   lists what would change
  --remove    deletes all records of the site; posts on Bluesky stay
  -h, --help  shows this help

ATPROTO_PASSWORD, in the environment or in .env, is an app password of the account.`;

const off = { type: 'boolean', default: false } as const;
const { values, positionals } = readOptions(usage, { 'dry-run': off, remove: off }, true);
const [task] = positionals;
if ((task !== 'publish' && task !== 'replies') || positionals.length > 1) stop(usage);
const site = await readOwnSite();
try {
  if (task === 'publish') await publishSite(site, { isTrial: values['dry-run'], removes: values.remove });
  else console.log(`${counted(await storeReplies(site), 'new comment')}.`);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  stop(`${reason}\nRun the command again; it continues where it ended.`, 1);
}
