import { nameKey } from '../../core/text/slug.ts';
import type { Problem } from '../read/problems.ts';

/** Something that is published at an address, and the place where its owner decides that. */
export interface Claim {
  readonly path: string;
  /** In words, with the file: `the series "Notes" (content/posts/a.md)`. */
  readonly owner: string;
  readonly place: Pick<Problem, 'file' | 'line' | 'column' | 'field'>;
  /** What to do where another has the address. */
  readonly fix: string;
}

/** A file of the output is one of a page where its name says so: `about/index.html`, `about.md`. */
export function addressOfFile(file: string): string {
  if (file === 'index.html' || file === 'index.md') return '/';
  return `/${file}`.replace(/\/index\.html$|\.md$/, '/');
}

/** Register of all addresses that a build publishes. The first claim has an address; further ones are problems. */
export class Claims {
  readonly problems: Problem[] = [];
  readonly warnings: Problem[] = [];
  readonly #owners = new Map<string, Claim>();
  readonly #paths = new Set<string>();

  add(claim: Claim): void {
    const key = nameKey(claim.path);
    const other = this.#owners.get(key);
    this.#paths.add(claim.path);
    if (other === undefined) this.#owners.set(key, claim);
    if (other === undefined) return;
    const differs = claim.path.normalize('NFC') !== other.path.normalize('NFC');
    const message = differs
      ? `${claim.path} and ${other.path} of ${other.owner} differ only in capitals: on macOS, Windows and some hosts they are one file; ${claim.fix}.`
      : `${claim.path} is also the address of ${other.owner}${claim.path === other.path ? '' : ' (the same letters in another Unicode form)'}; ${claim.fix}.`;
    (differs ? this.warnings : this.problems).push({ ...claim.place, message });
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** The owner of an address, in words; null where it is free. */
  ownerOf(path: string): string | null {
    const other = this.#owners.get(nameKey(path));
    return other?.path.normalize('NFC') === path.normalize('NFC') ? other.owner : null;
  }
}
