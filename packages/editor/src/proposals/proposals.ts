import { randomBytes } from 'node:crypto';
import type { Author } from '../saves/git.ts';
import { type ChangedFile, type GitObjects, proposalRefs } from './git-objects.ts';

/** What a proposal says of itself, in the message of its commit. */
export interface ProposalFacts {
  /** The grant that it came by, and the name of the software as the owner verified it. */
  readonly grantId: string;
  readonly client: string;
  /** Who let the software in. */
  readonly owner: Author;
  /** One line by the software. */
  readonly summary: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly state: 'open' | 'returned';
  /** By the owner. */
  readonly remark: string;
}

/** A commit at `refs/agentsite/proposals/ID` whose parent is the commit that it would change. */
export interface Proposal extends ProposalFacts {
  readonly id: string;
  readonly commit: string;
  readonly base: string;
  readonly tree: string;
}

/** `stale`: the branch has changed the same lines since. */
export type Fresh =
  | { readonly kind: 'fresh'; readonly proposal: Proposal; readonly files: readonly ChangedFile[] }
  | { readonly kind: 'stale'; readonly proposal: Proposal; readonly files: readonly ChangedFile[] };

const committer: Author = { name: 'agentsite proposals', email: 'proposals@agentsite.invalid' };

/** Proposals in the repository: each change is one move of its ref, so that a process may end at any time. */
export class Proposals {
  readonly objects: GitObjects;

  constructor(objects: GitObjects) {
    this.objects = objects;
  }

  /** Oldest first. */
  async list(): Promise<Proposal[]> {
    const fields = ['refname', 'objectname', 'tree', 'parent', 'contents'].map((name) => `%(${name})`);
    const words = ['for-each-ref', `--format=${fields.join('%00')}%00`, proposalRefs];
    const all = (await this.objects.run(words)).toString().split('\0');
    const found: Proposal[] = [];
    for (let at = 0; at + 4 < all.length; at += 5) {
      const [ref = '', commit = '', tree = '', base = '', message = ''] = all.slice(at, at + 5);
      const facts = readFacts(message);
      if (facts) found.push({ ...facts, id: ref.trim().slice(proposalRefs.length), commit, tree, base });
    }
    return found.sort((a, b) => a.created - b.created);
  }

  async find(id: string): Promise<Proposal | null> {
    return (await this.list()).find((one) => one.id === id) ?? null;
  }

  async create(facts: ProposalFacts, base: string, tree: string): Promise<Proposal> {
    const id = randomBytes(9).toString('hex');
    const made = await this.#commit(id, facts, base, tree);
    if (!(await this.objects.move([{ ref: proposalRefs + id, to: made.commit, from: null }])))
      throw new Error(`The proposal ${id} is there already.`);
    return made;
  }

  /** Replaces a proposal as it was read. @returns null where it has changed since */
  async replace(
    old: Proposal,
    facts: Partial<ProposalFacts>,
    base = old.base,
    tree = old.tree,
  ): Promise<Proposal | null> {
    const made = await this.#commit(old.id, { ...old, ...facts }, base, tree);
    const moved = await this.objects.move([
      { ref: proposalRefs + old.id, to: made.commit, from: old.commit },
    ]);
    return moved ? made : null;
  }

  /** @returns false where it has changed since it was read */
  remove({ id, commit }: Proposal): Promise<boolean> {
    return this.objects.move([{ ref: proposalRefs + id, to: null, from: commit }]);
  }

  /** The proposal on the last commit of the branch: moved there, unless both change the same lines. */
  async refresh(proposal: Proposal): Promise<Fresh> {
    const { objects } = this;
    const head = await objects.head();
    const filesOf = (one: Proposal) => objects.changes(one.base, one.tree);
    if (proposal.base === head) return { kind: 'fresh', proposal, files: await filesOf(proposal) };
    const tree = await objects.merge(head, proposal.commit);
    const moved = tree === null ? null : await this.replace(proposal, {}, head, tree);
    if (moved === null) return { kind: 'stale', proposal, files: await filesOf(proposal) };
    return { kind: 'fresh', proposal: moved, files: await filesOf(moved) };
  }

  async #commit(id: string, given: ProposalFacts, base: string, tree: string): Promise<Proposal> {
    const { grantId, client, owner, summary, created, state, remark } = given;
    const facts: ProposalFacts = {
      grantId,
      client,
      owner,
      summary: oneLine(summary),
      created,
      state,
      remark,
    };
    const message = `${facts.summary}\n\nProposal: ${JSON.stringify(facts)}\n`;
    const commit = await this.objects.commit(tree, base, committer, message);
    return { ...facts, id, commit, base, tree };
  }
}

function readFacts(message: string): ProposalFacts | null {
  const text = message.slice(message.lastIndexOf('\nProposal: ') + '\nProposal: '.length);
  try {
    return JSON.parse(text) as ProposalFacts;
  } catch {
    return null;
  }
}

/** Text of a client as a line of a commit: it can't begin a line of its own. */
export const oneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200);
