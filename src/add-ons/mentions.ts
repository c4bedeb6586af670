import type { Site } from '../core/model/site.ts';
import { explainMissing, loadAddOn } from './add-ons.ts';

/** What the engine asks of `agentsite-mentions/engine`. */
export interface MentionsAddOn {
  /** Notifies others of what the site in the working folder published, as its setting `connect` says. */
  readonly announceSite: (site: Site) => Promise<void>;
}

/** After a release: announces it where the settings say so. Without the add-on it prints how to install it. */
export async function announceRelease(root: string, site: Site): Promise<void> {
  const { webmention, webSub, indexNow } = site.connect;
  if (!webmention?.send && !webSub && !indexNow) return;
  const mentions = await loadAddOn<MentionsAddOn>(root, 'agentsite-mentions', 'engine');
  if (mentions) return mentions.announceSite(site);
  console.error(explainMissing('Nothing is announced: "connect" in site.ts', root, 'agentsite-mentions'));
  process.exitCode = 1;
}
