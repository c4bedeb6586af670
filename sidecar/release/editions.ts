import type { RequestListener } from 'node:http';

/** A build that this process has opened, with the application that answers out of it. */
export interface Edition {
  /** Of its content. */
  readonly digest: string;
  /** Where it lies, with symlinks followed. */
  readonly folder: string;
  /** The base URL that it was built for. */
  readonly url: string;
  readonly answer: RequestListener;
  /** Lets go of its files. Called once, when its last request is answered. */
  readonly close: () => void;
}

/**
 * The edition that is served, and those that still answer requests which began before it came: each request is
 * answered by one edition from its beginning to its end, and no connection is closed when editions change.
 */
export class Editions {
  #current: Edition;
  readonly #running = new Map<Edition, number>();

  constructor(first: Edition) {
    this.#current = first;
  }

  get current(): Edition {
    return this.#current;
  }

  /** For the HTTP server. */
  readonly listener: RequestListener = (request, response) => {
    const edition = this.#current;
    this.#running.set(edition, (this.#running.get(edition) ?? 0) + 1);
    response.once('close', () => {
      this.#running.set(edition, (this.#running.get(edition) ?? 1) - 1);
      this.#closeIfDone(edition);
    });
    edition.answer(request, response);
  };

  /** Serves another edition from now on. */
  replace(next: Edition): void {
    const previous = this.#current;
    this.#current = next;
    this.#closeIfDone(previous);
  }

  /** For the end, when no request runs any more. */
  close(): void {
    for (const edition of new Set([...this.#running.keys(), this.#current])) edition.close();
    this.#running.clear();
  }

  #closeIfDone(edition: Edition): void {
    if (edition === this.#current || (this.#running.get(edition) ?? 0) > 0) return;
    this.#running.delete(edition);
    edition.close();
  }
}
