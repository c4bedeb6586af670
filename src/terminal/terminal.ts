import { styleText } from 'node:util';

/** Output for people. Progress is one changing line in a terminal, and an occasional line elsewhere. */
export interface Terminal {
  line(text: string): void;
  /** Shown until the next line. */
  progress(text: string): void;
  /** Removes the progress line. */
  clear(): void;
}

/** Milliseconds between two updates. */
const pause = { terminal: 100, plain: 5_000 } as const;

export function openTerminal(stream: NodeJS.WriteStream, now: () => number): Terminal {
  const mode = stream.isTTY ? 'terminal' : 'plain';
  let last = now();
  let shown = false;
  const clear = () => {
    if (shown) stream.write('\r\u001b[2K');
    shown = false;
  };
  return {
    clear,
    line(text) {
      clear();
      stream.write(`${text}\n`);
    },
    progress(text) {
      if (now() - last < pause[mode]) return;
      last = now();
      if (mode === 'plain') {
        stream.write(`${text}\n`);
        return;
      }
      clear();
      stream.write(text.slice(0, (stream.columns || 80) - 1));
      shown = true;
    },
  };
}

/** `1 draft`, `2 drafts` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** @param stream determines whether colors are used */
export function paint(
  style: 'bold' | 'dim' | 'red' | 'green',
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  return styleText(style, text, { stream });
}
