import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { ContentProject, post, testSite } from '../../../../test/helpers/content-project.ts';
import { readImage } from '../../src/images.ts';
import { toRecord } from '../../src/lexicons.ts';
import { optionsSchema } from '../../src/options.ts';
import { listWanted, planChanges } from '../../src/publish-records.ts';
import { publicationUri } from '../../src/record-keys.ts';
import { did } from '../helpers/fake-host.ts';

const options = optionsSchema.parse({ did });
const quotes = '"Quoted" words.\n\n'.repeat(6000);
const project = new ContentProject({
  'content/posts/hello.md': post(
    'Words, “quoted” & more.',
    'id: 137\nimage: https://elsewhere.example/a.png\nimageAlt: A\n',
  ),
  'content/posts/long.md': post(quotes, 'slug: long\n'),
  'content/posts/2026-01-03.md': '---\ntitle: ""\ndate: 2026-01-03T10:00:00\n---\n\nNo title here.\n',
});
afterAll(() => project.remove());

test('every record keeps to its lexicon, and one request has room for it', async () => {
  const { library, close } = await project.load();
  const wanted = await listWanted(project.root, library, options);
  close();
  expect(wanted).toHaveLength(4);
  for (const { value } of wanted) {
    expect(() => toRecord(value)).not.toThrow();
    expect(Buffer.byteLength(JSON.stringify(value))).toBeLessThan(150_000);
  }
  const values = wanted.map(({ value }) => value);
  expect(values.find(({ path }) => path === '/long/')?.textContent).toMatch(/^"Quoted" words\./);
  expect(values.find(({ title }) => title === 'No title here.')).toBeDefined();
});

test('what a lexicon forbids is an error that names the field', () => {
  const value = {
    $type: 'site.standard.document',
    site: 'https://a.example',
    title: 'A',
    publishedAt: '2026-01-01T00:00:00.000Z',
  };
  expect(() => toRecord(value)).not.toThrow();
  for (const [wrong, field] of [
    [{ title: 'å'.repeat(501) }, 'title'],
    [{ title: undefined }, 'title'],
    [{ publishedAt: 'yesterday' }, 'publishedAt'],
    [{ site: 'no uri' }, 'site'],
    [{ tags: ['a'.repeat(129)] }, 'tags'],
    [{ coverImage: 'cover.jpg' }, 'coverImage'],
  ] as const)
    expect(() => toRecord({ ...value, ...wrong }), field).toThrow(field);
});

test('an image of the worst sort has room too, and what is none is left out', async () => {
  const size = { width: 1500, height: 1500, channels: 3 } as const;
  const noise = await sharp(randomBytes(1500 * 1500 * 3), { raw: size })
    .png({ compressionLevel: 0 })
    .toBuffer();
  project.write({ 'content/posts/noise.png': noise, 'content/posts/broken.png': 'no image' });
  const image = await readImage(project.root, '/media/posts/noise.png');
  expect(image?.bytes.length).toBeLessThan(1_000_000);
  expect(image?.link).toMatch(/^bafkrei[a-z2-7]{52}$/);
  for (const src of ['/media/posts/broken.png', '/media/posts/none.png', 'https://elsewhere.example/a.png'])
    expect(await readImage(project.root, src)).toBeUndefined();
});

test('changes are those that are needed; posts are remembered, records of others stay', () => {
  const uri = (key: string) => `at://${did}/site.standard.document/${key}`;
  const value = (title: string, more = {}) => ({
    $type: 'site.standard.document',
    path: `/${title}/`,
    title,
    ...more,
  });
  const own = publicationUri(testSite, options);
  const bskyPostRef = { uri: `at://${did}/app.bsky.feed.post/3k`, cid: 'bafy' };
  const stored = [
    { uri: uri('same'), cid: '', value: value('same', { bskyPostRef }) },
    { uri: uri('old'), cid: '', value: value('old', { bskyPostRef }) },
    { uri: uri('gone'), cid: '', value: value('gone') },
  ];
  const wanted = [
    { uri: own, value: { $type: 'site.standard.publication', url: 'https://a.example' }, image: undefined },
    { uri: uri('same'), value: value('same'), image: undefined },
    { uri: uri('old'), value: value('new'), image: undefined },
  ];
  expect(planChanges(stored, wanted).map(([name]) => name)).toEqual([
    'create https://a.example',
    'update /new/',
    'delete /gone/',
  ]);
});
