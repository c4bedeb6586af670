import { giveBack, joinBytes } from './bytes.ts';

/** A body of fewer bytes is copied into one piece: each piece that is sent costs as much as copying so much. */
const shortBody = 16_384;

/**
 * A finished answer: what is sent to whoever asks for the same address. Whoever sends or keeps it holds it; when
 * the last one lets go of it, the memory of its body is free.
 */
export class FinishedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** In pieces, as it was read. */
  readonly body: readonly Uint8Array[];
  /** Bytes of the body. */
  readonly length: number;
  #holders = 0;

  constructor(status: number, headers: Readonly<Record<string, string>>, body: readonly Uint8Array[]) {
    this.status = status;
    this.headers = headers;
    this.length = body.reduce((length, piece) => length + piece.length, 0);
    this.body = this.length < shortBody ? [joinBytes(body)] : body;
  }

  hold(): void {
    this.#holders += 1;
  }

  letGo(): void {
    this.#holders -= 1;
    if (this.#holders === 0) for (const piece of this.body) giveBack(piece);
  }
}

/**
 * The answers asked for last, by address. What is published does not change while the process runs, so an answer
 * never goes stale; only the room is limited.
 */
export class AnswerCache {
  readonly #answers = new Map<string, FinishedAnswer>();
  readonly #mostBytes: number;
  #bytes = 0;

  /** @param mostBytes of all bodies together; an answer of more than a quarter of it is not kept */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get(address: string): FinishedAnswer | undefined {
    const answer = this.#answers.get(address);
    if (answer) {
      this.#answers.delete(address);
      this.#answers.set(address, answer);
    }
    return answer;
  }

  put(address: string, answer: FinishedAnswer): void {
    const size = sizeOf(address, answer);
    if (size > this.#mostBytes / 4 || this.#answers.has(address)) return;
    this.#answers.set(address, answer);
    answer.hold();
    this.#bytes += size;
    for (const [oldest, old] of this.#answers) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#answers.delete(oldest);
      this.#bytes -= sizeOf(oldest, old);
      old.letGo();
    }
  }
}

/** With what the headers and the entry itself take, so that many small answers count too. */
function sizeOf(address: string, answer: FinishedAnswer): number {
  return answer.length + address.length * 2 + 2_000;
}
