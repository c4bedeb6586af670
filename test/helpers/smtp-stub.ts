import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** How the stub treats one connection; it may wait at any of these points for as long as the test likes. */
export interface SmtpMood {
  /** Before the greeting. */
  readonly greeting?: () => Promise<unknown>;
  /** Before it asks for the content (354). */
  readonly data?: () => Promise<unknown>;
  /** After the final dot, before it says how it ended. */
  readonly dot?: () => Promise<unknown>;
  /** What it answers then; `cut` breaks the connection after it has taken the mail, `drop` before. */
  readonly answer?: 'accept' | 'refuse' | 'cut' | 'drop';
}

/** One hand-over of a content: from the final dot to the answer. */
export interface SmtpHandover {
  readonly text: string;
  readonly startedAt: number;
  /** Null while it is undecided. */
  outcome: 'accepted' | 'refused' | null;
  endedAt: number | null;
  /** Whether a client that still listened was reported. */
  answered: boolean;
}

/** A mail server of a few lines on loopback, which accepts, refuses, is slow or breaks off as the test wants it. */
export class SmtpStub {
  readonly handovers: SmtpHandover[] = [];
  mood: () => SmtpMood = () => ({});
  port = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
    void this.#talk(socket, this.mood());
  });

  get accepted(): readonly SmtpHandover[] {
    return this.handovers.filter(({ outcome }) => outcome === 'accepted');
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
    return this;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #talk(socket: Socket, mood: SmtpMood): Promise<void> {
    const say = (line: string): boolean => {
      if (!socket.writable) return false;
      socket.write(`${line}\r\n`);
      return true;
    };
    await mood.greeting?.();
    say('220 stub');
    let content: string[] | null = null;
    let rest = '';
    try {
      for await (const chunk of socket.setEncoding('latin1')) {
        rest += chunk;
        const lines = rest.split('\r\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          if (content === null) {
            if (/^DATA$/i.test(line)) {
              await mood.data?.();
              content = [];
              say('354 go on');
            } else if (/^QUIT$/i.test(line)) socket.end('221 bye\r\n');
            else say('250 fine');
          } else if (line === '.') {
            const text = content.join('\n');
            content = null;
            await this.#judge(text, mood, say, socket);
          } else content.push(line);
        }
      }
    } catch {
      // The client went away; what it handed over is judged all the same.
    }
  }

  async #judge(text: string, mood: SmtpMood, say: (line: string) => boolean, socket: Socket): Promise<void> {
    const handover: SmtpHandover = {
      text,
      startedAt: Date.now(),
      outcome: null,
      endedAt: null,
      answered: false,
    };
    this.handovers.push(handover);
    await mood.dot?.();
    const taken = mood.answer !== 'refuse' && mood.answer !== 'drop';
    handover.outcome = taken ? 'accepted' : 'refused';
    handover.endedAt = Date.now();
    if (mood.answer === 'cut' || mood.answer === 'drop') socket.destroy();
    else handover.answered = say(taken ? '250 taken' : '554 refused');
  }
}

/** A point that waits until the test opens it. */
export function gate(): { readonly wait: () => Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: () => promise, open: resolve };
}

export const pauseOf = (milliseconds: number) => () => delay(milliseconds);
