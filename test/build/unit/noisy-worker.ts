import { parentPort } from 'node:worker_threads';
import { answerTasks } from '../../../src/threads/answer-tasks.ts';

/** Sends what Node sends under `--watch`, before and between its answers. */
const talk = () => parentPort?.postMessage({ 'watch:import': ['file:///some/module.ts'] });
talk();
answerTasks(async (text: string) => {
  talk();
  if (text === 'fail') throw new Error('as asked');
  if (text === 'end') process.exit(3);
  return text.toUpperCase();
});
