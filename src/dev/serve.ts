import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { readConfig } from '../../sidecar/config.ts';
import { createContact } from '../../sidecar/contact/create-contact.ts';
import { findAddressFault, findFreePortAbove } from '../../sidecar/http/free-address.ts';
import { createHttpServer } from '../../sidecar/http/http-server.ts';
import { createLimiter } from '../../sidecar/mcp/limit.ts';
import { openContactParts } from '../../sidecar/open-contact-parts.ts';
import { howToEnd, nameHolder, takeLock } from '../../sidecar/process/folder-lock.ts';
import { createLogger } from '../../sidecar/process/logger.ts';
import { digestCompiler } from '../content/load-library.ts';
import { readSite } from '../settings/read-site.ts';
import { Browsers } from './browsers.ts';
import { Preview } from './preview.ts';
import { reportFault, reportShown, reportStart } from './reports.ts';
import { stopThemes } from './theme-maker.ts';
import { watchFiles } from './watch-files.ts';

/** What the author writes, and what the theme is made of. */
const contentPlaces = ['content', 'public'];
const themePlaces = ['components', 'layouts', 'pages', 'styles', 'scripts'].map((name) => `src/${name}`);
/** Milliseconds that requests in flight may take at the end. */
const stopGrace = 500;

/**
 * Serves the preview of the project in `root` until the process is told to end.
 * @param folder for what is kept between two runs
 */
export async function serve(root: string, folder: string, port: string | undefined): Promise<void> {
  const startedAt = performance.now();
  const read = readConfig({ PORT: port, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { config } = read;
  const lock = takeLock(folder, 'preview');
  if (!('close' in lock)) {
    throw new Error(
      `${nameHolder(lock)} shows the preview of this project already: use that, or ${howToEnd(lock)}.`,
    );
  }
  const free = await findPort(config.PORT, config.HOST, port === undefined);
  const browsers = new Browsers();
  let preview: Preview | null = null;
  const http = createHttpServer(
    refuseForeignHosts(
      browsers.wrap((request, response) => {
        const answer = preview?.editions?.listener ?? answerWithoutEdition;
        answer(request, response);
      }),
    ),
  );
  const address = (await http.listen(free, config.HOST)).replace('//127.0.0.1:', '//localhost:');
  const site = await readSite(root, address);
  const logger = createLogger(config.LOG_LEVEL);
  // Messages go to files: a preview must not write to anybody.
  const contact = createContact(await openContactParts(config, site, null, logger));
  const limiter = createLimiter({ perMinute: config.MCP_PER_MINUTE });
  preview = new Preview({
    source: {
      root,
      site,
      compilerDigest: digestCompiler(),
      cacheFile: join(folder, 'compiled.sqlite'),
      nowGmt: gmtNow(),
      preview: true,
    },
    folder,
    lasting: {
      trustProxy: config.TRUST_PROXY,
      contact,
      mcp: { limiter, behindSocket: false },
      now: () => Date.now(),
      logger,
    },
    browsers,
    nowGmt: gmtNow,
    onFault: reportFault,
  });
  const shown = { preview };

  /** One refresh after the other; what changes meanwhile is looked at by the next one. */
  let running = Promise.resolve();
  const queue = (work: () => Promise<void>) => {
    running = running.then(work).catch(reportFault);
  };
  const showEdit = (files: readonly string[]) =>
    queue(async () => {
      const began = performance.now();
      reportShown(files, await shown.preview.refresh(), performance.now() - began);
    });
  const watching = [
    watchFiles(root, contentPlaces, showEdit),
    watchFiles(root, themePlaces, (files) => {
      queue(() => shown.preview.refreshTheme());
      showEdit(files);
    }),
  ];
  let stopping = false;
  const end = async () => {
    if (stopping) return;
    stopping = true;
    for (const { close } of watching) close();
    stopThemes();
    browsers.close();
    await http.stop(stopGrace);
    await contact.close(stopGrace);
    await shown.preview.close();
    lock.close();
    // The channel to the process that watches would keep this one.
    if (process.connected) process.disconnect();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  // The process that watches the code went away, however it did.
  process.on('disconnect', end);

  queue(() => shown.preview.refreshTheme());
  queue(async () => {
    const first = await shown.preview.refresh();
    reportStart(address, first, performance.now() - startedAt);
  });
}

/** @param mayMove whether the next free port will do as well */
async function findPort(port: number, host: string, mayMove: boolean): Promise<number> {
  const fault = await findAddressFault(port, host);
  if (fault === null) return port;
  const free = mayMove ? await findFreePortAbove(port, host) : null;
  if (free === null) throw new Error(fault);
  console.log(`Port ${port} is taken, so the preview is at port ${free}.`);
  return free;
}

/** Drafts are for whoever sits at this machine: not for a site whose name was made to lead here. */
function refuseForeignHosts(listener: RequestListener): RequestListener {
  return (request, response) => {
    const host = request.headers.host ?? '';
    if (/^(?:localhost|127\.0\.0\.1)(?::\d+)?$/i.test(host)) return listener(request, response);
    response.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(`The preview is at localhost, not at ${host}.\n`);
  };
}

/** Until there is a first edition without problems; the script that every page carries says what they are. */
const answerWithoutEdition: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '1' });
  response.end('<!doctype html><title>Not ready</title><p>There is nothing to show yet.</p>');
};

function gmtNow(): string {
  return new Date().toISOString().slice(0, 19);
}
