import { styleText } from 'node:util';

/**
 * Lines for people. Colour only where the terminal shows it and `NO_COLOR` is not set. Progress is one line that
 * changes where output is a terminal; elsewhere it is a plain line now and then, and none for short work.
 */
export interface Terminal {
  line(text: string): void;
  /** How far a step is; shown until the next line. */
  progress(text: string): void;
  /** Takes the line of progress away. */
  clear(): void;
}

/** Milliseconds between two changes of the line, and between two plain lines. */
const pause = { terminal: 100, plain: 5_000 } as const;

/** @param now milliseconds, from any start */
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

/** @param stream where the text will be shown: that decides whether colours are */
export function paint(
  style: 'bold' | 'dim' | 'red' | 'green',
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  return styleText(style, text, { stream });
}
