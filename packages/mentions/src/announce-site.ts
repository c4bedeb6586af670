import { join } from 'node:path';
import { loadOwnLibrary } from 'agentsite/content';
import { describeLocalUrl, isLocalUrl, type Site } from 'agentsite/model';
import { announce, planAnnouncement, readRecord, writeRecord } from './announce.ts';

/** Announces what the site in the working folder published, and remembers it in `.data/announced.json`. */
export async function announceSite(site: Site, isTrial = false): Promise<void> {
  const { webmention, webSub, indexNow } = site.connect;
  if (!webmention?.send && !webSub && !indexNow) return;
  if (isLocalUrl(site.url)) return console.error(`Nothing is announced: ${describeLocalUrl(site.url)}`);
  const file = join(process.cwd(), '.data/announced.json');
  const now = new Date();
  const { library, ...loaded } = await loadOwnLibrary(site, now.toISOString());
  const plan = planAnnouncement(library, readRecord(file), now);
  loaded.close();
  if (!isTrial) return writeRecord(file, await announce(library, plan, console.log));
  for (const { source, targets } of plan.changes) {
    console.log(source);
    for (const target of targets) console.log(`  → ${target}`);
  }
}
