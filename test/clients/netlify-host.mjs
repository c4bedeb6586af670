import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
// Copied next to its packages by edge.ts, and run there.
import { NetlifyDev } from '@netlify/dev';

/** Serves a site's folder by Netlify's own emulator, which has no listener. */
const [projectRoot = '', port = ''] = process.argv.slice(2);
const off = { enabled: false };
const netlify = new NetlifyDev({
  projectRoot,
  serverAddress: `http://127.0.0.1:${port}`,
  edgeFunctions: { enabled: true },
  staticFiles: { enabled: true, directories: [join(projectRoot, 'dist')] },
  blobs: off,
  functions: off,
  images: off,
});
await netlify.start();
/**
 * The emulator looks for a file by the address as it was sent, so it finds none whose name is not ASCII; and it leaves
 * what is missing to a framework. The host itself sends the file, or the error page.
 */
function answerFromFolder(path) {
  const file = join(projectRoot, 'dist', decodeURIComponent(path), path.endsWith('/') ? 'index.html' : '');
  if (path.includes('%') && existsSync(file)) {
    const type = file.endsWith('.md') ? 'text/markdown' : 'text/html';
    return new Response(readFileSync(file), { headers: { 'Content-Type': `${type}; charset=utf-8` } });
  }
  return new Response(readFileSync(join(projectRoot, 'dist/404.html')), { status: 404 });
}

createServer(async (request, response) => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const asked = new Request(`http://127.0.0.1:${port}${request.url}`, { method: request.method, headers });
  const answer = (await netlify.handle(asked)) ?? answerFromFolder(new URL(asked.url).pathname);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) Readable.fromWeb(answer.body).pipe(response);
  else response.end();
}).listen(Number(port), '127.0.0.1');
