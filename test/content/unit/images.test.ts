import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import readExif from 'exif-reader';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listImages, writeImages } from '../../../src/build/files/images.ts';
import { publications } from '../../../src/build/files/publications.ts';
import { Output } from '../../../src/build/plan/output.ts';
import { type LoadedLibrary, loadLibrary } from '../../../src/content/library/load-library.ts';
import type { Site } from '../../../src/core/model/site.ts';
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

async function load(files: Record<string, string | Uint8Array>, images = {}): Promise<LoadedLibrary> {
  project = new ContentProject(files);
  const site: Site = {
    ...testSite,
    images: { originals: false, copyright: false, captions: false, ...images },
  };
  loaded = await project.load(undefined, site);
  return loaded;
}

/** What a build writes for the images of the content, by file. */
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
  for (const { file, key, make } of listImages(from, project.root)) {
    // The smallest of each format: large ones take long.
    if (/\.(?:400|480)\./.test(file)) output.write(file, key, await make());
  }
  return new Map(
    // Every site has icons next to them.
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
    const listed = [...listImages(from, project.root)].map(({ file }) => file);
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

  it('of a phone with a wide gamut has the same colours in sRGB', async () => {
    const wide = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#f00' } })
      .withIccProfile('p3')
      .jpeg({ quality: 100 })
      .toBuffer();
    const stored = await sharp(wide).metadata();
    expect(stored.icc).toBeDefined();
    const from = await load({
      'content/posts/a.md': post('![Weir](weir.jpg)'),
      'content/posts/weir.jpg': wide,
    });
    const shown = (await publish(from)).get('media/posts/weir.jpg') ?? new Uint8Array();
    expect((await sharp(shown).metadata()).icc).toBeUndefined();
    const { dominant } = await sharp(shown).stats();
    const [red = 0, green = 0, blue = 0] = await sharp(shown).resize(1, 1).raw().toBuffer();
    expect([red > 250, green < 8, blue < 8], JSON.stringify(dominant)).toEqual([true, true, true]);
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

describe('a photo in a format that few browsers show', () => {
  /**
   * 96 × 64, red on the left, blue on the right, white in the upper left corner; then turned a quarter to the right, in
   * the colours of Display P3, with the camera in Exif and the place in Exif and XMP.
   */
  const heic = readFileSync(join(import.meta.dirname, '../../fixtures/media/phone.heic'));

  async function pixelAt(bytes: Uint8Array | undefined, left: number, top: number) {
    const one = sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw();
    return [...(await one.toBuffer())];
  }

  it('becomes a JPEG when it is HEIC: upright, in sRGB, and without the camera and the place', async () => {
    const from = await load({
      'content/posts/a.md': post('![Weir](weir.HEIC)\n\n[large](weir.HEIC)', 'image: weir.HEIC\n'),
      'content/posts/weir.HEIC': heic,
    });
    const [document] = from.library.documents;
    const size = { src: '/media/posts/weir.HEIC.jpg', width: 64, height: 96 };
    expect(document?.images).toEqual([{ ...size, alt: 'Weir' }]);
    expect(document?.image).toMatchObject(size);
    expect(from.library.media).toMatchObject([{ ...size, mimeType: 'image/jpeg' }]);
    const { html, markdown } = from.library.body(document as never);
    expect(html).toContain('<a href="/media/posts/weir.HEIC.jpg">large</a>');
    expect(markdown).toContain('![Weir](https://notes.example.org/media/posts/weir.HEIC.jpg)');

    const files = await publish(from);
    expect([...files.keys()]).toEqual(['media/posts/weir.HEIC.jpg']);
    const shown = files.get('media/posts/weir.HEIC.jpg');
    expect(await sharp(shown).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 96 });
    for (const word of ['CANARY', 'GPS', 'Exif', 'ICC_PROFILE']) expect(holds(shown, word)).toBe(false);
    expect((await pixelAt(shown, 58, 6)).every((value) => value > 245)).toBe(true);
    const [red = 0, green = 0, blue = 255] = await pixelAt(shown, 20, 24);
    // 200 in Display P3 is a stronger red in sRGB.
    expect(red).toBeGreaterThan(208);
    expect(green + blue).toBeLessThan(60);
    const variants = [...listImages(from, project.root)].filter(({ file }) => /\.avif$/.test(file));
    expect(variants.map(({ file }) => file)).toEqual(['media/posts/weir.HEIC.jpg.64.avif']);
    const made = await sharp(await variants[0]?.make()).metadata();
    expect(made).toMatchObject({ width: 64, height: 96 });
    expect([made.exif, made.xmp]).toEqual([undefined, undefined]);
  });

  it('is decoded once', async () => {
    await load({ 'content/posts/a.md': post('![a](a.heic)'), 'content/posts/a.heic': heic });
    loaded?.close();
    const path = join(project.root, 'content/posts/a.heic');
    const [kept = ''] = readdirSync(join(project.root, 'cache/shown-pictures'));
    writeFileSync(join(project.root, 'cache/shown-pictures', kept), await sharp(photo).resize(7).toBuffer());
    // The same photo, which only seems to have changed.
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    loaded = await project.load();
    expect(loaded.library.documents[0]?.images).toMatchObject([{ width: 7 }]);
  });

  it('is read by its content when it has the name of a JPEG', async () => {
    const from = await load({ 'content/posts/a.md': post('![a](a.jpg)'), 'content/posts/a.jpg': heic });
    const files = await publish(from);
    expect(await sharp(files.get('media/posts/a.jpg')).metadata()).toMatchObject({ format: 'jpeg' });
    for (const { file, make } of listImages(from, project.root))
      if (file.startsWith('media/')) expect((await make()).length).toBeGreaterThan(0);
  });

  it('becomes a JPEG when it is a TIFF', async () => {
    const from = await load({
      'content/posts/a.md': post('![a](a.tif)'),
      'content/posts/a.tif': await sharp(photo).keepMetadata().tiff().toBuffer(),
    });
    const files = await publish(from);
    const shown = files.get('media/posts/a.tif.jpg');
    const { format, width, height, exif } = await sharp(shown).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: 'jpeg',
      width: 1600,
      height: 2133,
      exif: undefined,
    });
    expect([...files.values()].some((bytes) => holds(bytes, 'CANARY'))).toBe(false);
  });

  it('has an address of its own next to a JPEG of the same name', async () => {
    const jpeg = await sharp(photo).resize(20).jpeg().toBuffer();
    const from = await load({
      'content/posts/a.md': post('![a](a.heic) ![b](a.heic.jpg) ![c](a.jpg)'),
      'content/posts/a.heic': heic,
      'content/posts/a.heic.jpg': jpeg,
      'content/posts/a.jpg': jpeg,
    });
    expect(from.library.documents[0]?.images).toMatchObject([
      { src: '/media/posts/a.heic.jpg', width: 64 },
      { src: '/media/posts/a.heic.jpg.jpg', width: 20 },
      { src: '/media/posts/a.jpg', width: 20 },
    ]);
    expect(from.library.media.map(({ width }) => width).sort()).toEqual([20, 20, 64]);
  });

  it('is a problem where it is shown when it is damaged', async () => {
    project = new ContentProject({
      'content/posts/a.md': post('![a](a.heic) ![b](b.heic) ![c](c.tiff)'),
      'content/posts/a.heic': heic.subarray(0, heic.length - 400),
      'content/posts/b.heic': 'no photo',
      'content/posts/c.tiff': photo.subarray(0, 1000),
    });
    expect(await project.problems()).toEqual([
      expect.stringMatching(
        /^content\/posts\/a\.md:5:1 image: content\/posts\/a\.heic cannot be read as an image/,
      ),
      expect.stringMatching(/a\.md:5:14 image: content\/posts\/b\.heic cannot be read/),
      expect.stringMatching(/a\.md:5:27 image: content\/posts\/c\.tiff cannot be read/),
    ]);
  });
});

describe('an image in the content that is no photograph', () => {
  /** The pixels of all frames. */
  const pixels = (bytes: Uint8Array | undefined) =>
    sharp(bytes, { animated: true }).ensureAlpha().raw().toBuffer();

  it('loses the documents of programs when it is a PNG or a WebP', async () => {
    const white = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } });
    const bodies = { 'content/posts/a.md': post('![a](a.png) ![b](b.webp)') };
    const commented = (await white().png().toBuffer()).toString('latin1');
    const words = 'tEXtAuthor\0CANARY';
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(words));
    const chunk = `\0\0\0\x0d${words}${sum.toString('latin1')}`;
    const at = commented.indexOf('IDAT') - 4;
    const from = await load({
      ...bodies,
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

describe('an image in public/', () => {
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

describe('the forms of an image', () => {
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

describe('an image that cannot be read', () => {
  it('is a problem where it is shown, next to all others of the text', async () => {
    project = new ContentProject({
      'content/posts/a.md': post(
        'See ![a](cut.jpg) and <img src="no.png" alt="">\n\n[gone](/gone/)',
        'image: empty.webp\n',
      ),
      'content/posts/cut.jpg': photo.subarray(0, photo.length / 2),
      'content/posts/no.png': 'not an image',
      'content/posts/empty.webp': '',
      'content/posts/b.md': post('![a](/broken.svg)'),
      'public/broken.svg': '<svg width="10"',
    });
    expect(await project.problems()).toEqual([
      'content/posts/a.md:4:1 image: content/posts/empty.webp cannot be read as an image (is empty); save it again.',
      'content/posts/a.md:6:5 image: content/posts/cut.jpg cannot be read as an image (premature end of JPEG image); save it again.',
      'content/posts/a.md:6:23 image: content/posts/no.png cannot be read as an image (unsupported image format); save it again.',
      'content/posts/a.md:8:1 link: "/gone/" links to no page of this site.',
      expect.stringContaining('content/posts/b.md:5:1 image: public/broken.svg cannot be read as an image ('),
    ]);
  });

  it('is read again when it was fixed', async () => {
    project = new ContentProject({ 'content/posts/a.md': post('![a](a.jpg)'), 'content/posts/a.jpg': 'x' });
    expect(await project.problems()).toHaveLength(1);
    project.write({ 'content/posts/a.jpg': photo });
    loaded = await project.load();
    expect(loaded.library.documents[0]?.images).toMatchObject([{ width: 1600, height: 2133 }]);
  });
});

describe('the conversion of many images', () => {
  it('says how far it is, and so do their smaller copies', async () => {
    const small = await sharp(photo).resize(20).jpeg().toBuffer();
    const names = ['a', 'b', 'c'];
    project = new ContentProject({
      'content/posts/a.md': post(names.map((name) => `![${name}](${name}.jpg)`).join('\n')),
      ...Object.fromEntries(names.map((name) => [`content/posts/${name}.jpg`, small])),
    });
    const images: number[][] = [];
    const source = {
      root: project.root,
      site: testSite,
      compilerDigest: 'test',
      cacheFile: join(project.root, 'cache/compiled.sqlite'),
      nowGmt: '2026-11-21T12:00:00',
    };
    loaded = await loadLibrary(source, { onImages: (...progress) => images.push(progress) });
    expect(images).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    const copies: number[][] = [];
    const output = new Output(join(project.root, 'out'), {}, new Set());
    await writeImages(loaded, source, output, (...progress) => copies.push(progress));
    const count = [...listImages(loaded, project.root)].length;
    expect(copies.map(([done]) => done)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(copies.every(([, total]) => total === count)).toBe(true);
    loaded.close();
    loaded = await loadLibrary(source, { onImages: () => expect.unreachable('Nothing is due.') });
  });
});

describe('between two builds', () => {
  const kept = () => readdirSync(join(project.root, 'cache/shown-pictures'));

  it('an image is made once, and what nothing shows is removed', async () => {
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

  it('smaller copies of what nothing shows are removed', async () => {
    const small = await sharp(photo).resize(640).jpeg().toBuffer();
    await load({ 'content/posts/a.md': post('![a](a.jpg)'), 'content/posts/a.jpg': small });
    const cacheFile = join(project.root, 'cache/compiled.sqlite');
    const writeCopies = async (from: LoadedLibrary) => {
      const source = {
        root: project.root,
        site: from.library.site,
        compilerDigest: '',
        cacheFile,
        nowGmt: '2026-11-21T12:00:00',
      };
      await writeImages(from, source, new Output(join(project.root, 'out'), {}, new Set()));
      return readdirSync(join(project.root, 'cache/images'));
    };
    const first = await writeCopies(loaded as LoadedLibrary);
    loaded?.close();
    project.write({ 'content/posts/a.jpg': await sharp(small).negate().jpeg().toBuffer() });
    loaded = await project.load();
    const second = await writeCopies(loaded);
    expect(second).toHaveLength(first.length);
    expect(second.filter((name) => first.includes(name)).length).toBeLessThan(first.length);
  });

  it('a form that was lost is rebuilt', async () => {
    await load({ 'content/posts/a.md': post('![a](a.jpg)'), 'content/posts/a.jpg': photo });
    loaded?.close();
    loaded = null;
    for (const name of kept()) project.delete(join('cache/shown-pictures', name));
    loaded = await project.load();
    expect((await publish(loaded)).has('media/posts/a.jpg')).toBe(true);
  });

  it('a form that a draft build made is taken over', async () => {
    await load({ 'content/posts/a.md': post('![a](a.jpg)'), 'content/posts/a.jpg': photo });
    loaded?.close();
    loaded = null;
    const [name = ''] = kept();
    project.delete(join('cache/shown-pictures', name));
    const ofDrafts = await sharp(photo).resize(7).toBuffer();
    project.write({ [`node_modules/.cache/agentsite/preview/shown-pictures/${name}`]: ofDrafts });
    loaded = await project.load();
    expect(readFileSync(join(project.root, 'cache/shown-pictures', name)).equals(ofDrafts)).toBe(true);
  });
});
