import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import onHeaders from 'on-headers';
import type { Problem } from '../content/problems.ts';
import { escapeHtml } from '../core/text/plain-text.ts';

/**
 * The browsers that look at a preview. Each page carries a script that listens to `/__dev/events`: an event
 * `edition` names the edition that is served, an event `problems` holds what the author has to mend, `[]` for
 * nothing. The script is a file, since the site's policy allows no other, and is added on the way out, so that
 * pages themselves are those of a build.
 */
const prefix = '/__dev/';

const files: Readonly<Record<string, { readonly name: string; readonly type: string }>> = {
  [`${prefix}client.js`]: { name: 'client.js', type: 'text/javascript; charset=utf-8' },
  [`${prefix}client.css`]: { name: 'client.css', type: 'text/css; charset=utf-8' },
};

export class Browsers {
  readonly #open = new Set<ServerResponse>();
  #edition = '';
  #problems: readonly Problem[] = [];

  /** Tells every browser which edition is served; those that show another one load their page again. */
  showEdition(name: string): void {
    this.#edition = name;
    this.#send('edition', name);
  }

  showProblems(problems: readonly Problem[]): void {
    this.#problems = problems;
    this.#send('problems', problems);
  }

  /** Puts itself before a listener. */
  wrap(listener: RequestListener): RequestListener {
    return (request, response) => {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      if (path === `${prefix}events`) return this.#listen(request, response);
      const file = files[path];
      if (file) {
        response.writeHead(200, { 'Content-Type': file.type, 'Cache-Control': 'no-store' });
        response.end(readFileSync(join(import.meta.dirname, file.name)));
        return;
      }
      // What is compressed cannot be added to, and nothing travels far here.
      delete request.headers['accept-encoding'];
      if (request.method === 'GET' || request.method === 'POST') addScript(response, this.#edition);
      listener(request, response);
    };
  }

  close(): void {
    for (const response of this.#open) response.end();
  }

  #listen(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    this.#open.add(response);
    request.once('close', () => this.#open.delete(response));
    response.write(`retry: 300\n${formatEvent('edition', this.#edition)}`);
    response.write(formatEvent('problems', this.#problems));
  }

  #send(event: string, data: unknown): void {
    for (const response of this.#open) response.write(formatEvent(event, data));
  }
}

function formatEvent(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Adds the script to a response that turns out to be HTML; such a response is not kept by the browser. */
function addScript(response: ServerResponse, edition: string): void {
  let isPage = false;
  onHeaders(response, () => {
    isPage = isHtml(response) && ![204, 301, 303, 304].includes(response.statusCode);
    if (!isPage) return;
    for (const name of ['Content-Length', 'ETag', 'Last-Modified']) response.removeHeader(name);
    response.setHeader('Cache-Control', 'no-store');
  });
  const end = response.end.bind(response);
  response.end = ((...given: Parameters<typeof end>) => {
    // The headers have to be decided before it is known what is added.
    if (!response.headersSent && isHtml(response)) response.writeHead(response.statusCode);
    if (!isPage) return end(...given);
    const [chunk] = given;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) response.write(chunk);
    return end(`<script src="${prefix}client.js" data-edition="${escapeHtml(edition)}"></script>`);
  }) as typeof response.end;
}

function isHtml(response: ServerResponse): boolean {
  return String(response.getHeader('Content-Type') ?? '').startsWith('text/html');
}
