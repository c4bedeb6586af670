import { parentPort, workerData } from 'node:worker_threads';
import { reopenLibrary } from '../content/load-library.ts';
import { type PublishTask, publishFiles } from './publish-files.ts';

/** The other side of `publish-pool.ts`. */
const task = workerData as PublishTask;
const loaded = reopenLibrary(task.source);
const result = await publishFiles(loaded, task);
loaded.close();
parentPort?.postMessage(result);
