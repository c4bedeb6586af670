import type { RequestListener } from 'node:http';

/** A build that this process has opened, with the application that answers from it. */
export interface OpenRelease {
  readonly digest: string;
  /** Its folder, with symlinks resolved. */
  readonly folder: string;
  /** The base URL that it was built for. */
  readonly url: string;
  readonly answer: RequestListener;
  /** Closes its files. Called once, after its last request. */
  readonly close: () => void;
}

/** The release that is served, and earlier ones until their last request is finished. */
export class OpenReleases {
  #current: OpenRelease;
  readonly #running = new Map<OpenRelease, number>();

  constructor(first: OpenRelease) {
    this.#current = first;
  }

  get current(): OpenRelease {
    return this.#current;
  }

  readonly listener: RequestListener = (request, response) => {
    const release = this.#current;
    this.#running.set(release, (this.#running.get(release) ?? 0) + 1);
    response.once('close', () => {
      this.#running.set(release, (this.#running.get(release) ?? 1) - 1);
      this.#closeIfDone(release);
    });
    release.answer(request, response);
  };

  replace(next: OpenRelease): void {
    const previous = this.#current;
    this.#current = next;
    this.#closeIfDone(previous);
  }

  /** Closes every release. No request may be in flight. */
  close(): void {
    for (const release of new Set([...this.#running.keys(), this.#current])) release.close();
    this.#running.clear();
  }

  #closeIfDone(release: OpenRelease): void {
    if (release === this.#current || (this.#running.get(release) ?? 0) > 0) return;
    this.#running.delete(release);
    release.close();
  }
}
