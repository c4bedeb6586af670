import { type Advice, formatAdvice } from '../../content/check/advice.ts';
import { counted } from '../../terminal/terminal.ts';

/** Remarks up to this number, and new ones, are listed one by one. */
const maxListed = 12;

/** A remark without the line that it is at, which other edits of the file move. */
export const keyOf = ({ file, message }: Advice): string => `${file.replace(/:\d+:\d+$/, '')} ${message}`;

/**
 * The lines that report remarks: new ones first, then each kind with its number and an example, the rarest first.
 * @param known keys of the last check; null if there was none
 * @param how to list all of one kind, typed with its name
 */
export function listRemarks(
  advice: readonly Advice[],
  known: ReadonlySet<string> | null,
  how: (about: string) => string,
): string[] {
  if (advice.length <= maxListed) return advice.map(formatAdvice);
  const fresh = known === null ? [] : advice.filter((one) => !known.has(keyOf(one)));
  const rest = advice.filter((one) => !fresh.includes(one));
  const kinds = [...Map.groupBy(rest, ({ about }) => about)].sort(([, a], [, b]) => a.length - b.length);
  const shown = fresh.slice(0, maxListed);
  const more = fresh.length - shown.length;
  return [
    ...(fresh.length > 0 ? [`${counted(fresh.length, 'new remark')} since the last check:`] : []),
    ...shown.map(formatAdvice),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...kinds.flatMap(([about, [example, ...others]]) => {
      if (!example) return [];
      if (others.length === 0) return [formatAdvice(example)];
      return [
        `${counted(others.length + 1, 'remark')} about ${about}, such as ${formatAdvice(example)}`,
        `  ${how(about)}`,
      ];
    }),
  ];
}
