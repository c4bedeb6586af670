import { type Clock, type ContactStore, StoreUnavailable } from './ports.ts';

/** Milliseconds between two attempts to open. */
const pause = 2_000;

/** For the operator: each new problem once, as a sentence, and its end. */
export interface StoreReports {
  readonly failed: (error: StoreUnavailable) => void;
  readonly recovered: () => void;
}

/**
 * A store that may be unavailable at the start: each step retries to open it, at most every two seconds, so that only
 * the contact endpoint waits for it. Problems of the opened store are reported as well.
 * @throws the first error of `open` that is not {@link StoreUnavailable}: configuration errors prevent startup.
 */
export async function openWhenPossible(
  open: () => Promise<ContactStore>,
  clock: Clock,
  reports: StoreReports,
): Promise<ContactStore> {
  let store: ContactStore | null = null;
  let opening: Promise<ContactStore> | null = null;
  let refused: { readonly error: StoreUnavailable; readonly at: number } | null = null;
  let reported: string | null = null;

  const tryToOpen = async (): Promise<ContactStore> => {
    try {
      store = await open();
      return store;
    } catch (cause) {
      const error =
        cause instanceof StoreUnavailable
          ? cause
          : new StoreUnavailable(cause instanceof Error ? cause.message : String(cause), { cause });
      refused = { error, at: clock.now() };
      throw error;
    } finally {
      opening = null;
    }
  };
  const current = async (): Promise<ContactStore> => {
    if (store) return store;
    if (refused && clock.now() - refused.at < pause) throw refused.error;
    opening ??= tryToOpen();
    return opening;
  };
  const report = (error: StoreUnavailable) => {
    if (error.message !== reported) reports.failed(error);
    reported = error.message;
  };
  const step = async <Result>(work: (store: ContactStore) => Promise<Result>): Promise<Result> => {
    try {
      return await work(await current());
    } catch (error) {
      if (error instanceof StoreUnavailable) report(error);
      throw error;
    }
  };
  /** A step that only a fully working store takes; a commit succeeds on one without memory, too. */
  const proof = async <Result>(work: (store: ContactStore) => Promise<Result>): Promise<Result> => {
    const result = await step(work);
    if (reported !== null) reports.recovered();
    reported = null;
    return result;
  };

  try {
    store = await open();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    refused = { error, at: clock.now() };
    report(error);
  }
  return {
    begin: (request) => proof((opened) => opened.begin(request)),
    renew: (request) => step((opened) => opened.renew(request)),
    commit: (request) => step((opened) => opened.commit(request)),
    abort: (request) => step((opened) => opened.abort(request)),
    usage: (channel, caller) => proof((opened) => opened.usage(channel, caller)),
    sweep: () => step((opened) => opened.sweep()),
    close: async () => store?.close(),
  };
}
