import { randomUUID } from 'node:crypto';
import type { PluginJob, PluginStore } from '../../src/plugins/sidecar-plugin.ts';
import { bounded, jobPatience } from './bounded.ts';

/** Least pause between two runs, and how often a running job says that it still runs. */
const least = 1_000;

/**
 * Runs jobs in turn with the other sidecars: who sets the job's key runs it, and no one else does until the time has
 * passed. A sidecar that ends leaves the key to expire.
 * @returns a function that ends this
 */
export function startJobs(
  jobs: readonly PluginJob[],
  store: PluginStore,
  onError: (error: unknown, job: string) => void,
): () => void {
  const owner = randomUUID();
  const timers = jobs.map(({ name, every, run }) => {
    const pause = Math.max(least, every);
    const key = `job ${name}`;
    let isRunning = false;
    const attempt = async () => {
      if (isRunning) return;
      isRunning = true;
      try {
        // Timers fire a little early.
        if (!(await store.replace(key, null, owner, pause - least / 10))) return;
        const renewal = setInterval(
          () => store.replace(key, owner, owner, pause).catch(() => false),
          pause / 2,
        );
        try {
          await bounded(run, jobPatience);
        } finally {
          clearInterval(renewal);
        }
      } catch (error) {
        onError(error, name);
      } finally {
        isRunning = false;
      }
    };
    void attempt();
    return setInterval(attempt, pause).unref();
  });
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
