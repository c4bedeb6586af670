import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sirv from 'sirv';
import { afterAll, describe, expect, it } from 'vitest';
import type { Examination } from '../../src/examine.ts';
import { brokenRules, examineSite, listFindings } from './examine-site.ts';
import { serveRecordings } from './recordings/recorded-site.ts';

/** Sites as they are found in the world: what the doctor says of each is true of it, and nothing else is said. */
const scratch = mkdtempSync(join(tmpdir(), 'agentsite-styles-'));
afterAll(() => rmSync(scratch, { recursive: true }));

async function examineFolder(folder: string) {
  const files = sirv(folder, { etag: true });
  const server = createServer((request, response) =>
    files(request, response, () => {
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
      response.end('<!doctype html><title>Not found</title><p>Not found.</p>');
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const examination = await examineSite(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
  return examination;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** What this file server leaves out: it ignores If-Modified-Since, and sends 304 without the ETag. */
const plainServer = [
  'http-last-modified',
  'http-304-headers',
  'security-nosniff',
  'security-csp',
  'security-frames',
  'security-referrer',
];

function expectRules(examination: Examination, rules: readonly string[]): void {
  expect(brokenRules(examination).sort(), listFindings(examination)).toEqual([...rules].sort());
}

/** A site that Hugo makes of a small theme. */
function buildHugo(name: string, flags: readonly string[] = []): string {
  const folder = join(scratch, name);
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{ .Title }} | {{ site.Title }}</title><meta name="description" content="{{ .Title }} of the garden"><link rel="canonical" href="{{ .Permalink }}">{{ range .AlternativeOutputFormats }}<link rel="{{ .Rel }}" type="{{ .MediaType.Type }}" href="{{ .Permalink }}">{{ end }}{{ with .PublishDate }}{{ if not .IsZero }}<meta property="article:published_time" content="{{ .Format "2006-01-02T15:04:05Z07:00" }}">{{ end }}{{ end }}';
  const layout = (body: string) =>
    `<!doctype html><html lang="en"><head>${head}</head><body><nav><a href="/">Home</a></nav><main>${body}</main></body></html>`;
  write(folder, {
    'hugo.toml':
      'baseURL = "https://hugo.example.org/"\ntitle = "A Hugo site"\nenableRobotsTXT = true\ndisableKinds = ["taxonomy", "term"]\n[outputs]\nsection = ["html"]\n',
    'layouts/_default/single.html': layout('<h1>{{ .Title }}</h1>{{ .Content }}'),
    'layouts/_default/list.html': layout(
      '<h1>{{ .Title }}</h1><p>Notes of a garden, in the order in which they were written, the newest first.</p><ul>{{ range .RegularPages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>',
    ),
    'layouts/robots.txt': 'User-agent: *\nAllow: /\nSitemap: {{ "sitemap.xml" | absURL }}\n',
    'content/posts/first.md':
      '+++\ntitle = "First"\ndate = 2025-02-03T10:00:00Z\n+++\nThe first note of the garden: beans were sown in the cold frame, and covered for the night.\n',
    'content/posts/second.md':
      '+++\ntitle = "Second"\ndate = 2025-03-04T10:00:00Z\n+++\nThe second note: the beans came up, all but three, and the frame was opened at noon.\n',
    'content/posts/later.md':
      '+++\ntitle = "Later"\ndate = 2099-01-01T10:00:00Z\n+++\nWhat is to be published much later, and is not for readers of today, however they ask.\n',
    'content/drafts/idea.md':
      '+++\ntitle = "Idea"\ndate = 2025-03-05T10:00:00Z\ndraft = true\n+++\nA thought that is not finished and that no one was meant to read before it is.\n',
  });
  const { status, stderr, stdout } = spawnSync('hugo', ['--source', folder, ...flags], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Hugo built nothing:\n${stdout}${stderr}`);
  return join(folder, 'public');
}

describe('a site of Hugo', () => {
  it('as it is: no word on AI, and the headers that a file server leaves out', async () => {
    const examination = await examineFolder(buildHugo('hugo'));
    expectRules(examination, ['robots-ai', ...plainServer]);
    const absent = examination.results
      .filter(({ outcome }) => outcome.kind === 'not-offered')
      .map(({ check }) => check.area);
    for (const area of ['twins', 'llms', 'mcp', 'wordpress', 'openapi', 'contact', 'negotiation'])
      expect(absent).toContain(area);
  });

  it('built with drafts and with the future: both leaks are reported', async () => {
    const examination = await examineFolder(buildHugo('leaks', ['-D', '-F']));
    expectRules(examination, [
      'robots-ai',
      'sitemap-dates',
      'feed-dates',
      ...plainServer,
      'security-drafts',
      'security-future',
    ]);
  });
});

/** What nginx does not send by itself. */
const plainNginx = [
  'security-nosniff',
  'security-csp',
  'security-frames',
  'security-referrer',
  'security-versions',
];
/** What WordPress and its theme of that year leave out, behind that nginx. */
const wordpress = [
  'http-validators',
  'robots-ai',
  'html-description',
  'html-canonical',
  'wp-gravatar',
  ...plainNginx,
];

/** Recorded with `recordings/record.ts` from real programs behind nginx; each finding was looked up in their answers. */
describe('a recorded site', () => {
  it.each([
    ['WordPress 6.1 with documents of every state: nothing of them leaks', ['wordpress'], wordpress],
    [
      'the same with a plugin that shows drafts, the future and addresses of users',
      ['wordpress', 'wordpress-leaking'],
      [...wordpress, 'feed-dates', 'wp-unpublished', 'wp-users'],
    ],
    [
      'React 19 by Vite 8: no text, and a page for whatever is asked',
      ['react'],
      ['http-not-found', 'html-rendered', ...plainNginx],
    ],
    [
      'VitePress 1.6 with vitepress-plugin-llms: Markdown that no one is called with the type and the page of',
      ['vitepress'],
      [
        'twin-type',
        'twin-links',
        'twin-canonical',
        'twin-of-each',
        'llms-charset',
        'llms-directive',
        'llms-directive-twin',
        'llms-full-links',
        'html-canonical',
        'html-descriptions-differ',
        ...plainNginx,
      ],
    ],
    ['MkDocs 1.4: a button without a name', ['mkdocs'], ['html-description', 'html-names', ...plainNginx]],
  ])('%s', async (_, recordings, rules) => {
    const site = await serveRecordings(...recordings);
    const examination = await examineSite(site.origin, { pages: 3 });
    site.close();
    expectRules(examination, rules);
  });
});
