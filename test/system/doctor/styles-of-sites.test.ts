import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sirv from 'sirv';
import { afterAll, describe, expect, it } from 'vitest';
import type { Examination, ExamineOptions } from '../../../src/doctor/examine.ts';
import { brokenRules, examineSite, listFindings } from './examine-site.ts';

/** Sites as they are found in the world: what the doctor says of each is true of it, and nothing else is said. */
const scratch = mkdtempSync(join(tmpdir(), 'agentsite-styles-'));
afterAll(() => rmSync(scratch, { recursive: true }));

async function examineFolder(
  folder: string,
  options: Partial<ExamineOptions> & { readonly single?: boolean } = {},
) {
  const { single = false, ...rest } = options;
  const files = sirv(folder, { etag: true, single });
  const server = createServer((request, response) =>
    files(request, response, () => {
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
      response.end('<!doctype html><title>Not found</title><p>Not found.</p>');
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const examination = await examineSite(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, rest);
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
      '+++\ntitle = "Idea"\ndate = 2025-03-05T10:00:00Z\ndraft = true\n+++\nA thought that is not finished and that nobody was meant to read before it is.\n',
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

  it('built with drafts and with the future: both leaks are told', async () => {
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

it('a site of one page that scripts fill: no text, and a page for whatever is asked', async () => {
  const folder = join(scratch, 'app');
  write(folder, {
    'index.html':
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>App</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>',
    'app.js': 'document.querySelector("#root").textContent = "Hello";',
  });
  const examination = await examineFolder(folder, { single: true });
  expectRules(examination, ['http-not-found', 'html-rendered', ...plainServer]);
});

it('a site of documentation with Markdown beside its pages: HTML of the theme, components and broken links in it', async () => {
  const folder = join(scratch, 'docs');
  const page = (title: string, text: string) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} - Docs</title><meta name="description" content="${title}"><link rel="canonical" href="https://docs.example.org/${title === 'Start' ? '' : `${title.toLowerCase()}/`}"></head><body><nav><a href="/">Start</a> <a href="/install/">Install</a></nav><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
  const install = 'Take the package from the registry, then run the command that it brings along with it.';
  write(folder, {
    'index.html': page(
      'Start',
      'These are the documents of a program that many people use for their daily work.',
    ),
    'install/index.html': page('Install', install),
    'install.md': `import Tabs from '@theme/Tabs'\n\n# Install\n\n<div class="tabs">\n\n${install}\n\n[Back](../)\n`,
    'llms.txt':
      '# Docs\n\n> Documents of a program.\n\n## Pages\n\n- [Install](https://docs.example.org/install.md)\n- [Upgrade](https://docs.example.org/upgrade.md)\n',
    'sitemap.xml':
      '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://docs.example.org/</loc></url><url><loc>https://docs.example.org/install/</loc></url></urlset>',
  });
  const examination = await examineFolder(folder);
  expectRules(examination, [
    'twin-charset',
    'twin-html',
    'twin-components',
    'twin-links',
    'twin-canonical',
    'twin-advertised',
    'twin-of-each',
    'llms-charset',
    'llms-links',
    'llms-coverage',
    'llms-advertised',
    'llms-directive',
    'llms-directive-twin',
    ...plainServer,
  ]);
});
