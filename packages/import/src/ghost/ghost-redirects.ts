import { parse } from 'yaml';
import { z } from 'zod';

const rule = z.object({ from: z.string(), to: z.string(), permanent: z.boolean().default(false) });
/** A rule of Ghost's redirects file. `from` is always a regular expression. */
export type GhostRedirect = z.output<typeof rule>;
const table = z.record(z.string(), z.string()).nullish();
const asTables = z
  .strictObject({ 301: table, 302: table })
  .transform((tables): GhostRedirect[] =>
    ([301, 302] as const).flatMap((status) =>
      Object.entries(tables[status] ?? {}).map(([from, to]) => ({ from, to, permanent: status === 301 })),
    ),
  );

/** Reads `redirects.yaml` (`301:` and `302:`) or `redirects.json` (a list); null for anything else. */
export function readGhostRedirects(file: string): readonly GhostRedirect[] | null {
  try {
    const read = z.union([z.array(rule), asTables]).safeParse(parse(file));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
