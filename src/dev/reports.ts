import { counted, paint } from '../cli/terminal.ts';
import type { Advice } from '../content/advice.ts';
import { formatProblem, type Problem } from '../content/problems.ts';
import type { Shown } from './preview.ts';

/** What `npm run dev` says in the terminal. Colours only where the terminal shows them and `NO_COLOR` is not set. */

/** @param milliseconds since the command began */
export function reportStart(address: string, shown: Shown, milliseconds: number): void {
  console.log(`\n${paint('bold', address)}  ${paint('dim', 'loopback alone; Ctrl-C ends')}`);
  if (!shown.ok) {
    reportProblems(shown.problems);
    return;
  }
  const { drafts, scheduled } = shown.report;
  const seconds = (milliseconds / 1000).toFixed(1);
  console.log(
    `${counted(shown.documents, 'document')}, of these ${counted(drafts, 'draft')} and ${scheduled} scheduled; ${seconds} s`,
  );
}

/** @param files that changed; @param milliseconds that it took until browsers were told */
export function reportShown(files: readonly string[], shown: Shown, milliseconds: number): void {
  const [first = ''] = files;
  const what = files.length > 1 ? `${first} and ${files.length - 1} more` : first;
  console.log(`${paint('dim', time())} ${what}  ${paint('dim', `${Math.round(milliseconds)} ms`)}`);
  if (shown.ok) reportAdvice(shown.advice);
  else reportProblems(shown.problems);
}

let advised = '';

/** Each remark is made once, and again when it has been mended meanwhile. */
function reportAdvice(advice: readonly Advice[]): void {
  const lines = advice.map(({ file, message }) => `${file}: ${message}`);
  const fresh = lines.filter((line) => !advised.includes(`${line}\n`));
  advised = lines.map((line) => `${line}\n`).join('');
  for (const line of fresh) console.log(line);
}

export function reportFault(error: unknown): void {
  console.error(
    paint('red', error instanceof Error ? (error.stack ?? error.message) : String(error), process.stderr),
  );
}

function reportProblems(problems: readonly Problem[]): void {
  console.error(
    paint(
      'red',
      `${counted(problems.length, 'problem')}; the last edition without problems stays:`,
      process.stderr,
    ),
  );
  for (const problem of problems) {
    console.error(problem.line > 0 ? formatProblem(problem) : `${problem.file}: ${problem.message}`);
  }
}

function time(): string {
  return new Date().toTimeString().slice(0, 8);
}
