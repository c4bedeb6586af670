import { isTooDeep } from '../read/problems.ts';
import type { Source, SourceFile } from '../read/sources.ts';
import { packBodies, type TextPlace } from '../read/text-file.ts';
import type { CompileFailure, CompileOutcome, Compiler } from './compile-document.ts';

/** A compiled document as JSON, and the place of its body among those of its batch. */
export type PackedOutcome =
  | {
      readonly ok: true;
      readonly sourceDigest: string;
      readonly record: string;
      readonly text: TextPlace;
    }
  | CompileFailure;

/** Outcomes in the order of their sources. The bodies are bytes, which move between threads without a copy. */
export interface CompiledBatch {
  readonly outcomes: readonly PackedOutcome[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function compileBatch(compiler: Compiler, sources: readonly (Source | SourceFile)[]): CompiledBatch {
  // All are read before the first is compiled: one after the other costs three times as much.
  const read = sources.map((source) => compiler.read(source));
  const compiled = read.map(
    (one): CompileOutcome =>
      one.ok ? compile(compiler, one.source) : { ok: false, problems: [one.problem] },
  );
  const bodies = compiled.flatMap((outcome) => (outcome.ok ? [outcome.body] : []));
  const { bytes, places } = packBodies(bodies);
  const next = places.values();
  const outcomes = compiled.map((outcome): PackedOutcome => {
    if (!outcome.ok) return outcome;
    const { sourceDigest, compiled: document } = outcome;
    const record = JSON.stringify(document);
    const { value: text } = next.next();
    if (!text) throw new Error('A text was not packed.');
    return { ok: true, sourceDigest, record, text };
  });
  return { outcomes, bytes };
}

function compile(compiler: Compiler, source: Source): CompileOutcome {
  try {
    return compiler.compile(source);
  } catch (error) {
    const { file } = source;
    if (!isTooDeep(error)) throw new Error(`Can't compile ${file}: ${error}`, { cause: error });
    const message = 'is nested too deeply: quotes, lists or HTML elements within each other.';
    return { ok: false, problems: [{ file, line: 1, column: 1, field: 'nesting', message }] };
  }
}
