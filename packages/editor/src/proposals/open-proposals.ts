import { join } from 'node:path';
import type { Site } from 'agentsite/model';
import { sendOwnerMail } from 'agentsite/server';
import type { Express, Request, RequestHandler } from 'express';
import type { Bearer } from '../grants/bearer.ts';
import type { ContentFolder } from '../saves/content-folder.ts';
import type { Author, WorkingTree } from '../saves/git.ts';
import type { Keys } from '../saves/keys.ts';
import { createPasskeys } from '../saves/passkeys.ts';
import type { Publisher } from '../saves/publisher.ts';
import type { createSaver } from '../saves/saver.ts';
import { editorWords } from '../words/editor-words.ts';
import { openAgentLog } from './agent-log.ts';
import { openApprovals } from './approvals.ts';
import { Desk } from './desk.ts';
import { openGitObjects } from './git-objects.ts';
import { createProposalMcp } from './mcp.ts';
import { openNotice } from './notice.ts';
import { createPreviewKeys, findBrowser, takeScreenshot } from './previews.ts';
import { Proposals } from './proposals.ts';
import { addReview } from './review-routes.ts';
import { openTrial } from './trial.ts';

export interface OpenProposalsParts {
  readonly root: string;
  readonly folder: string;
  readonly site: Site;
  readonly origin: string;
  readonly behindSocket: boolean;
  readonly now: () => number;
  readonly keys: Keys;
  readonly content: ContentFolder;
  readonly tree: WorkingTree;
  readonly save: ReturnType<typeof createSaver>;
  readonly publisher: Publisher;
  readonly bearer: Bearer;
  readonly authorOfSession: (request: Request) => Author | null;
  /** Words for Node: the command that builds with drafts. */
  readonly previewCommand: readonly string[];
  /** The folder of the site as it is now. */
  readonly output: string;
  /** A line of the log. */
  readonly write?: (line: string) => void;
}

export interface OpenedProposals {
  /** `/mcp`, before everything else of the host. */
  readonly mcp: RequestHandler;
  /** Routes below `/edit/`. */
  readonly addRoutes: (app: Express) => void;
  readonly close: () => void;
}

/** Everything that proposals need, around the repository and the saves of the editor. */
export async function openProposals(parts: OpenProposalsParts): Promise<OpenedProposals> {
  const { root, site, origin, keys, now } = parts;
  const folder = join(parts.folder, 'proposals');
  const objects = await openGitObjects(root, folder);
  const proposals = new Proposals(objects);
  const trial = await openTrial({ root, folder, site, objects, command: parts.previewCommand, now });
  const passkeys = createPasskeys({ keys, origin, title: site.title, now });
  const approvals = openApprovals(folder, keys, passkeys);
  const { publish } = parts.publisher;
  const desk = new Desk({ ...parts, objects, proposals, trial, approvals, publish });
  await desk.recover();
  const words = editorWords(site).proposals;
  const url = `${origin}/edit/proposals/`;
  const notice = openNotice({
    ...{ folder, now },
    count: async () => (await proposals.list()).filter(({ state }) => state === 'open').length,
    send: async (count) => {
      const subject = words.mail.replace('{count}', String(count));
      await sendOwnerMail(site, { id: `proposals ${now()}`, subject, text: `${words.review}\n${url}\n` });
    },
  });
  const previewKeys = createPreviewKeys(now);
  const browser = findBrowser(process.env);
  const mcp = await createProposalMcp({
    ...parts,
    ...{ objects, proposals, trial, desk },
    log: openAgentLog(now, parts.write),
    onProposal: notice.note,
    preview: async (tree, path) => {
      const output = browser && (await trial.build(tree));
      const image = browser && output ? await takeScreenshot(browser, output, path) : null;
      return { url: `${origin}/edit/preview/${previewKeys.issue(tree)}${encodeURI(path)}`, image };
    },
  });
  return {
    mcp,
    addRoutes: (app) =>
      addReview(app, {
        ...parts,
        ...{ objects, proposals, trial, desk, approvals, previewKeys },
        state: parts.publisher.state,
      }),
    close: notice.close,
  };
}
