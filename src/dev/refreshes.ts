import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Problem } from '../content/read/problems.ts';
import type { Preview, Shown } from './preview.ts';
import type { Reports } from './reports.ts';

/** Milliseconds by which the change time of a file may be early: systems take it from a clock that ticks rarely. */
const fileClock = 10;

/** Refreshes the preview after changes of files, one change at a time, and reports the result. */
export class Refreshes {
  readonly #root: string;
  readonly #preview: Preview;
  readonly #reports: Reports;
  #running = Promise.resolve();
  /** When the content was last read, and what became of it. */
  #last: { readonly began: number; readonly shown: Promise<Shown> } | null = null;

  constructor(root: string, preview: Preview, reports: Reports) {
    this.#root = root;
    this.#preview = preview;
    this.#reports = reports;
  }

  /** Resolves when no refresh is running. */
  get idle(): Promise<void> {
    return this.#running;
  }

  /** The first refresh. @param startedAt of `performance.now()` */
  start(startedAt: number): Promise<void> {
    return this.#queue(async () => {
      this.#reports.started(await this.#refresh(), performance.now() - startedAt);
    });
  }

  /** @param files that changed, from the root; @param isEdit is there anything new to see? */
  show(files: readonly string[], isEdit = true): Promise<void> {
    return this.#queue(async () => {
      const began = performance.now();
      const last = this.#last;
      // What the editor saved was read then.
      const isKnown = (file: string) => last !== null && changeTime(join(this.#root, file)) <= last.began;
      const shown = await (last && isEdit && files.every(isKnown) ? last.shown : this.#refresh(isEdit));
      if (isEdit || !shown.ok) this.#reports.shown(files, shown, performance.now() - began);
    });
  }

  /** Problems of the content as it is now. */
  async check(): Promise<readonly Problem[]> {
    // Timers fire up to a millisecond early, and times are compared in whole ones.
    await delay(fileClock + 2);
    const { promise, resolve, reject } = Promise.withResolvers<Shown>();
    this.#queue(async () => resolve(await this.#refresh())).catch(reject);
    const shown = await promise;
    return shown.ok ? [] : shown.problems;
  }

  #refresh(isEdit = true): Promise<Shown> {
    this.#last = { began: Date.now(), shown: this.#preview.refresh(isEdit) };
    return this.#last.shown;
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#running = this.#running.then(work).catch(this.#reports.error);
    return this.#running;
  }
}

/** The latest time at which a file changed, milliseconds since 1970; for a file that was removed the end of time. */
function changeTime(file: string): number {
  const { ctimeMs = Number.POSITIVE_INFINITY } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return Math.floor(ctimeMs) + fileClock;
}
