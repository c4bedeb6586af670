import { isTooDeep, type Problem } from '../read/problems.ts';
import type { Source, SourceFile } from '../read/sources.ts';
import { packBodies, type TextPlace } from '../read/text-file.ts';
import type { CompileFailure, Compiler } from './compile-document.ts';

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

export async function compileBatch(
  compiler: Compiler,
  sources: readonly (Source | SourceFile)[],
): Promise<CompiledBatch> {
  // One step of all before the next step: between the others reading costs three times as much, YAML half as much again.
  const read = sources.map((source) => compiler.read(source));
  const parsed = await Promise.all(
    read.map((one) =>
      one.ok ? unlessTooDeep(one.source, () => compiler.parse(one.source)) : failure(one.problem),
    ),
  );
  const compiling = parsed.map((one) =>
    'ok' in one ? one : unlessTooDeep(one.source, () => compiler.compile(one)),
  );
  const compiled = await Promise.all(compiling);
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

const failure = (problem: Problem): CompileFailure => ({ ok: false, problems: [problem] });

function unlessTooDeep<Outcome>(
  { file }: Source,
  make: () => Outcome | Promise<Outcome>,
): Outcome | CompileFailure | Promise<Outcome | CompileFailure> {
  const explain = (error: unknown): CompileFailure => {
    if (!isTooDeep(error)) throw new Error(`Can't compile ${file}: ${error}`, { cause: error });
    const message = 'is nested too deeply: quotes, lists or HTML elements within each other.';
    return failure({ file, line: 1, column: 1, field: 'nesting', message });
  };
  try {
    const made = make();
    return made instanceof Promise ? made.catch(explain) : made;
  } catch (error) {
    return explain(error);
  }
}
