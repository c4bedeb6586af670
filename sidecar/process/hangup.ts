/**
 * SIGHUP has two senders: a terminal that goes away, and an operator who wants the release to be opened again. Until
 * it is known which one it is, the signal is kept; without a listener it would end the process. Loaded before
 * everything else (`node --import`), so that a reload that comes during the start is not lost.
 */
let heard = false;
let act = (): void => {
  heard = true;
};

process.on('SIGHUP', () => act());

/** From here on does `work` at each SIGHUP; at once when one has come already. */
export function onHangup(work: () => void): void {
  act = work;
  if (heard) work();
  heard = false;
}
