import { formatProblem } from 'agentsite/content';
import type { Site } from 'agentsite/model';
import type { FileChange } from '../saves/content-folder.ts';
import { type Author, ConflictError, GitError, isBehind, type WorkingTree } from '../saves/git.ts';
import type { createSaver } from '../saves/saver.ts';
import { type Approvals, listApproved, messageOf, type Proof, type Subject } from './approvals.ts';
import { type ChangedFile, type GitObjects, proposalRefs } from './git-objects.ts';
import { refuseDocument } from './places.ts';
import type { Proposal, ProposalFacts, Proposals } from './proposals.ts';
import type { Trial } from './trial.ts';

export interface DeskParts {
  readonly root: string;
  readonly site: Site;
  readonly objects: GitObjects;
  readonly proposals: Proposals;
  readonly trial: Trial;
  readonly approvals: Approvals;
  readonly save: ReturnType<typeof createSaver>;
  readonly tree: Pick<WorkingTree, 'pull'>;
  readonly publish: () => void;
}

/** A proposal as it may go on, or why it may not. */
export type Submitted =
  | { readonly kind: 'proposed'; readonly proposal: Proposal; readonly paths: readonly string[] }
  | { readonly kind: 'refused'; readonly message: string };

export type Approved =
  | { readonly kind: 'approved'; readonly commit: string; readonly paths: readonly string[] }
  | { readonly kind: 'outdated' | 'refused'; readonly message: string };

/** Limits of a grant and of a proposal. */
const limits = { open: 20, text: 100 * 1024, media: 50 * 1024 * 1024, files: 50 };
const changedSince =
  'This is not what was shown: the proposal or the site has changed since. Check it again.';

/** Everything that happens to proposals: software submits them, and their owner approves them. */
export class Desk {
  readonly #parts: DeskParts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /**
   * Makes a proposal, or changes one. It is checked as a build checks it, in a folder of its own.
   * @param files new contents by path
   */
  submit(
    current: Proposal | null,
    files: ReadonlyMap<string, Uint8Array>,
    facts: ProposalFacts,
  ): Promise<Submitted> {
    const result = this.#last.then(() => this.#submit(current, files, facts));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #submit(
    current: Proposal | null,
    files: ReadonlyMap<string, Uint8Array>,
    facts: ProposalFacts,
  ): Promise<Submitted> {
    const { objects, proposals, trial } = this.#parts;
    if (current === null) {
      const open = (await proposals.list()).filter(({ grantId }) => grantId === facts.grantId);
      if (open.length >= limits.open)
        return refuse(`${limits.open} proposals are open. Withdraw one, or wait for the owner.`);
    }
    const base = current?.base ?? (await objects.head());
    const first = await objects.write(current?.tree ?? base, files);
    const problem = await this.#findProblem(base, first);
    if (problem !== null) return refuse(problem);
    const { problems, further } = await trial.check(base, first);
    if (problems.length > 0) return refuse(problems.map(formatProblem).join('\n'));
    const more = new Map(further.map(({ path, bytes }) => [path, bytes ?? null]));
    const tree = more.size === 0 ? first : await objects.write(first, more);
    const proposal = current
      ? await proposals.replace(current, facts, base, tree)
      : await proposals.create(facts, base, tree);
    if (proposal === null) return refuse('The proposal has changed in the meantime. Read it again.');
    return { kind: 'proposed', proposal, paths: (await objects.changes(base, tree)).map(({ path }) => path) };
  }

  /** Why a tree is no proposal: what it changes, and how much. */
  async #findProblem(base: string, tree: string): Promise<string | null> {
    const { objects, root, site } = this.#parts;
    const changes = await objects.changes(base, tree);
    if (changes.length === 0) return 'Nothing would change.';
    if (changes.length > limits.files) return `A proposal has at most ${limits.files} files.`;
    const sizes = { text: 0, media: 0 };
    for (const { path, before, after } of changes) {
      const isText = path.endsWith('.md');
      const place = isText ? refuseDocument(root, site, path) : refuseImage(path);
      if (place !== null) return place;
      if (after === null || (!isText && before !== null))
        return `${path}: proposals delete and replace no files.`;
      sizes[isText ? 'text' : 'media'] += (await objects.read(after)).length;
    }
    if (sizes.text > limits.text)
      return 'The documents of a proposal have at most 100 KB. Make several of it.';
    return sizes.media > limits.media ? 'The images of a proposal have at most 50 MB.' : null;
  }

  /** Commits exactly the tree that an owner approves, on the commit that they saw, or nothing. */
  async approve(id: string, subject: Subject, proof: Proof, session: Author): Promise<Approved> {
    const { objects, proposals, approvals, save } = this.#parts;
    const proposal = await proposals.find(id);
    if (!isSame(proposal, subject)) return { kind: 'outdated', message: changedSince };
    const problem = await this.#findProblem(subject.base, subject.tree);
    if (problem !== null) return refuse(problem);
    const author = await approvals.verify(subject, proof, session);
    if (author === null) return refuse('This is no approval of what was shown.');
    const files = await objects.changes(subject.base, subject.tree);
    const message = messageOf(proposal, subject, proof);
    const record = () => this.#record(proposal, subject, author, message, files);
    let conflict: string | null = null;
    // The remote may have taken the commit before the branch moved here, to which a commit was added by hand.
    const settle = async () => {
      conflict = await this.#settle();
    };
    try {
      const outcome = await save({ changes: await this.#changesOf(files), author, message, record, settle });
      if (outcome.kind === 'saved')
        return { kind: 'approved', commit: outcome.head, paths: files.map(({ path }) => path) };
      if (outcome.kind !== 'outdated') return refuse(outcome.message);
      const done = (await listApproved(objects)).find((one) => one.subject.proposal === subject.proposal);
      if (done) {
        this.#parts.publish();
        return { kind: 'approved', commit: done.commit, paths: files.map(({ path }) => path) };
      }
      return conflict === null ? { kind: 'outdated', message: changedSince } : refuse(conflict);
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      return refuse(error.message);
    }
  }

  async #changesOf(files: readonly ChangedFile[]): Promise<FileChange[]> {
    const { objects } = this.#parts;
    return Promise.all(
      files.map(async ({ path, before, after }): Promise<FileChange> => {
        const bytes = await objects.read(after ?? '');
        return before === null
          ? { operation: 'create', path, bytes }
          : { operation: 'update', path, bytes, sha: before };
      }),
    );
  }

  /** The remote decides first, since it may have got other commits; then the branch and the proposal move together. */
  async #record(
    proposal: Proposal,
    subject: Subject,
    author: Author,
    message: string,
    files: readonly ChangedFile[],
  ): Promise<string | null> {
    const { objects } = this.#parts;
    const line = async (...words: string[]) => (await objects.run(words)).toString().trim();
    if ((await objects.head()) !== subject.base) return null;
    const commit = await objects.commit(subject.tree, subject.base, author, message);
    const branch = await line('symbolic-ref', 'HEAD');
    const setting = (name: string) => line('config', `branch.${branch.slice('refs/heads/'.length)}.${name}`);
    const remote = await setting('remote').catch(() => '');
    if (remote !== '') {
      try {
        await line('push', '--quiet', remote, `${commit}:${await setting('merge')}`);
      } catch (error) {
        if (isBehind.test(String(error))) return null;
        throw error;
      }
    }
    const refs = [
      { ref: branch, to: commit, from: subject.base },
      { ref: proposalRefs + proposal.id, to: null, from: proposal.commit },
    ];
    return (await objects.holdIndex(files, () => objects.move(refs))) ? commit : null;
  }

  /** After the start, before anything else: completes what a killed process had begun. */
  async recover(): Promise<void> {
    await this.#parts.objects.recover();
    await this.#settle();
  }

  /**
   * Takes the commits of the remote, and removes proposals whose approval is in the history.
   * @returns the conflict that keeps the commits of the remote away
   */
  async #settle(): Promise<string | null> {
    const { objects, proposals } = this.#parts;
    const open = await proposals.list();
    if (open.length === 0) return null;
    const conflict = await this.#parts.tree.pull().then(
      () => null,
      (error: Error) => (error instanceof ConflictError ? error.message : null),
    );
    const approved = new Set((await listApproved(objects)).map(({ subject }) => subject.proposal));
    for (const one of open) if (approved.has(one.commit)) await proposals.remove(one);
    return conflict;
  }
}

const refuse = (message: string) => ({ kind: 'refused', message }) as const;

const refuseImage = (path: string) =>
  /^content\/[^.][\s\S]*\.(?:jpe?g|png|webp|gif|avif)$/.test(path) && !path.includes('/.')
    ? null
    : `${path} is not a file that proposals may have.`;

function isSame(proposal: Proposal | null, { proposal: commit, base, tree }: Subject): proposal is Proposal {
  return proposal !== null && proposal.commit === commit && proposal.base === base && proposal.tree === tree;
}
