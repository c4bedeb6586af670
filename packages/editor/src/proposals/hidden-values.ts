import { isMap, isPair, isScalar, type Pair, parseDocument, visit } from 'yaml';

/** What replaces a value that software may not read. A change that has it keeps the value. */
export const hiddenValue = '__hidden__';

const secrets = /^(?:password|key|token|secret)$/i;
const secretsOfComments = /^(?:e-?mail|ip|address|password|key|token|secret)$/i;

interface Range {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A file of `content/` without passwords, secret addresses, tokens, and the e-mail addresses of those who comment. */
export function hideValues(path: string, text: string): string {
  const ranges = findSecrets(path, text);
  if (ranges === null) return 'This file has YAML that cannot be read, so it is not shown.\n';
  return replaceAll(text, ranges, () => hiddenValue);
}

/** A changed file with the values that {@link hideValues} took out of the old one. @returns null where one has no value */
export function restoreValues(path: string, text: string, before: string | null): string | null {
  if (!text.includes(hiddenValue)) return text;
  const old = new Map((findSecrets(path, before ?? '') ?? []).map((range) => [range.name, range]));
  const restored = replaceAll(text, findSecrets(path, text) ?? [], ({ name, start, end }) => {
    const given = text.slice(start, end);
    const kept = given === hiddenValue ? old.get(name) : undefined;
    return kept ? (before ?? '').slice(kept.start, kept.end) : given;
  });
  return restored.includes(hiddenValue) ? null : restored;
}

function replaceAll(text: string, ranges: readonly Range[], replacementOf: (range: Range) => string): string {
  return ranges.reduceRight(
    (changed, range) => changed.slice(0, range.start) + replacementOf(range) + changed.slice(range.end),
    text,
  );
}

/** Null where the YAML can't be read, so that nobody knows what is in it. */
function findSecrets(path: string, text: string): Range[] | null {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*$/m.exec(text);
  const isList = !path.endsWith('.md');
  if (!isList && !match) return [];
  const yaml = isList ? text : (match?.[1] ?? '');
  const offset = isList ? 0 : text.indexOf('\n') + 1;
  const names = path.startsWith('content/comments/') ? secretsOfComments : secrets;
  const document = parseDocument(yaml);
  if (document.errors.length > 0) return null;
  const found: Range[] = [];
  visit(document, {
    Pair(_, pair: Pair, parents) {
      if (!isScalar(pair.key) || !names.test(String(pair.key.value))) return;
      const { range } = (pair.value ?? {}) as { range?: readonly [number, number, number] };
      if (!range || range[0] === range[1]) return;
      const start = range[0] + offset;
      const value = text.slice(start, range[1] + offset);
      found.push({
        name: [...parents.map(nameOf), pair.key.value].join('/'),
        start,
        end: start + value.trimEnd().length,
      });
      return visit.SKIP;
    },
  });
  return found.sort((a, b) => a.start - b.start);
}

const nameOf = (node: unknown) =>
  isPair(node) && isScalar(node.key) ? String(node.key.value) : isMap(node) ? '' : '-';
