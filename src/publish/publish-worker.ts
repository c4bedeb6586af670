import { parentPort, workerData } from 'node:worker_threads';
import { reopenLibrary } from '../content/load-library.ts';
import { Output } from './output.ts';
import { publications } from './publications.ts';
import type { PublishTask } from './publish-pool.ts';

/** The other side of `publish-pool.ts`. */
const task = workerData as PublishTask;
const loaded = reopenLibrary(task.source);
const output = new Output(task.client, task.previous, task.present);
output.publish(publications(loaded, task.source));
loaded.close();
parentPort?.postMessage({ written: output.written, manifest: output.manifest });
