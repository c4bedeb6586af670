import type { Certificate } from 'agentsite/http';

/** One answer of a site, or the reason why there is none. */
export interface Answer {
  /** As asked, without a fragment. */
  readonly url: string;
  readonly method: string;
  /** Where the answer came from: `url`, or the end of its redirects. */
  readonly finalUrl: string;
  /** 0 when no answer came. */
  readonly status: number;
  /** Names in small letters; several fields of one name are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  /** The body without its content coding, decoded as its charset says; a byte order mark is kept. */
  readonly text: string;
  /** Bytes of the body without its content coding. */
  readonly bytes: number;
  /** Bytes of the body as they came over the wire. */
  readonly wireBytes: number;
  /** Lower-case hex of the SHA-256 of the body without its content coding. */
  readonly sha256: string;
  readonly isUtf8: boolean;
  /** The body was longer than {@link limits.bodyBytes}; `text` is its beginning. */
  readonly isCut: boolean;
  /** The redirects on the way. */
  readonly hops: readonly Hop[];
  readonly certificate: Certificate | null;
  readonly failure: Failure | null;
}

export interface Hop {
  readonly url: string;
  readonly status: number;
  readonly location: string;
}

/** `skipped`: the doctor did not ask; everything else is what went wrong. */
export interface Failure {
  readonly kind: 'skipped' | 'network' | 'timeout' | 'decoding' | 'redirects';
  readonly message: string;
}

/** Bounds of one request; bounds of all of them together are {@link ClientOptions}. */
export const limits = {
  bodyBytes: 2 * 1024 * 1024,
  /** Bytes of all bodies that are kept. */
  keptBytes: 10 * 1024 * 1024,
  redirects: 5,
  atATime: 2,
  /** Number of timeouts in a row after which the site counts as unreachable. */
  timeoutsInARow: 4,
} as const;

export function noAnswer(
  url: string,
  method: string,
  failure: Failure,
  hops: readonly Hop[] = [],
  certificate: Certificate | null = null,
): Answer {
  return {
    url,
    method,
    finalUrl: hops.at(-1)?.location ?? url,
    status: 0,
    headers: {},
    cookies: [],
    text: '',
    bytes: 0,
    wireBytes: 0,
    sha256: '',
    isUtf8: true,
    isCut: false,
    hops,
    certificate,
    failure,
  };
}

/** Did the doctor itself decide not to ask? */
export const wasSkipped = (answer: Answer): boolean => answer.failure?.kind === 'skipped';

/** `404`, or why there was no answer. */
export function describeStatus(answer: Answer): string {
  return answer.failure ? answer.failure.message : String(answer.status);
}
