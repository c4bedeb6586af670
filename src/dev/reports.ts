import type { AstroIntegrationLogger } from 'astro';
import type { Advice } from '../content/check/advice.ts';
import { formatProblem, type Problem } from '../content/read/problems.ts';
import { counted, paint } from '../terminal/terminal.ts';
import type { Shown } from './preview.ts';

/** What `astro dev` says of the content in the terminal. */
export interface Reports {
  /** @param milliseconds since the server listens */
  started(shown: Shown, milliseconds: number): void;
  /** @param files that changed; @param milliseconds that it took until browsers were told */
  shown(files: readonly string[], shown: Shown, milliseconds: number): void;
  fault(error: unknown): void;
  /** Images that were converted, of those that are due; one line in a while. @param now milliseconds, from any start */
  images(done: number, total: number, now: number): void;
}

/** Milliseconds between two lines. */
const pause = 3_000;

export function createReports(logger: AstroIntegrationLogger): Reports {
  let advised: readonly string[] = [];
  /** When the last line about images was written, or their conversion began. */
  let last: number | null = null;

  /** Each remark is made once, and again when it has been mended meanwhile. */
  const reportAdvice = (advice: readonly Advice[]) => {
    const lines = advice.map(({ file, message }) => `${file}: ${message}`);
    for (const line of lines) if (!advised.includes(line)) logger.info(line);
    advised = lines;
  };
  const reportProblems = (problems: readonly Problem[]) => {
    const lines = problems.map((problem) =>
      problem.line > 0 ? formatProblem(problem) : `${problem.file}: ${problem.message}`,
    );
    const count = counted(problems.length, 'problem');
    logger.error(`${count}; the last version without problems stays:\n${lines.join('\n')}`);
  };
  return {
    started(shown, milliseconds) {
      if (!shown.ok) return reportProblems(shown.problems);
      const { drafts, scheduled } = shown.report;
      const seconds = (milliseconds / 1000).toFixed(1);
      logger.info(
        `${counted(shown.documents, 'document')}, of these ${counted(drafts, 'draft')} and ${scheduled} scheduled; ${seconds} s`,
      );
    },
    shown(files, shown, milliseconds) {
      const [first = ''] = files;
      const what = files.length > 1 ? `${first} and ${files.length - 1} more` : first;
      logger.info(`${what}  ${paint('dim', `${Math.round(milliseconds)} ms`)}`);
      if (shown.ok) reportAdvice(shown.advice);
      else reportProblems(shown.problems);
    },
    images(done, total, now) {
      last = done === total ? null : (last ?? now);
      if (last === null || now - last < pause) return;
      last = now;
      logger.info(`${done} of ${total} images converted`);
    },
    fault(error) {
      logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    },
  };
}
