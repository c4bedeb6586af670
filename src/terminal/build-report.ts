import type { BuildEvent, LongStep, OnBuildEvent } from '../build/build-events.ts';
import { formatProblem, type Problem } from '../content/read/problems.ts';
import { counted, openTerminal, paint } from './terminal.ts';
import { typed } from './typed.ts';

/** What a build says: lines with counts and times as it goes, or one JSON object at its end. */
export interface BuildReport {
  readonly onEvent: OnBuildEvent;
  /** @param problems of the content; none when the site was built */
  finish(problems: readonly Problem[]): void;
}

const verbs: Readonly<Record<LongStep, string>> = {
  documents: 'documents compiled',
  images: 'images converted',
  pages: 'pages checked',
  copies: 'smaller copies of images made',
};

/** @param now milliseconds, from any start */
export function reportLines(now: () => number): BuildReport {
  const terminal = openTerminal(process.stdout, now);
  const startedAt = now();
  let lastAt = startedAt;
  const timed = (text: string) => {
    terminal.line(`${text}  ${paint('dim', secondsSince(lastAt, now()))}`);
    lastAt = now();
  };
  return {
    onEvent(event) {
      if (event.step === 'working') {
        terminal.progress(
          `${event.done} of ${event.total} ${verbs[event.on]}, ${secondsSince(startedAt, now())}`,
        );
        return;
      }
      const text = describeEvent(event);
      if (text !== null) timed(text);
    },
    finish(problems) {
      if (problems.length === 0) {
        terminal.line(`${paint('green', 'Built.')} ${secondsSince(startedAt, now())}`);
        return;
      }
      const { stderr } = process;
      // Settings are read first and alone.
      const [{ file } = { file: 'content/' }] = problems;
      const source = file.startsWith('content/') ? 'content' : file;
      console.error(paint('red', `${counted(problems.length, 'problem')} in ${source}:`, stderr));
      for (const problem of problems) console.error(formatProblem(problem));
      console.error('Nothing was published.');
    },
  };
}

/** A finished step in a sentence; null when there is nothing to say. */
export function describeEvent(event: BuildEvent): string | null {
  switch (event.step) {
    case 'working':
      return null;
    case 'documents': {
      const { compiled, reused, drafts, scheduled } = event.report;
      return `${counted(compiled + reused, 'document')}: ${compiled} compiled, ${reused} unchanged; ${counted(drafts, 'draft')} and ${scheduled} scheduled ${event.included ? 'included' : 'left out'}`;
    }
    case 'warnings':
      return listSome(event.warnings.map(formatProblem));
    case 'images':
    case 'host':
      return listSome(event.remarks);
    case 'theme':
      return event.compiled ? 'Theme compiled' : null;
    case 'pages':
      return `${counted(event.rendered, 'page')} rendered, ${event.kept} unchanged`;
    case 'files':
      return `${counted(event.written, 'other file')} written, ${event.removed} stale ones removed`;
  }
}

/** Lines that each build repeats. */
const maxLines = 20;

function listSome(lines: readonly string[]): string {
  if (lines.length <= maxLines) return lines.join('\n');
  const rest = `… and ${lines.length - maxLines} more; ${typed('check')} lists all.`;
  return [...lines.slice(0, maxLines), rest].join('\n');
}

/** Older names of steps in the JSON report. */
const oldNames: Readonly<Record<string, string>> = { documents: 'texts', images: 'pictures' };

/** The facts of all events, by their steps, and `seconds`. */
export function reportJson(now: () => number): BuildReport {
  const startedAt = now();
  const facts: Record<string, unknown> = {};
  return {
    onEvent(event) {
      if (event.step === 'working') return;
      const { step, ...rest } = event;
      facts[step] = rest;
      const oldName = oldNames[step];
      if (oldName !== undefined) facts[oldName] = rest;
    },
    finish(problems) {
      const seconds = Math.round(now() - startedAt) / 1000;
      console.log(JSON.stringify({ ok: problems.length === 0, ...facts, problems, seconds }));
    },
  };
}

function secondsSince(start: number, end: number): string {
  return `${((end - start) / 1000).toFixed(1)} s`;
}
