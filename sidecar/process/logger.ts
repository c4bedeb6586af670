import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * Structured logs, one JSON object per line, without personal data: callers choose each field by name, and no request,
 * body, header or message of a foreign error is serialized, which may quote a visitor.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, destination ?? standardOutput());
}

/** Lines to the process's output. Those for a closed terminal are lost, while the library's writer would wait for it. */
function standardOutput(): DestinationStream {
  if (!process.stdout.listeners('error').includes(ignore)) process.stdout.on('error', ignore);
  return { write: (line) => void process.stdout.write(line) };
}

function ignore(): void {}

/** An error and its causes as fields for the log: kind, code and place. Messages may quote addresses and bodies. */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { error: typeof error };
  // Redis begins a message with its code: NOPERM, READONLY.
  const redisCode = error.name === 'ReplyError' ? /^[A-Z]+/.exec(error.message)?.[0] : undefined;
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number')
      ? error.code
      : redisCode;
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  return {
    error: error.name,
    ...(code === undefined ? {} : { code }),
    frames,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
