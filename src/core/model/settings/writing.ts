import { z } from 'zod';

/** The settings that decide what Markdown means on a site: a part of the schema in `site.ts`. */
export const writingFields = {
  /**
   * How formulas are written. `code` is GitHub's notation with backticks: $`…`$, and blocks of the language "math".
   * `dollars` also reads `$…$` and `$$…$$`, as LaTeX does; a dollar that is money is then written `\\$`.
   */
  math: z.enum(['code', 'dollars']).default('code'),
  /** Quotation marks, dashes and ellipses as the language sets them: `"so" -- ...` becomes “so” – …. Never in code. */
  smartPunctuation: z.boolean().default(false),
  /** Emoji by GitHub's names: `:tada:` becomes 🎉. Never in code and URLs. */
  emoji: z.boolean().default(false),
};
