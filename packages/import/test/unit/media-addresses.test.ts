import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { typeOf } from '../../../../sidecar/front/published-files.ts';
import { importSite } from '../../src/import-site.ts';
import { exportedMeta, exportFile } from '../helpers/export-file.ts';
import { FolderImport } from '../helpers/folder-import.ts';
import { plainImport } from '../helpers/plain-import.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const decomposed = 'CAFE\u0301';
const composed = 'CAF\u00c9';

async function bring(
  recording: readonly object[],
  uploads: readonly string[],
): Promise<{ files: string[]; post: string; media: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'media-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of uploads) {
    mkdirSync(dirname(join(folder, 'uploads', name)), { recursive: true });
    writeFileSync(join(folder, 'uploads', name), pixel);
  }
  const rest = join(folder, 'rest.jsonl');
  writeFileSync(rest, recording.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const into = join(folder, 'site');
  await importSite(
    { ...plainImport, files: [], rest, media: join(folder, 'uploads'), into },
    () => undefined,
  );
  const files = readdirSync(join(into, 'public'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(into, 'public').length));
  return {
    files: files.sort(),
    post: readFileSync(join(into, 'content/posts/2020-01-01-one.md'), 'utf8'),
    media: readFileSync(join(into, 'content/media.yaml'), 'utf8'),
  };
}

const site = (home: string, images: readonly string[], details = true) => [
  { route: '/', body: { name: 'Old', home, url: home, namespaces: ['wp/v2'] } },
  ...images.map((path, index) => ({
    route: `/wp/v2/media/${index + 9}`,
    body: {
      ...{ id: index + 9, type: 'attachment', status: 'inherit', slug: `m${index}`, post: 1 },
      source_url: `${home}/wp-content/uploads/${path}`,
      ...(details ? { media_details: { file: decodeURI(path) } } : {}),
    },
  })),
  {
    route: '/wp/v2/posts/1',
    body: {
      ...{ id: 1, type: 'post', slug: 'one', link: `${home}/one/`, date: '2020-01-01T00:00:00' },
      content: {
        rendered: images
          .map((path) => `<p><img src="${home}/wp-content/uploads/${path}" alt="x"></p>`)
          .join(''),
      },
    },
  },
];

/** WordPress names a file below the folder of the site. */
const ofNetwork = (line: object): object =>
  JSON.parse(JSON.stringify(line).replace('"file":"sites/2/', '"file":"'));

it.each([true, false])(
  'media of a recorded site in a subfolder keep their addresses, with and without details of files (%s)',
  async (details) => {
    const { files, post, media } = await bring(
      site('https://old.example/blog', ['2020/01/a.jpg', '2020/01/B.JPG'], details),
      ['2020/01/a.jpg', '2020/01/B.JPG'],
    );
    expect(files).toEqual([
      '/blog/wp-content/uploads/2020/01/B.JPG',
      '/blog/wp-content/uploads/2020/01/a.jpg',
    ]);
    expect(post).toContain('![x](/blog/wp-content/uploads/2020/01/a.jpg)');
    expect(post).toContain('![x](/blog/wp-content/uploads/2020/01/B.JPG)');
    expect(media).toContain('/blog/wp-content/uploads/2020/01/a.jpg');
  },
);

it.each([
  ['decomposed address, decomposed on the disk', decomposed, decomposed],
  ['decomposed address, composed on the disk', decomposed, composed],
  ['composed address, decomposed on the disk', composed, decomposed],
  ['composed address, composed on the disk', composed, composed],
])('a file keeps its address: %s', async (_, address, disk) => {
  const { files, post, media } = await bring(
    site('https://old.example', [encodeURI(`2020/01/${address}.JPG`)]),
    [`2020/01/${disk}.JPG`, `2020/01/${disk}-300x200.JPG`],
  );
  expect(files).toEqual(
    [
      `/wp-content/uploads/2020/01/${address}-300x200.JPG`,
      `/wp-content/uploads/2020/01/${address}.JPG`,
    ].sort(),
  );
  expect(post).toContain(`(/wp-content/uploads/2020/01/${encodeURI(address)}.JPG)`);
  expect(media).toContain(`/wp-content/uploads/2020/01/${address}.JPG`);
});

it.each(['', 'sites/2/'])(
  'a site of a network has its files, and not those of others, below "%s" of the copy',
  async (below) => {
    const { files, post } = await bring(
      site('https://net.example/two', ['sites/2/2020/01/a.jpg']).map(ofNetwork),
      [`${below}2020/01/a.jpg`, ...(below === '' ? [] : ['sites/3/2020/01/secret.jpg', '2020/01/main.jpg'])],
    );
    const address = '/two/wp-content/uploads/sites/2/2020/01/a.jpg';
    expect(files).toEqual([address]);
    expect(post).toContain(`![x](${address})`);
  },
);

it('a file of a folder keeps a decomposed name', async () => {
  using old = new FolderImport();
  old.write({
    'hugo.toml': 'title = "G"\n',
    [`static/${decomposed}.png`]: '',
    'content/posts/a.md': `---\ntitle: A\ndate: 2024-01-02\n---\n![x](/${decomposed}.png)\n`,
  });
  await old.run();
  expect(old.filesIn('public')).toEqual([`${decomposed}.png`]);
  expect(old.read('content/posts/2024-01-02-a.md')).toContain(`(/${encodeURI(decomposed)}.png)`);
});

it('endings in capitals have the type of small ones', () => {
  for (const [file, type] of [
    ['/a.JPG', 'image/jpeg'],
    ['/a.PDF', 'application/pdf'],
    ['/a.MP4', 'video/mp4'],
  ] as const)
    expect(typeOf(file)).toBe(type);
});

it('the library of WordPress.com: files on a host of their own, and paths of its server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'media-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'media/2009/04'), { recursive: true });
  writeFileSync(join(folder, 'media/2009/04/keel.png'), pixel);
  const host = 'https://shed.files.wordpress.com';
  const file = exportedMeta(
    '_wp_attached_file',
    '/home/wpcom/public_html/wp-content/blogs.dir/1a/22/files/2009/04/keel.png',
  );
  writeFileSync(
    join(folder, 'export.xml'),
    exportFile([
      {
        id: 2,
        type: 'attachment',
        status: 'inherit',
        more: `<wp:attachment_url>${host}/2009/04/keel.png</wp:attachment_url>${file}`,
      },
      {
        id: 3,
        slug: 'keel',
        content: `<img src="${host.replace('https', 'http')}/2009/04/keel.png?w=300" alt="The keel">`,
      },
    ]),
  );
  const options = { ...plainImport, files: [join(folder, 'export.xml')] };
  const report = await importSite(
    { ...options, media: join(folder, 'media'), into: join(folder, 'a') },
    () => undefined,
  );
  const post = (site: string) => readFileSync(join(folder, site, 'content/posts/2020-05-06-keel.md'), 'utf8');
  expect(post('a')).toContain('![The keel](/wp-content/uploads/2009/04/keel.png)');
  expect(report.losses.filter(({ code }) => /^file/.test(code))).toEqual([]);
  const without = await importSite({ ...options, into: join(folder, 'b') }, () => undefined);
  const lost = without.losses.filter(({ code }) => code === 'media-not-given' || code === 'file-refused');
  expect(lost.map(({ what }) => what)).toEqual(['/wp-content/uploads/2009/04/keel.png']);
  expect(lost[0]?.fix).toContain('Export media library');
});
