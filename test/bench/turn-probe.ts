import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into a sidecar by `starve.ts`: measures how long the event loop is held up, and answers each message of
 * its parent with the longest time since the last one, in milliseconds: on the clock, which counts what other
 * processes take from the machine too, and of processor time of the loop's thread.
 */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let longest = 0;
let before = used();
// Fires once in each turn that takes longer than a millisecond, so what is between two is at most one long turn.
setInterval(() => {
  const now = used();
  longest = Math.max(longest, now - before);
  before = now;
}, 1).unref();
process.on('message', () => {
  process.send?.({ clock: delay.max / 1e6, processor: longest });
  delay.reset();
  longest = 0;
  before = used();
});
process.channel?.unref();

function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
