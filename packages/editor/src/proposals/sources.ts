import { describeFields } from 'agentsite/content';
import { kindsOf, type Site } from 'agentsite/model';
import { documentFormat, type FormValues } from 'agentsite/text';
import { applyPatch } from 'diff';
import type { Granted } from '../grants/bearer.ts';
import type { ContentFolder } from '../saves/content-folder.ts';
import type { Desk } from './desk.ts';
import type { GitObjects } from './git-objects.ts';
import { hideValues, restoreValues } from './hidden-values.ts';
import { isReadable } from './places.ts';
import type { Proposal, ProposalFacts, Proposals } from './proposals.ts';

export interface SourceParts {
  readonly root: string;
  readonly site: Site;
  readonly content: ContentFolder;
  readonly objects: GitObjects;
  readonly proposals: Proposals;
  readonly desk: Desk;
  readonly now: () => number;
  /** Called when there is something new to approve. */
  readonly onProposal: () => void;
}

/** What becomes of a document: one of the whole text, a unified diff, or values. */
export interface Change {
  readonly text?: string | undefined;
  readonly patch?: string | undefined;
  readonly fields?: FormValues | undefined;
  readonly body?: string | undefined;
}

/** Why a call can't be answered, as a sentence for the model. */
export class Refusal extends Error {}

export type Sources = ReturnType<typeof createSources>;

/** The files of the site, as software reads and changes them. */
export function createSources(parts: SourceParts) {
  const { content, desk, objects, proposals, root, site, now } = parts;
  const kinds = kindsOf(site);
  const read = (path: string) => (isReadable(root, path) ? (content.read(path)?.toString() ?? null) : null);
  const factsOf = (text: string) => {
    const yaml = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*$/m.exec(text)?.[1] ?? '';
    const [title, draft] = ['title', 'draft'].map(
      (name) => new RegExp(`^${name}:[ \t]*(.*)$`, 'm').exec(yaml)?.[1],
    );
    return { title: title?.replace(/^(['"])(.*)\1$/, '$2') ?? '', draft: draft === 'true' };
  };

  /** The grant's own proposal, on the last commit. */
  async function ownProposal(given: string, grant: Granted): Promise<Proposal> {
    const found = await proposals.find(given);
    if (!found || found.grantId !== grant.grantId)
      throw new Refusal(
        `There is no proposal ${given} of this grant: it was approved, discarded or withdrawn.`,
      );
    const { kind, proposal } = await proposals.refresh(found);
    if (kind === 'stale')
      throw new Refusal('The site has changed in the same lines since. Withdraw it and propose again.');
    return proposal;
  }

  /** The text of a document at a commit or tree; null where there is none. */
  async function textAt(tree: string, path: string): Promise<string | null> {
    const blob = await objects.blobAt(tree, path);
    return blob === null ? null : (await objects.read(blob)).toString();
  }

  /** What a change makes of a document. */
  function changed(path: string, before: string | null, given: Change): Buffer {
    const { text, patch, fields, body } = given;
    const ways = [text, patch, fields ?? body].filter((way) => way !== undefined).length;
    if (ways !== 1) throw new Refusal('Send one of text, patch, or fields and body.');
    const shown = before === null ? '' : hideValues(path, before);
    const result =
      text ?? (patch === undefined ? withValues(path, shown, fields ?? {}, body) : patched(shown, patch));
    const restored = restoreValues(path, result, before);
    if (restored === null) throw new Refusal('__hidden__ stands for a value that is not here: leave it out.');
    return Buffer.from(restored);
  }

  function patched(shown: string, patch: string): string {
    let result: string | false = false;
    try {
      result = applyPatch(shown, patch);
    } catch {
      throw new Refusal('The patch is no unified diff.');
    }
    if (result === false) throw new Refusal('The patch does not fit the text. Read the source again.');
    return result;
  }

  function withValues(path: string, shown: string, fields: FormValues, body: string | undefined): string {
    const kind = kinds.find(({ folder }) => path.startsWith(`content/${folder}/`));
    const names = Object.keys(kind ? (describeFields(kind, site).properties ?? {}) : {});
    const other = Object.keys(fields).find((name) => !names.includes(name));
    if (other !== undefined)
      throw new Refusal(`"${other}" is no field here. There are: ${names.join(', ')}.`);
    const format = documentFormat(names);
    const today = new Date(now()).toLocaleString('sv', { timeZone: site.timezone }).replace(' ', 'T');
    const start = shown === '' ? (kind?.dated ? { date: today } : {}) : format.fromFile(shown);
    return format.toFile({ ...start, ...fields, ...(body === undefined ? {} : { body }) });
  }

  /** Submits files, and notifies the owner. */
  async function submit(
    current: Proposal | null,
    files: ReadonlyMap<string, Uint8Array>,
    facts: ProposalFacts,
  ): Promise<{ readonly id: string; readonly state: 'open'; readonly files: readonly string[] }> {
    const outcome = await desk.submit(current, files, facts);
    if (outcome.kind === 'refused') throw new Refusal(outcome.message);
    parts.onProposal();
    return { id: outcome.proposal.id, state: 'open', files: outcome.paths };
  }

  return { read, factsOf, textAt, changed, ownProposal, submit };
}
