import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into a sidecar by `starve.ts`: measures how long the event loop is held up, and answers each message of
 * its parent with the longest time since the last one, in milliseconds.
 */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', () => {
  process.send?.({ longest: delay.max / 1e6 });
  delay.reset();
});
process.channel?.unref();
