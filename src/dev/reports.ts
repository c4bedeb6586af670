import type { AstroIntegrationLogger } from 'astro';
import { type Advice, formatAdvice } from '../content/check/advice.ts';
import { formatProblem, type Problem } from '../content/read/problems.ts';
import { counted, paint } from '../terminal/terminal.ts';
import type { Shown } from './preview.ts';

/** Messages of the development server about the content. */
export interface Reports {
  /** @param milliseconds since the server listens */
  started(shown: Shown, milliseconds: number): void;
  /** @param files that changed; @param milliseconds until browsers were notified */
  shown(files: readonly string[], shown: Shown, milliseconds: number): void;
  error(error: unknown): void;
  /** Progress of image conversion. @param now milliseconds */
  images(done: number, total: number, now: number): void;
}

/** Milliseconds between two lines. */
const pause = 3_000;

export function createReports(logger: AstroIntegrationLogger): Reports {
  let advised: readonly string[] = [];
  /** Time of the last line about images, or of their start. */
  let last: number | null = null;

  /** Reports a remark once, and again if it comes back. */
  const reportAdvice = (advice: readonly Advice[]) => {
    const lines = advice.map(formatAdvice);
    for (const line of lines) if (!advised.includes(line)) logger.info(line);
    advised = lines;
  };
  const reportProblems = (problems: readonly Problem[], served: string) => {
    const lines = problems.map((problem) =>
      problem.line > 0 ? formatProblem(problem) : `${problem.file}: ${problem.message}`,
    );
    const count = counted(problems.length, 'problem');
    logger.error(`${count}; ${served}:\n${lines.join('\n')}`);
  };
  return {
    started(shown, milliseconds) {
      if (!shown.ok) return reportProblems(shown.problems, 'no document is served until they are fixed');
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
      else reportProblems(shown.problems, 'the last valid version is still served');
    },
    images(done, total, now) {
      last = done === total ? null : (last ?? now);
      if (last === null || now - last < pause) return;
      last = now;
      logger.info(`${done} of ${total} images converted`);
    },
    error(error) {
      logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    },
  };
}
