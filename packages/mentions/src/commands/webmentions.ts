import { loadOwnLibrary, readOwnSite } from 'agentsite/content';
import { counted, readOptions, stop, typed } from 'agentsite/terminal';
import { readCursor, readMentions, storeMentions } from '../receive.ts';

const usage = `Usage: ${typed('webmentions', '[--from URL]')}

Stores the mentions that webmention.io has received for this site since the last time in content/comments/; the next
build shows them. Delete those that you don't want: they don't come back. The API key of your account there is read from
WEBMENTION_IO_TOKEN.

  --from URL  another service with the same API; default: https://webmention.io
  -h, --help  shows this help`;

const { values } = readOptions(usage, { from: { type: 'string', default: 'https://webmention.io' } });
const token = process.env.WEBMENTION_IO_TOKEN;
if (!token) stop(`WEBMENTION_IO_TOKEN is not set. Your API key is at ${values.from}/settings.`, 1);
const site = await readOwnSite();
const { library, ...loaded } = await loadOwnLibrary(site, new Date().toISOString());
loaded.close();
const domain = new URL(site.url).host;
const place = { domain, token, after: readCursor(process.cwd()) };
const mentions = await readMentions(values.from, place, console.error);
if (typeof mentions === 'string') stop(`${values.from} doesn't answer as expected: ${mentions}.`, 1);
for (const line of storeMentions(process.cwd(), library, mentions)) console.log(line);
console.log(counted(mentions.length, 'new mention'));
