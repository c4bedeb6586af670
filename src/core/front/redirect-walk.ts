import { matchPattern, parsePattern } from './redirect-pattern.ts';

/** Where a chain of redirects leads: to something that is there, to nothing, or on and on. */
export interface Walk {
  readonly kind: 'found' | 'missing' | 'endless';
  readonly steps: readonly string[];
}

/** Redirects after which clients have given up. */
const maxSteps = 20;

/** @param next where an address redirects to: a path or a URL; `true` where something is, `false` where nothing is */
export function walkRedirects(start: string, next: (path: string) => string | boolean): Walk {
  const steps = [start];
  for (;;) {
    const found = next(steps.at(-1) ?? start);
    if (typeof found === 'boolean') return { kind: found ? 'found' : 'missing', steps };
    if (!found.startsWith('/')) return { kind: 'found', steps: [...steps, found] };
    if (steps.includes(found) || steps.length > maxSteps)
      return { kind: 'endless', steps: [...steps, found] };
    steps.push(found);
  }
}

const samples = { segment: 'sample', number: '7', rest: 'sample/part' } as const;

/** A path that a pattern matches; a path without parts is its own sample. */
export function samplePath(from: string): string {
  const pieces = parsePattern(from).map((piece) =>
    typeof piece === 'string' ? piece : samples[piece.matches],
  );
  return pieces.join('') + (from.endsWith('/') ? '/' : '');
}

/** Could the target of a pattern be one of these paths? */
export function reachesSome(to: string, paths: Iterable<string>): boolean {
  const pieces = parsePattern(to.replace(/[?#].*$/, '').replace(/\{(\w+)\}/g, '{$1*}'));
  for (const path of paths) if (matchPattern(pieces, path) !== null) return true;
  return false;
}
