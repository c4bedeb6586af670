import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { ContentProject, post } from '../../helpers/content-project.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

it('agentsite embeds stores what a page says of itself, and asks once', async () => {
  const image = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const isImage = request.url === '/weir.png';
    if (isImage) response.setHeader('Content-Type', 'image/png');
    response.end(
      isImage
        ? image
        : '<title>x</title><meta property="og:title" content="A weir: one"><meta property="og:image" content="/weir.png">',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/@ada/113456789012345678`;
  const project = new ContentProject({
    'site.ts': `export const site = { title: 'Notes', description: 'Notes.', url: 'https://notes.example.org', owner: { name: 'Ada', slug: 'ada' } };`,
    'content/posts/x.md': post(`One.\n\n${url}\n`),
    'content/embeds.yaml': '# Mine.\n- url: https://vimeo.com/1\n  title: Kept\n',
  });
  const run = (...words: string[]) =>
    new Promise<string>((resolve) => {
      const child = spawn(process.execPath, [join(projectRoot, 'src/cli/agentsite.ts'), 'embeds', ...words], {
        cwd: project.root,
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
      child.on('close', (code) => resolve(`${said}${code}`));
    });
  try {
    expect(await run(url)).toBe(`${url}: A weir: one\n1 link fetched, 0 failed, 0 stored before.\n0`);
    const file = `embeds/127-0-0-1-${port}-ada-113456789012345678.png`;
    const stored = () => readFileSync(join(project.root, 'content/embeds.yaml'), 'utf8');
    expect(stored()).toBe(
      `# Mine.\n- url: https://vimeo.com/1\n  title: Kept\n- url: ${url}\n  title: "A weir: one"\n  image: ${file}\n`,
    );
    expect(readFileSync(join(project.root, 'content', file))).toEqual(image);
    expect(await run(url)).toContain('0 links fetched, 0 failed, 1 stored before.');
    expect(asked).toHaveLength(2);
    expect(await run(url, '--refresh')).toContain('1 link fetched,');
    expect(stored().match(/url: http/g)).toHaveLength(2);
    expect(await run('https://vimeo.com/1')).toContain('0 links fetched, 0 failed, 1 stored');
    expect(await run('nonsense')).toBe('nonsense: not a URL\n0 links fetched, 1 failed, 0 stored before.\n1');
    const loaded = await project.load();
    const [document] = loaded.library.documents;
    expect(document && loaded.library.body(document).html).toContain(`<img src="/media/${file}" alt=""`);
    loaded.close();
  } finally {
    server.close();
    project.remove();
  }
});
