import { readOwnSite } from 'agentsite/content';
import { readOptions, typed } from 'agentsite/terminal';
import { announceSite } from '../announce-site.ts';

const usage = `Usage: ${typed('announce', '[--dry-run]')}

Notifies others of what is new or has changed since the last time, as "connect" in site.ts says: webmentions to the
pages that documents link to, the WebSub hub, and IndexNow. Run it after the site is deployed; "publish" does so by itself. The
first time, documents of the last two days are new.

  --dry-run   lists what would be sent
  -h, --help  shows this help`;

const { values } = readOptions(usage, { 'dry-run': { type: 'boolean', default: false } });
await announceSite(await readOwnSite(), values['dry-run']);
