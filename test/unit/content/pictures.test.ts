import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
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
    [...publications(from, [], source)].filter(({ file }) => /\.(?:gif|jpe?g|png|svg|webp)$/.test(file)),
  );
  for (const { file, key, make } of listPictures(from, project.root)) {
    // The smallest of each format: large ones take long.
    if (/\.(?:400|480)\./.test(file)) output.write(file, key, await make());
  }
  return new Map(
    // Every site has icons beside them.
    Object.keys(output.manifest)
      .filter((file) => !/^(?:apple-touch-icon|author|favicon)\./.test(file))
      .map((file) => [file, readFileSync(join(project.root, 'out', file))]),
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

describe('a picture in the content that is no photograph', () => {
  /** The pixels of all frames. */
  const pixels = (bytes: Uint8Array | undefined) =>
    sharp(bytes, { animated: true }).ensureAlpha().raw().toBuffer();

  it('loses the texts of programs when it is a PNG or a WebP', async () => {
    const white = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } });
    const texts = { 'content/posts/a.md': post('![a](a.png) ![b](b.webp)') };
    const commented = (await white().png().toBuffer()).toString('latin1');
    const words = 'tEXtAuthor\0CANARY';
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(words));
    const chunk = `\0\0\0\x0d${words}${sum.toString('latin1')}`;
    const at = commented.indexOf('IDAT') - 4;
    const from = await load({
      ...texts,
      'content/posts/a.png': Buffer.from(commented.slice(0, at) + chunk + commented.slice(at), 'latin1'),
      'content/posts/b.webp': await white().withXmp('<x:xmpmeta xmlns:x="CANARY"/>').webp().toBuffer(),
    });
    const files = await publish(from);
    for (const file of ['media/posts/a.png', 'media/posts/b.webp']) {
      expect([file, files.has(file), holds(files.get(file), 'CANARY')]).toEqual([file, true, false]);
    }
  });

  it('keeps its frames when it is a GIF, and loses comments, the blocks of programs and what follows its end', async () => {
    const frames = Buffer.from(Array.from({ length: 20 * 30 * 3 * 4 }, (_, index) => (index * 7919) % 251));
    const raw = { width: 20, height: 120, channels: 3, pageHeight: 30 } as const;
    const gif = await sharp(frames, { raw })
      .gif({ delay: [100, 200, 300, 400], loop: 3 })
      .toBuffer();
    const block = (text: string) => [text.length, ...Buffer.from(text)];
    const behindLoop = gif.indexOf('NETSCAPE2.0') + 16;
    const planted = Buffer.concat([
      gif.subarray(0, behindLoop),
      Buffer.from([0x21, 0xfe, ...block('CANARY comment'), ...block('more'), 0]),
      Buffer.from([0x21, 0xff, ...block('XMP DataXMP'), ...block('CANARY place'), 0]),
      gif.subarray(behindLoop),
      Buffer.from('CANARY tail'),
    ]);
    const from = await load({ 'content/posts/a.md': post('![a](a.gif)'), 'content/posts/a.gif': planted });
    expect(from.library.media).toMatchObject([{ width: 20, height: 30, bytes: gif.length }]);
    const shown = (await publish(from)).get('media/posts/a.gif');
    expect(gif.equals(shown ?? Buffer.alloc(0))).toBe(true);
    expect((await pixels(shown)).equals(await pixels(planted))).toBe(true);
  });

  it('keeps what browsers draw when it is an SVG, and loses its metadata and what editors wrote', async () => {
    const drawn = `<rect width='9' height="9" fill="#fa0" /><text x="1">a &gt; b</text>`;
    const svg = `<?xml version="1.0"?>
<!DOCTYPE svg [ <!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/"> ]>
<!-- CC BY 4.0 -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:i="&ns_ai;" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
  inkscape:export-filename='/home/CANARY/a > b.png' width="9" height="9"><metadata><r:RDF xmlns:r="r:"><r:li>CANARY</r:li></r:RDF></metadata><metadata/><i:pgf id="CANARY"><![CDATA[<svg>]]></i:pgf><g
  inkscape:label="CANARY">${drawn}</g></svg>`;
    const from = await load({ 'content/posts/a.md': post('![a](a.svg)'), 'content/posts/a.svg': svg });
    const shown = Buffer.from((await publish(from)).get('media/posts/a.svg') ?? []).toString();
    expect(shown).not.toContain('CANARY');
    expect(shown).toContain('<!-- CC BY 4.0 -->');
    expect(shown).toMatch(/<svg .*" width="9" height="9"><g>/s);
    expect(shown.slice(shown.indexOf('<g>'))).toBe(`<g>${drawn}</g></svg>`);
    expect((await pixels(Buffer.from(shown))).equals(await pixels(Buffer.from(svg)))).toBe(true);
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

describe('the forms of a picture', () => {
  it('have the same bytes on any number of cores', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const background = { r: 0, g: 0, b: 0 };
    const drawn = sharp({ create: { width: 500, height: 160, channels: 3, background, noise } });
    const files = {
      'content/posts/a.md': post('![a](a.png)'),
      'content/posts/a.png': await drawn.png().toBuffer(),
    };
    const made: unknown[] = [];
    for (const cores of [1, 4]) {
      sharp.concurrency(cores);
      const from = await load(files);
      made.push([...(await publish(from))].map(([file, bytes]) => [file, hash('sha256', bytes)]));
      from.close();
      loaded = null;
      if (cores === 1) project.remove();
    }
    expect(made[1]).toEqual(made[0]);
    expect(made[0]).toContainEqual(['media/posts/a.png.480.avif', expect.anything()]);
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
