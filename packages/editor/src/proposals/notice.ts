import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Mails at most once an hour that proposals wait. A mail has their number, and nothing of what is in them. */
export interface Notice {
  /** There is something new. */
  readonly note: () => void;
  readonly close: () => void;
}

export interface NoticeParts {
  /** Of the process's own state. */
  readonly folder: string;
  readonly now: () => number;
  readonly count: () => Promise<number>;
  readonly send: (count: number) => Promise<void>;
}

const hour = 60 * 60_000;

interface State {
  /** When the last mail was sent, milliseconds since 1970. */
  readonly sent: number;
  /** Is there something that no mail was sent for? */
  readonly isDue: boolean;
}

export function openNotice({ folder, now, count, send }: NoticeParts): Notice {
  const file = join(folder, 'notice.json');
  const read = (): State =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : { sent: 0, isDue: false };
  const write = (state: State) => writeFileSync(file, JSON.stringify(state), { mode: 0o600 });
  let timer: NodeJS.Timeout | undefined;
  const work = async () => {
    const waiting = await count();
    write({ sent: waiting > 0 ? now() : read().sent, isDue: false });
    // What can't be sent now isn't worth the owner's patience: the list has it.
    if (waiting > 0) await send(waiting).catch(console.error);
  };
  const plan = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void work().catch(console.error), Math.max(0, read().sent + hour - now()));
    timer.unref();
  };
  if (read().isDue) plan();
  return {
    note: () => {
      write({ ...read(), isDue: true });
      plan();
    },
    close: () => clearTimeout(timer),
  };
}
