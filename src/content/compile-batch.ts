import type { Body } from '../core/model/document.ts';
import type { CompiledDocument, CompileFailure, CompileOutcome, Compiler } from './compile-document.ts';
import type { Source, SourceFile } from './sources.ts';
import { packTexts, type TextPlace } from './text-file.ts';

/** With the place of the text among those of its batch. */
export type PackedOutcome =
  | {
      readonly ok: true;
      readonly sourceDigest: string;
      readonly compiled: CompiledDocument;
      readonly text: TextPlace;
    }
  | CompileFailure;

/** Outcomes in the order of their sources. The texts are bytes, which move from one thread to another without a copy. */
export interface CompiledBatch {
  readonly outcomes: readonly PackedOutcome[];
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same texts, for who publishes them at once; those of good outcomes in their order. */
  readonly bodies?: readonly Body[];
}

/** @param atHand are the texts given as they are, too? */
export function compileBatch(
  compiler: Compiler,
  sources: readonly (Source | SourceFile)[],
  atHand = false,
): CompiledBatch {
  // All are read before the first is compiled: one after the other costs three times as much.
  const texts = sources.map((source) => compiler.read(source));
  const compiled = texts.map(
    (read): CompileOutcome =>
      read.ok ? compiler.compile(read.source) : { ok: false, problems: [read.problem] },
  );
  const bodies = compiled.flatMap((outcome) => (outcome.ok ? [outcome.body] : []));
  const { bytes, places } = packTexts(bodies);
  const next = places.values();
  const outcomes = compiled.map((outcome): PackedOutcome => {
    if (!outcome.ok) return outcome;
    const { sourceDigest, compiled: document } = outcome;
    const { value: text } = next.next();
    if (!text) throw new Error('A text was not packed.');
    return { ok: true, sourceDigest, compiled: document, text };
  });
  return { outcomes, bytes, ...(atHand ? { bodies } : {}) };
}
