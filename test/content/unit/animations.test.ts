import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listImages } from '../../../src/build/files/images.ts';
import { publications } from '../../../src/build/files/publications.ts';
import type { LoadedLibrary } from '../../../src/content/library/load-library.ts';
import { coverHtml, imageHtml, toPageHtml } from '../../../src/core/html/page-html.ts';
import { coverThumbnail } from '../../../src/core/model/image-variants.ts';
import { ContentProject, post, testSite } from '../../helpers/content-project.ts';

let project: ContentProject;
let loaded: LoadedLibrary | null = null;
afterEach(() => {
  loaded?.close();
  loaded = null;
  project.remove();
});

const colors = ['#a00', '#0a0', '#00a'];
let webp: Buffer;
let png: Buffer;
let avif: Buffer;
let gif: Buffer;

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Numbers of two and of four bytes. */
const words = (...values: readonly number[]) =>
  Buffer.concat(values.map((value) => Buffer.from(Uint16Array.of(value).buffer).swap16()));
const longs = (...values: readonly number[]) =>
  Buffer.concat(values.map((value) => Buffer.from(Uint32Array.of(value).buffer).swap32()));

/** An animated PNG out of still ones, with metadata in front. */
function animatedPng(frames: readonly Buffer[], exif: Buffer): Buffer {
  const partOf = (file: Buffer, name: string) => {
    const at = file.indexOf(name, 0, 'latin1');
    return file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4));
  };
  const [first = Buffer.alloc(0)] = frames;
  let number = 0;
  const parts = frames.flatMap((frame, index) => {
    const control = Buffer.concat([longs(number++, 400, 300, 0, 0), words(1, 5), Buffer.from([0, 0])]);
    const data = partOf(frame, 'IDAT');
    const image = index === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([longs(number++), data]));
    return [chunk('fcTL', control), image];
  });
  return Buffer.concat([
    first.subarray(0, 8),
    chunk('IHDR', partOf(first, 'IHDR')),
    chunk('acTL', longs(frames.length, 0)),
    chunk('tEXt', Buffer.from('Author\0CANARYAUTHOR')),
    chunk('eXIf', exif),
    ...parts,
    chunk('IEND', Buffer.alloc(0)),
    Buffer.from('CANARYEND'),
  ]);
}

beforeAll(async () => {
  const frames = await Promise.all(
    colors.map((background) =>
      sharp({ create: { width: 400, height: 300, channels: 4, background } })
        .png()
        .toBuffer(),
    ),
  );
  const place = {
    IFD0: { Make: 'CANARYCAMERA' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
  };
  const joined = sharp(frames, { join: { animated: true } });
  webp = await joined
    .clone()
    .withExifMerge(place)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">CANARYXMP</x:xmpmeta>')
    .webp({ lossless: true, loop: 3, delay: [90, 80, 70] })
    .toBuffer();
  gif = await joined.clone().gif().toBuffer();
  const { exif = Buffer.alloc(0) } = await sharp(webp).metadata();
  png = animatedPng(frames, exif.subarray(6));
  avif = await sharp(frames[0]).avif({ effort: 0 }).toBuffer();
  avif.write('avis', 8, 'latin1');
});

async function publish(name: string, bytes: Uint8Array, folder = 'content/posts') {
  const address = folder === 'public' ? `/${name}` : name;
  project = new ContentProject({
    'content/posts/a.md': post(
      `![Weir](${address})\n\n:::gallery\n![One](${address})\n![Two](${address})\n:::`,
      `image: ${address}\nimageAlt: Weir\n`,
    ),
    [`${folder}/${name}`]: bytes,
  });
  loaded = await project.load();
  const { site } = loaded.library;
  const source = {
    root: project.root,
    site,
    compilerDigest: '',
    cacheFile: '',
    nowGmt: '2026-11-21T12:00:00',
  };
  const file = [...publications(loaded, [], source)].find((one) => one.file.endsWith(name));
  return Buffer.from((await file?.render()) as Uint8Array);
}

/** The other forms of an image. */
const listed = (name: string) =>
  loaded ? [...listImages(loaded, project.root)].filter(({ file }) => file.includes(`${name}.`)) : [];

/** PNG frames by their chunks: Sharp reads only the first. */
const framesOf = async (bytes: Buffer) =>
  bytes.toString('latin1').split('fcTL').length - 1 || ((await sharp(bytes).metadata()).pages ?? 1);

describe.each(['png', 'webp', 'gif'] as const)('an animated %s', (format) => {
  const bytesOf = () => ({ png, webp, gif })[format];

  it('keeps its frames, and loses what programs wrote into it', async () => {
    const bytes = bytesOf();
    const file = await publish(`moving.${format}`, bytes);
    expect([await framesOf(bytes), await framesOf(file)]).toEqual([3, 3]);
    expect(file.includes('CANARY')).toBe(false);
    const { exif, xmp, comments, delay, loop, width, height } = await sharp(file).metadata();
    expect([exif, xmp, comments, width, height]).toEqual([undefined, undefined, undefined, 400, 300]);
    if (format === 'webp') expect([delay, loop]).toEqual([[90, 80, 70], 3]);
    for (const page of format === 'png' ? [0] : [0, 1, 2]) {
      const pixel = (from: Buffer) => sharp(from, { page }).resize(1, 1).raw().toBuffer();
      expect(await pixel(file)).toEqual(await pixel(bytes));
    }
  });

  it.each(['content/posts', 'public'])(
    'in %s has no still forms in pages, lists, cards and media',
    async (folder) => {
      await publish(`moving.${format}`, bytesOf(), folder);
      const { library } = loaded as LoadedLibrary;
      const [document] = library.documents;
      if (!document?.image) throw new Error('The post has an image.');
      const page = toPageHtml(library.body(document).html, document.images);
      expect([page, imageHtml(document.image), coverHtml(document.image, true)].join('')).not.toMatch(
        /<picture|<source/,
      );
      expect(coverThumbnail(document, testSite)).toMatch(new RegExp(`moving\\.${format}$`));
      expect(listed('moving')).toEqual([]);
      expect(library.media).toMatchObject([{ width: 400, height: 300 }]);
    },
  );

  it('that is truncated is reported', async () => {
    project = new ContentProject({
      'content/posts/a.md': post(`![a](moving.${format})`),
      [`content/posts/moving.${format}`]: bytesOf().subarray(0, bytesOf().length - 300),
    });
    expect(await project.problems()).toEqual([
      expect.stringMatching(/moving\.\w+ cannot be read as an image/),
    ]);
  });
});

it.each(['content/posts', 'public'])('an AVIF sequence in %s is called an animation', async (folder) => {
  project = new ContentProject({
    'content/posts/a.md': post(`![a](${folder === 'public' ? '/' : ''}moving.avif)`),
    [`${folder}/moving.avif`]: avif,
  });
  expect(await project.problems()).toEqual([
    expect.stringMatching(
      /posts\/a\.md:5:1 image: .*moving\.avif is an animation \(AVIF sequence\).*animated WebP/,
    ),
  ]);
});

it.each(['png', 'webp'] as const)('a still %s has its other forms', async (format) => {
  const file = await publish(`still.${format}`, await sharp(png).toFormat(format).toBuffer());
  expect(await framesOf(file)).toBe(1);
  expect(listed('still').length).toBe(2);
});
