import type { Logger } from 'pino';
import { describeError } from '../process/logger.ts';
import type { BackgroundWork } from './background-work.ts';
import type { ContactParts } from './parts.ts';
import type { AbortRequest, Attempt, CommitRequest } from './ports.ts';
import type { SubmitTimings } from './submit-timings.ts';

interface DeliveryRecordParts extends Pick<ContactParts, 'store' | 'unrecorded' | 'logger'> {
  readonly background: BackgroundWork;
  readonly timings: SubmitTimings;
  /** The answer that a repetition of a delivered message gets. */
  readonly result: string;
  /** Milliseconds for which that answer is stored. */
  readonly retention: number;
}

/** Max releases retried at the same time. A release that is dropped only means that its lease runs out by itself. */
const maxReleases = 1_000;
/** Max messages that are being handed over or wait to be recorded. Their records are never dropped. */
const maxRecords = 1_000;

/**
 * Reports to the store how attempts ended. While the store is unavailable the reports are retried in the background;
 * a delivery that is not recorded yet survives the process.
 */
export class DeliveryRecords {
  readonly #parts: DeliveryRecordParts;
  /** Deliveries that are not yet in the store. */
  readonly #awaited = new Set<string>();
  /** Messages whose record may still be needed. */
  #reserved = 0;
  #releases = 0;

  constructor(parts: DeliveryRecordParts) {
    this.#parts = parts;
  }

  /** Records what an earlier process delivered and could not record. */
  async recover(): Promise<void> {
    for (const request of await this.#parts.unrecorded.list()) this.#recordLate(request);
  }

  /** Whether this delivery is not yet in the store. */
  awaits(delivery: string): boolean {
    return this.#awaited.has(delivery);
  }

  /**
   * Reserves room for the record of a message before it is handed over; {@link free} ends the reservation.
   * @returns false when there is none: then nothing may be handed over, since its record could be lost.
   */
  reserve(): boolean {
    if (this.#reserved + this.#awaited.size >= maxRecords) return false;
    this.#reserved++;
    return true;
  }

  free(): void {
    this.#reserved--;
  }

  /**
   * The message is out: the record is written at once or, when the store fails, as soon as it is back.
   * @returns false when another attempt, which took over while this one was slow, had recorded the delivery before.
   */
  async record(attempt: Attempt): Promise<boolean> {
    const { store, unrecorded, retention, result } = this.#parts;
    const request: CommitRequest = { ...attempt, retention, result };
    const log = this.log(attempt);
    try {
      const committed = await store.commit(request);
      log.info('contact message delivered');
      return committed === 'committed';
    } catch (error) {
      log.error(describeError(error), 'contact message delivered, not yet recorded');
      await unrecorded
        .save(request)
        .catch((cause) => log.error(describeError(cause), 'unrecorded delivery could not be saved'));
      this.#recordLate(request);
      return true;
    }
  }

  /** The attempt is over and nothing is recorded of it: what it held is free for the next. */
  async release(attempt: Attempt, outcome: AbortRequest['outcome']): Promise<void> {
    try {
      await this.#parts.store.abort({ ...attempt, outcome });
    } catch (error) {
      this.log(attempt).warn(describeError(error), 'contact attempt could not be released');
      this.releaseLater(attempt, outcome);
    }
  }

  /** In the background, until the store hears it; once the lease has run out it is of no more use. */
  releaseLater(attempt: Attempt, outcome: AbortRequest['outcome']): void {
    const { store, background, timings } = this.#parts;
    const gaveUp = (error: unknown) =>
      this.log(attempt).warn(describeError(error), 'contact attempt was never released');
    if (this.#releases >= maxReleases) {
      gaveUp(new Error('Too many unfinished releases'));
      return;
    }
    this.#releases++;
    void background
      .repeat(
        () => store.abort({ ...attempt, outcome }),
        { firstPause: timings.pause, longestPause: 5_000, patience: timings.handoverWait },
        gaveUp,
      )
      .finally(() => this.#releases--);
  }

  /** Prefixes of keyed hashes: enough to follow a message through the log, no use to anyone else. */
  log(attempt: Attempt): Logger {
    return this.#parts.logger.child({
      delivery: attempt.delivery.slice(0, 12),
      channel: attempt.channel,
      caller: attempt.caller.slice(0, 8),
    });
  }

  #recordLate(request: CommitRequest): void {
    const { store, unrecorded, background, timings, retention } = this.#parts;
    const log = this.log(request);
    const settle = async () => {
      this.#awaited.delete(request.delivery);
      await unrecorded.remove(request);
    };
    this.#awaited.add(request.delivery);
    void background.repeat(
      async () => {
        await store.commit(request);
        log.info('contact message delivered, recorded late');
        await settle();
      },
      { firstPause: timings.pause, longestPause: 5_000, patience: retention },
      (error) => {
        log.fatal(describeError(error), 'contact message delivered, never recorded');
        settle().catch((cause) => log.warn(describeError(cause), 'unrecorded delivery could not be removed'));
      },
    );
  }
}
