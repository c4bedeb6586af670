import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import readExif from 'exif-reader';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LoadedLibrary } from '../../../src/content/load-library.ts';
import type { Site } from '../../../src/core/model/site.ts';
import { Output } from '../../../src/publish/output.ts';
import { listPictures } from '../../../src/publish/pictures.ts';
import { publications } from '../../../src/publish/publications.ts';
import { ContentProject, post, testSite } from '../../helpers/content-project.ts';

let project: ContentProject;
let loaded: LoadedLibrary | null = null;
afterEach(() => {
  loaded?.close();
  loaded = null;
  project.remove();
});

/** A photograph of a camera held upright: stored lying, to be turned a quarter. */
let photo: Buffer;
beforeAll(async () => {
  const background = { r: 200, g: 80, b: 40 };
  photo = await sharp({ create: { width: 2400, height: 1800, channels: 3, background } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'CANARYCAMERA', Artist: 'Ada', Copyright: '2026 Ada' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .jpeg()
    .toBuffer();
});

async function load(files: Record<string, string | Uint8Array>, pictures = {}): Promise<LoadedLibrary> {
  project = new ContentProject(files);
  const site: Site = { ...testSite, pictures: { originals: false, copyright: false, ...pictures } };
  loaded = await project.load(undefined, site);
  return loaded;
}

/** What a build writes for the pictures of the content, by file. */
async function publish(from: LoadedLibrary): Promise<Map<string, Uint8Array>> {
  const { site } = from.library;
  const source = {
    root: project.root,
    site,
    compilerDigest: '',
    cacheFile: '',
    nowGmt: '2026-11-21T12:00:00',
  };
  const output = new Output(join(project.root, 'out'), {}, new Set());
  output.publish(
    [...publications(from, [], source)].filter(({ file }) => /\.(?:jpe?g|png|webp)$/.test(file)),
  );
  for (const { file, key, make } of listPictures(from, project.root)) {
    // The smallest of each format: large ones take long.
    if (/\.(?:400|480)\./.test(file)) output.write(file, key, await make());
  }
  return new Map(
    Object.keys(output.manifest).map((file) => [file, readFileSync(join(project.root, 'out', file))]),
  );
}

const holds = (bytes: Uint8Array | undefined, text: string) => Buffer.from(bytes ?? []).includes(text);

describe('a photograph in the content', () => {
  it('is published turned, at most 1600 wide, and without what the camera wrote', async () => {
    const from = await load({
      'content/posts/a.md': post('![Weir](weir.jpg)', 'image: weir.jpg\n'),
      'content/posts/weir.jpg': photo,
    });
    const [document] = from.library.documents;
    const size = { src: '/media/posts/weir.jpg', width: 1600, height: 2133 };
    expect(document?.images).toEqual([{ ...size, alt: 'Weir' }]);
    expect(document?.image).toMatchObject(size);
    expect(from.library.body(document as never).html).toContain('width="1600" height="2133"');

    const files = await publish(from);
    const shown = files.get('media/posts/weir.jpg');
    expect(from.library.media).toMatchObject([{ ...size, bytes: shown?.length }]);
    const listed = [...listPictures(from, project.root)].map(({ file }) => file);
    expect(listed).toContain('media/posts/weir.jpg.1600.avif');
    expect(listed.some((file) => file.includes('.1800.'))).toBe(false);
    expect(files.size).toBe(3);
    for (const [file, bytes] of files) {
      const { width, height, orientation, exif, xmp } = await sharp(bytes).metadata();
      expect([file, orientation, exif, xmp]).toEqual([file, undefined, undefined, undefined]);
      expect(height / width).toBeCloseTo(4 / 3, 2);
      expect(width).toBeLessThanOrEqual(1600);
      expect(holds(bytes, 'CANARY')).toBe(false);
    }
  });

  it('that is small has no form that is larger than itself', async () => {
    const small = await sharp(photo).withMetadata({ orientation: 6 }).resize(600, 400).jpeg().toBuffer();
    const from = await load({
      'content/posts/a.md': post('![Weir](weir.jpg)'),
      'content/posts/weir.jpg': small,
    });
    const files = await publish(from);
    expect([...files.keys()].sort()).toEqual([
      'media/posts/weir.jpg',
      'media/posts/weir.jpg.400.avif',
      'media/posts/weir.jpg.400.webp',
    ]);
  });

  it('keeps artist and rights holder when the owner wants that, and nothing else', async () => {
    const from = await load(
      { 'content/posts/a.md': post('![Weir](weir.jpg)'), 'content/posts/weir.jpg': photo },
      { copyright: true },
    );
    const files = await publish(from);
    expect(files.size).toBeGreaterThan(2);
    for (const bytes of files.values()) {
      const { exif } = await sharp(bytes).metadata();
      const read = exif && readExif(exif);
      expect(read?.Image).toMatchObject({ Artist: 'Ada', Copyright: '2026 Ada' });
      expect([read?.Image?.Make, read?.GPSInfo]).toEqual([undefined, undefined]);
    }
  });

  it('is published as it was taken only when the owner wants that, and then a link leads there', async () => {
    const files = {
      'content/posts/a.md': post('![Weir](weir.jpg) [large](weir.jpg)'),
      'content/posts/weir.jpg': photo,
    };
    const without = await load(files);
    expect(without.library.body(without.library.documents[0] as never).html).toContain(
      '<a href="/media/posts/weir.jpg">',
    );
    expect([...(await publish(without)).values()].some((bytes) => holds(bytes, 'CANARY'))).toBe(false);
    without.close();
    loaded = null;
    project.remove();

    const withOriginals = await load(files, { originals: true });
    const { html } = withOriginals.library.body(withOriginals.library.documents[0] as never);
    expect(html).toContain('<a href="/media/_originals/posts/weir.jpg">');
    expect(html).toContain('<img src="/media/posts/weir.jpg"');
    const published = await publish(withOriginals);
    expect(photo.equals(published.get('media/_originals/posts/weir.jpg') ?? Buffer.alloc(0))).toBe(true);
    expect(holds(published.get('media/posts/weir.jpg'), 'CANARY')).toBe(false);
  });

  it('that is a drawing of few colours keeps each of its pixels', async () => {
    const drawing = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#123456' } })
      .composite([
        {
          input: Buffer.from('<svg width="60" height="40"><circle cx="20" cy="20" r="9" fill="#fa0"/></svg>'),
        },
      ])
      .png({ palette: true })
      .toBuffer();
    const from = await load({
      'content/posts/a.md': post('![Plan](plan.png)'),
      'content/posts/plan.png': drawing,
    });
    const shown = (await publish(from)).get('media/posts/plan.png');
    const pixels = (bytes: Uint8Array | undefined) => sharp(bytes).ensureAlpha().raw().toBuffer();
    expect((await pixels(shown)).equals(await pixels(drawing))).toBe(true);
  });
});

describe('a picture in public/', () => {
  it('is published byte for byte, and its smaller forms are turned and hold only pixels', async () => {
    const from = await load({ 'content/posts/a.md': post('![Weir](/weir.jpg)'), 'public/weir.jpg': photo });
    expect(from.library.media).toMatchObject([{ width: 1800, height: 2400, bytes: photo.length }]);
    const files = await publish(from);
    expect(photo.equals(files.get('weir.jpg') ?? Buffer.alloc(0))).toBe(true);
    const variant = files.get('weir.jpg.480.webp');
    expect(holds(variant, 'CANARY')).toBe(false);
    expect(await sharp(variant).metadata()).toMatchObject({ width: 480, height: 640 });
  });
});

describe('a picture that cannot be read', () => {
  it('is a problem where it is shown, next to all others of the text', async () => {
    project = new ContentProject({
      'content/posts/a.md': post(
        'See ![a](cut.jpg) and <img src="no.png" alt="">\n\n[gone](/gone/)',
        'image: empty.webp\n',
      ),
      'content/posts/cut.jpg': photo.subarray(0, photo.length / 2),
      'content/posts/no.png': 'not a picture',
      'content/posts/empty.webp': '',
      'content/posts/b.md': post('![a](/broken.svg)'),
      'public/broken.svg': '<svg width="10"',
    });
    expect(await project.problems()).toEqual([
      'content/posts/a.md:4:1 image: content/posts/empty.webp cannot be read as a picture (is empty); save it again.',
      'content/posts/a.md:6:5 image: content/posts/cut.jpg cannot be read as a picture (premature end of JPEG image); save it again.',
      'content/posts/a.md:6:23 image: content/posts/no.png cannot be read as a picture (unsupported image format); save it again.',
      'content/posts/a.md:8:1 link: "/gone/" leads to no page of this site.',
      expect.stringContaining(
        'content/posts/b.md:5:1 image: public/broken.svg cannot be read as a picture (',
      ),
    ]);
  });

  it('is read again when it was mended', async () => {
    project = new ContentProject({ 'content/posts/a.md': post('![a](a.jpg)'), 'content/posts/a.jpg': 'x' });
    expect(await project.problems()).toHaveLength(1);
    project.write({ 'content/posts/a.jpg': photo });
    loaded = await project.load();
    expect(loaded.library.documents[0]?.images).toMatchObject([{ width: 1600, height: 2133 }]);
  });
});

describe('between two builds', () => {
  const kept = () => readdirSync(join(project.root, 'cache/shown-pictures'));

  it('a picture is made once, and what nothing shows is removed', async () => {
    await load({ 'content/posts/a.md': post('![a](a.jpg)'), 'content/posts/a.jpg': photo });
    loaded?.close();
    loaded = null;
    const [first = ''] = kept();
    const path = join(project.root, 'cache/shown-pictures', first);
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    const again = await project.load();
    expect(again.report).toMatchObject({ compiled: 0, reused: 1 });
    again.close();
    expect(kept()).toEqual([first]);
    project.write({ 'content/posts/a.jpg': await sharp(photo).negate().jpeg().toBuffer() });
    (await project.load()).close();
    expect(kept()).toHaveLength(1);
    project.write({ 'content/posts/a.md': post('Nothing.') });
    loaded = await project.load();
    expect(existsSync(path)).toBe(false);
    expect(kept()).toEqual([]);
  });

  it('a form that was lost is made again', async () => {
    await load({ 'content/posts/a.md': post('![a](a.jpg)'), 'content/posts/a.jpg': photo });
    loaded?.close();
    loaded = null;
    for (const name of kept()) project.delete(join('cache/shown-pictures', name));
    loaded = await project.load();
    expect((await publish(loaded)).has('media/posts/a.jpg')).toBe(true);
  });
});
