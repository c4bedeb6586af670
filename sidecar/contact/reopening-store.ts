import { type Clock, type ContactStore, StoreUnavailable } from './ports.ts';

/** Milliseconds between two attempts to open. */
const pause = 2_000;

/** What the operator hears: the sentence once for each new trouble, and that it is over. */
export interface OpeningReports {
  readonly failed: (error: StoreUnavailable) => void;
  readonly recovered: () => void;
}

/**
 * A store that may be away when the process starts: its steps are unavailable until it can be opened, which is tried
 * again whenever a step is asked for, at most every two seconds. So only the contact endpoint waits for it.
 * @throws what `open` throws the first time, unless that is {@link StoreUnavailable}: a mistake of the configuration
 *   keeps the process from starting.
 */
export async function openWhenPossible(
  open: () => Promise<ContactStore>,
  clock: Clock,
  reports: OpeningReports,
): Promise<ContactStore> {
  let store: ContactStore | null = null;
  let opening: Promise<ContactStore> | null = null;
  let failure: Error | null = null;
  let failedAt = 0;

  const tryToOpen = async (): Promise<ContactStore> => {
    try {
      store = await open();
      if (failure) reports.recovered();
      return store;
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      const unavailable =
        error instanceof StoreUnavailable ? error : new StoreUnavailable(error.message, { cause });
      if (failure && failure.message !== error.message) reports.failed(unavailable);
      failure = error;
      failedAt = clock.now();
      throw unavailable;
    } finally {
      opening = null;
    }
  };
  const current = async (): Promise<ContactStore> => {
    if (store) return store;
    if (clock.now() - failedAt < pause) throw new StoreUnavailable('The store could not be opened');
    opening ??= tryToOpen();
    return opening;
  };

  try {
    store = await open();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    reports.failed(error);
    failure = error;
    failedAt = clock.now();
  }
  return {
    begin: async (request) => (await current()).begin(request),
    renew: async (request) => (await current()).renew(request),
    commit: async (request) => (await current()).commit(request),
    abort: async (request) => (await current()).abort(request),
    usage: async (channel, caller) => (await current()).usage(channel, caller),
    sweep: async () => (await current()).sweep(),
    close: async () => store?.close(),
  };
}
