import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Author } from '../saves/git.ts';
import type { Keys } from '../saves/keys.ts';
import type { createPasskeys } from '../saves/passkeys.ts';
import type { GitObjects } from './git-objects.ts';
import { oneLine, type Proposal } from './proposals.ts';

/** What an owner approves: this proposal, on this commit, with this result. */
export interface Subject {
  readonly proposal: string;
  readonly base: string;
  readonly tree: string;
}

/** What proves an approval: the answer of a passkey to the digest, or a code of the owner's page. */
export type Proof =
  | { readonly kind: 'passkey'; readonly response: unknown }
  | { readonly kind: 'code'; readonly email: string; readonly code: string };

/** The challenge of an approval: SHA-256, so that no other proposal, base or result has the same. */
export const digestOf = ({ proposal, base, tree }: Subject) =>
  hash('sha256', `agentsite approval\n${proposal}\n${base}\n${tree}\n`, 'hex');

export type Approvals = ReturnType<typeof openApprovals>;

/** @param folder of the process's own state, with the key of codes */
export function openApprovals(folder: string, keys: Keys, passkeys: ReturnType<typeof createPasskeys>) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'approvals.key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600, flush: true });
  const key = readFileSync(file);
  const codeOf = (digest: string, email: string) =>
    String(
      createHmac('sha256', key).update(`code ${digest} ${email}`).digest().readUInt32BE() % 1_000_000,
    ).padStart(6, '0');
  /** Passwords don't sign: of those who have a passkey, only that counts. */
  const mayType = (email: string) => keys.has('password', email) && !keys.has('passkey', email);
  return {
    /** What the owner types; null for one who has a passkey. */
    codeFor: (subject: Subject, email: string) => (mayType(email) ? codeOf(digestOf(subject), email) : null),
    /** Who approves with a proof; null where it is none for this subject. */
    verify: async (subject: Subject, proof: Proof, session: Author): Promise<Author | null> => {
      const digest = digestOf(subject);
      if (proof.kind === 'passkey') return passkeys.verifyApproval(proof.response, digest);
      const expected = Buffer.from(codeOf(digest, session.email));
      const given = Buffer.from(proof.code.replace(/\D/g, ''));
      const isRight = given.length === expected.length && timingSafeEqual(given, expected);
      return isRight && proof.email === session.email && mayType(session.email) ? session : null;
    },
    /** Is it what was approved with a proof that a commit has? */
    holds: async (subject: Subject, proof: Proof): Promise<boolean> => {
      const digest = digestOf(subject);
      if (proof.kind === 'passkey')
        return (await passkeys.verifyApproval(proof.response, digest, true)) !== null;
      return proof.code === codeOf(digest, proof.email);
    },
  };
}

/** Names an assertion: the digest of its signature. */
export function nameOfProof(proof: Proof): string {
  if (proof.kind === 'code') return `code of ${proof.email}`;
  const { response } = proof.response as { response?: { signature?: unknown } };
  return hash('sha256', String(response?.signature), 'hex').slice(0, 32);
}

/** The message of a commit that carries its approval. */
export function messageOf(proposal: Proposal, subject: Subject, proof: Proof): string {
  const packed = Buffer.from(JSON.stringify(proof)).toString('base64url');
  return [
    oneLine(proposal.summary) || 'Approve a proposal',
    '',
    `Proposed-by: ${oneLine(proposal.client)}`,
    `Proposal: ${proposal.id} ${subject.proposal}`,
    `Approval-digest: ${digestOf(subject)}`,
    `Approval-assertion: ${nameOfProof(proof)}`,
    `Approval-proof: ${packed}`,
    '',
  ].join('\n');
}

/** An approved proposal in the history. */
export interface ApprovedCommit {
  readonly id: string;
  readonly commit: string;
  readonly digest: string;
  readonly proof: Proof | null;
  readonly subject: Subject;
}

/** Commits that say that software proposed them, newest first. */
export async function listApproved(objects: GitObjects, from = 'HEAD'): Promise<ApprovedCommit[]> {
  const format = '--format=%H%x00%T%x00%P%x00%B%x00';
  const text = (await objects.run(['log', format, '--grep=^Proposed-by: ', from])).toString();
  const fields = text.split('\0');
  const found: ApprovedCommit[] = [];
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [commit = '', tree = '', base = '', message = ''] = fields.slice(at, at + 4);
    const last = (name: string) =>
      message
        .match(new RegExp(`^${name}: (.*)$`, 'gm'))
        ?.at(-1)
        ?.slice(name.length + 2) ?? '';
    const [id = '', proposal = ''] = last('Proposal').split(' ');
    const subject = { proposal, base, tree };
    found.push({
      id,
      commit: commit.trim(),
      digest: last('Approval-digest'),
      proof: readProof(last('Approval-proof')),
      subject,
    });
  }
  return found;
}

function readProof(text: string): Proof | null {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Proof;
  } catch {
    return null;
  }
}

/** Why a commit isn't what its owner approved, as the end of a sentence; null where it is. */
export async function findFlaw(
  approvals: Approvals,
  { digest, proof, subject }: ApprovedCommit,
): Promise<string | null> {
  if (proof === null) return 'has no approval';
  if (digest !== digestOf(subject)) return 'is not what was approved: another parent, or other files';
  return (await approvals.holds(subject, proof))
    ? null
    : 'has an approval that no passkey or code of this editor gave';
}
