/**
 * SIGHUP comes from a terminal that goes away or from an operator who reloads. It is remembered until the process knows which:
 * without a listener it would end the process. Loaded first (`node --import`), so that no early reload is lost.
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
