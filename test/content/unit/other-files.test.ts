import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { publications } from '../../../src/build/files/publications.ts';
import { adviseOnFiles, adviseOnShownFiles } from '../../../src/content/check/advise-on-files.ts';
import { publishedBytes, remarkOn } from '../../../src/content/images/other-files.ts';
import { ContentProject, post, testSite } from '../../helpers/content-project.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/media', name));

/** What the fixtures hold besides what people see and hear. */
const secrets = /CANARY|GPS|51\.5|loci|creation|Lavf|http:\/\/ns\.adobe|SENSOR/;
const holdsSecret = (bytes: Uint8Array) => secrets.test(Buffer.from(bytes).toString('latin1'));

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};
const box = (type: string, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
};
const words = (text: string) => Buffer.from(text, 'latin1');

/** A track with its first two samples in one chunk, and the third in another. */
function track(handler: string, sizes: readonly number[], chunkOffsets: readonly number[]): Buffer {
  const tables = box(
    'stbl',
    box('stsc', u32(0, 2, 1, 2, 1, 2, 1, 1)),
    box('stsz', u32(0, 0, sizes.length, ...sizes)),
    box('stco', u32(0, chunkOffsets.length, ...chunkOffsets)),
  );
  const media = box(
    'mdia',
    box('mdhd', u32(0, 7, 7, 1000, 1000, 0)),
    box('hdlr', u32(0, 0), words(handler), u32(0, 0, 0), words('CANARY handler\0')),
    box('minf', tables),
  );
  return box('trak', box('tkhd', u32(7, 9, 9, 1, 0, 1000)), media, box('udta', words('CANARY')));
}

/** A video whose second track is of a sensor: its samples are between those that are shown. */
function film(handler: string, sample: string): Buffer {
  const start = box('ftyp', words('isom'), u32(0), words('isom'));
  const data = words(`shown-1 ${sample}${sample}shown-2 shown-3 ${sample}`);
  const at = start.length + 8;
  const second = at + 8 + 2 * sample.length;
  return Buffer.concat([
    start,
    box('mdat', data),
    box('free', words('CANARY GPS')),
    box(
      'moov',
      box('mvhd', u32(0, 5, 5, 1000, 1000)),
      track('vide', [8, 8, 8], [at, second]),
      track(handler, [sample.length, sample.length, sample.length], [at + 8, second + 16]),
      box('gps ', words('CANARY')),
    ),
    box('uuid', words('CANARY')),
  ]);
}

describe('a video or sound next to a document', () => {
  let project: ContentProject;
  afterEach(() => project.remove());

  it.each(['clip.mp4', 'clip.webm', 'song.m4a'])(
    '%s is published without place, device and time',
    async (name) => {
      const given = fixture(name);
      expect(holdsSecret(given)).toBe(true);
      project = new ContentProject({
        'content/posts/a.md': post(`[it](${name})`),
        [`content/posts/${name}`]: given,
      });
      const loaded = await project.load();
      const source = { root: project.root, site: testSite, compilerDigest: '', cacheFile: '', nowGmt: '' };
      const file = [...publications(loaded, [], source)].find(
        (artifact) => artifact.file === `media/posts/${name}`,
      );
      const published = Buffer.from(file?.render() ?? '');
      expect(await adviseOnShownFiles(project.root, loaded)).toEqual([]);
      loaded.close();
      expect(published.length).toBe(given.length);
      expect(holdsSecret(published)).toBe(false);
      if (name === 'song.m4a')
        for (const word of ['Weir song', 'Ada']) expect(published.includes(word)).toBe(true);
    },
  );
});

describe('an MP4', () => {
  it('keeps what is shown where it was', () => {
    const given = fixture('clip.mp4');
    const published = Buffer.from(publishedBytes('a.mp4', given));
    const at = given.indexOf('mdat');
    const end = at - 4 + given.readUInt32BE(at - 4);
    expect(published.subarray(at, end).equals(given.subarray(at, end))).toBe(true);
    const tables = given.indexOf('stbl');
    const times = given.indexOf('stts');
    const tablesEnd = tables - 4 + given.readUInt32BE(tables - 4);
    expect(published.subarray(times, tablesEnd).equals(given.subarray(times, tablesEnd))).toBe(true);
  });

  it('loses the tracks of sensors with their samples, and nothing of those that are shown', () => {
    for (const handler of ['meta', 'camm', 'gps ']) {
      const given = film(handler, 'SENSOR!');
      const published = Buffer.from(publishedBytes('a.mov', given));
      expect(holdsSecret(published)).toBe(false);
      expect(published.length).toBe(given.length);
      for (const shown of ['shown-1 ', 'shown-2 ', 'shown-3 ', 'vide'])
        expect(published.indexOf(shown)).toBe(given.indexOf(shown));
    }
  });

  it('keeps subtitles, unless a drone wrote into them where it was', () => {
    expect(publishedBytes('a.mp4', film('text', 'Hello! '))).toSatisfy((bytes: Buffer) =>
      bytes.includes('Hello!'),
    );
    expect(holdsSecret(publishedBytes('a.mp4', film('sbtl', 'GPS (13.0, 51.5)')))).toBe(false);
  });

  it('loses a cover that says where it was taken', async () => {
    const cover = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
      .withExif({ IFD0: { Make: 'CANARY' } })
      .jpeg()
      .toBuffer();
    const handler = box('hdlr', u32(0, 0), words('mdir'), u32(0, 0, 0));
    const list = (image: Uint8Array) => box('ilst', box('covr', box('data', u32(13, 0), image)));
    const song = (image: Uint8Array) =>
      Buffer.concat([
        box('ftyp', words('M4A ')),
        box('moov', box('udta', box('meta', u32(0), handler, list(image)))),
      ]);
    expect(holdsSecret(publishedBytes('a.m4a', song(cover)))).toBe(false);
    const plain = await sharp(cover).jpeg().toBuffer();
    expect(Buffer.from(publishedBytes('a.m4a', song(plain))).includes(plain)).toBe(true);
  });

  it('that cannot be cleaned is published as it is and reported, with the command that does it', async () => {
    const given = fixture('clip.mp4');
    const cut = given.subarray(0, given.length - 10);
    expect(publishedBytes('a.mp4', cut)).toEqual(cut);
    expect(await remarkOn("content/posts/a b's.mp4", cut)).toBe(
      "can't be read to its end, so its metadata is published; write it again: ffmpeg -i 'content/posts/a b'\\''s.mp4' -map 0:v? -map 0:a? -c copy -map_metadata -1 'content/posts/a b'\\''s.clean.mp4'",
    );
    const fragmented = Buffer.concat([film('meta', 'SENSOR!'), box('moof')]);
    expect(await remarkOn('content/a.mp4', fragmented)).toMatch(/^can't be read/);
  });
});

it('a damaged video or sound never breaks a build', () => {
  const names = ['clip.mp4', 'clip.webm', 'song.m4a'] as const;
  const edits = fc.array(fc.tuple(fc.nat(4900), fc.nat(255)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom(...names), edits, fc.nat(4900), (name, changes, length) => {
      const bytes = Buffer.from(fixture(name).subarray(0, length));
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
      expect(publishedBytes(name, bytes).length).toBe(bytes.length);
    }),
    { numRuns: 300, seed: 1 },
  );
});

describe('any other file', () => {
  const white = () => sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } });
  const photo = () =>
    white().withExif({
      IFD0: { Make: 'Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    });

  it('is reported when it says where it was made, or who made it with what', async () => {
    const jpeg = await photo().jpeg().toBuffer();
    const core = strToU8('<cp:coreProperties><dc:creator>Ada</dc:creator></cp:coreProperties>');
    const files: Record<string, Uint8Array> = {
      'content/a/photo.jfif': jpeg,
      'content/a/raw.dng': (await sharp(jpeg).metadata()).exif?.subarray(6) ?? Buffer.alloc(0),
      'content/a/raw.nef': await white().tiff().toBuffer(),
      'content/a/voice.mp3': Buffer.concat([
        words('ID3\u00ff'),
        words('com.apple.quicktime.location.ISO6709'),
      ]),
      'content/a/phone.mp3': words('ID3\u00ffTXXX\x03location\x00+48.2+16.3/'),
      'content/a/paper.pdf': words('%PDF-1.5\n\u00ff\n1 0 obj<</Author(Ada)>>endobj trailer<</Info 1 0 R>>'),
      'content/a/photos.pdf': Buffer.concat([words('%PDF-1.5\n'), jpeg]),
      'content/a/bare.pdf': words('%PDF-1.5\ntrailer<</Root 1 0 R>>'),
      'content/a/letter.docx': zipSync({ 'docProps/core.xml': core }),
      'content/a/trip.docx': zipSync({ 'docProps/core.xml': core, 'word/media/image1.jpeg': jpeg }),
      'content/a/table.csv': words('exif:GPSLatitude,51.5'),
      'public/film.mp4': fixture('clip.mp4'),
      'public/film.webm': fixture('clip.webm'),
      'public/song.m4a': fixture('song.m4a'),
    };
    const found: Record<string, string> = {};
    for (const [file, bytes] of Object.entries(files)) {
      const remark = await remarkOn(file, bytes);
      const what = /with the place/.test(remark ?? '') ? 'place' : 'data';
      found[file.replace(/.*\//, '')] =
        remark === null ? 'nothing' : `${what}: ${remark.split('; ')[1]?.slice(0, 22)}`;
    }
    expect(found).toEqual({
      'photo.jfif': 'place: remove it: exiftool -a',
      'raw.dng': 'place: remove it: exiftool -a',
      'raw.nef': 'data: remove it: exiftool -a',
      'voice.mp3': 'place: remove it: exiftool -a',
      'phone.mp3': 'place: remove it: exiftool -a',
      'paper.pdf': 'data: remove it: exiftool -a',
      'photos.pdf': 'place: remove it: exiftool -a',
      'bare.pdf': 'nothing',
      'letter.docx': 'data: remove it in the progr',
      'trip.docx': 'place: remove it in the progr',
      'table.csv': 'nothing',
      'film.mp4': 'place: move it next to the do',
      'film.webm': 'place: move it next to the do',
      'song.m4a': 'place: move it next to the do',
    });
  });

  it('is reported by a build when a document links to it, and by a check wherever it is', async () => {
    const pdf = words('%PDF-1.5\n/Type /Metadata');
    const project = new ContentProject({
      'content/posts/a.md': post('[a](a.pdf) [b](/b.pdf)'),
      'content/posts/a.pdf': pdf,
      'public/b.pdf': pdf,
      'public/c.pdf': pdf,
    });
    const loaded = await project.load();
    const namesOf = (advice: readonly { file: string }[]) => advice.map(({ file }) => file);
    expect(namesOf(await adviseOnShownFiles(project.root, loaded))).toEqual([
      'content/posts/a.pdf',
      'public/b.pdf',
    ]);
    expect(namesOf(await adviseOnFiles(project.root, loaded))).toEqual([
      'content/posts/a.pdf',
      'public/b.pdf',
      'public/c.pdf',
    ]);
    loaded.close();
    project.remove();
  });
});
