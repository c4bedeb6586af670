import { answerTasks } from '../../../src/threads/answer-tasks.ts';

/** Answers a number with that many bytes, whose memory moves, and says in the first of them what is left of the last. */
let last = new Uint8Array(new ArrayBuffer(0));
answerTasks(
  (length: number) => {
    const left = last.length;
    last = new Uint8Array(length).fill(7);
    last[0] = left;
    return last;
  },
  (bytes) => [bytes.buffer],
);
