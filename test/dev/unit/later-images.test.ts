import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { formsFolder } from '../../../src/content/images/shown-images.ts';
import { type LoadedLibrary, loadLibrary } from '../../../src/content/library/load-library.ts';
import { ContentError } from '../../../src/content/read/problems.ts';
import { LaterImages } from '../../../src/dev/later-images.ts';
import { LiveFiles } from '../../../src/dev/live-files.ts';
import { ContentProject, post, testSite } from '../../helpers/content-project.ts';

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c84' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

let project: ContentProject;
let later: LaterImages;
let loaded: LoadedLibrary | null = null;
afterEach(async () => {
  loaded?.close();
  loaded = null;
  await later.close();
  project.remove();
});

function open(files: Record<string, string | Uint8Array>) {
  project = new ContentProject(files);
  const source = {
    root: project.root,
    site: testSite,
    compilerDigest: 'test',
    cacheFile: join(project.root, 'cache/compiled.sqlite'),
    nowGmt: '2026-11-21T12:00:00',
    preview: true,
  };
  later = new LaterImages(source);
  const memory = { entries: null, converted: later.converted };
  const load = async () => {
    loaded?.close();
    loaded = null;
    loaded = await loadLibrary(source, { memory });
    return loaded;
  };
  const folder = formsFolder(source);
  const forms = () => (existsSync(folder) ? readdirSync(folder) : []);
  return { source, load, forms };
}

const convertAll = (from: LoadedLibrary, progress: (done: number, total: number) => void = () => undefined) =>
  new Promise<void>((resolve) => later.convertAll(from.images, progress, resolve));

it('photographs have their size before they are converted, and are converted once, those first that are requested', async () => {
  const { source, load, forms } = open({
    'content/posts/a.md': post('![a](a.jpg) ![b](b.jpg) ![c](c.png)'),
    'content/posts/a.jpg': await photo(2001, 1503),
    'content/posts/b.jpg': await photo(2400, 1350),
    'content/posts/c.png': await sharp(await photo(40, 30))
      .png()
      .toBuffer(),
  });
  const first = await load();
  const sizes = [
    { width: 1503, height: 2001 },
    { width: 1350, height: 2400 },
    { width: 40, height: 30 },
  ];
  expect(first.library.documents[0]?.images).toMatchObject(sizes);
  expect(forms()).toEqual([]);

  const files = new LiveFiles(
    {
      library: first,
      source,
      images: project.root,
      convert: (file) => later.convert(file),
      ownPage: async () => null,
      modified: '',
    },
    async () => '',
  );
  await files.prepare('/media/posts/a.jpg.480.webp');
  expect(files.find('/media/posts/a.jpg.480.webp')?.size).toBeGreaterThan(0);
  expect(forms()).toHaveLength(1);
  const progress: number[][] = [];
  await convertAll(first, (...said) => progress.push(said));
  expect(progress.map(([, total]) => total)).toEqual([3, 3, 3]);
  expect(forms()).toHaveLength(3);

  const second = await load();
  expect(second.library.documents[0]?.images).toMatchObject(sizes);
  expect([...second.images.values()].some((image) => image.ok && image.later)).toBe(false);
  // Another process, and the build.
  second.close();
  loaded = await loadLibrary(source, { onImages: () => expect.unreachable('Nothing is due.') });
  expect(loaded.library.media).toEqual(second.library.media);
});

it('a photograph that turns out to be damaged is a problem of the next load, until it is replaced', async () => {
  const { load } = open({
    'content/posts/a.md': post('![a](a.jpg)'),
    'content/posts/a.jpg': (await photo(2001, 1503)).subarray(0, 9000),
  });
  await convertAll(await load());
  for (const _ of [1, 2]) {
    const problem = await load().catch((error) => error);
    expect(problem).toBeInstanceOf(ContentError);
    expect(problem.problems).toMatchObject([{ file: 'content/posts/a.md', line: 5, field: 'image' }]);
  }
  project.write({ 'content/posts/a.jpg': await photo(600, 400) });
  expect((await load()).library.documents[0]?.images).toMatchObject([{ width: 400, height: 600 }]);
});

it('a protected text is compiled again with the published form of its photograph', async () => {
  const { load } = open({
    'content/posts/a.md': post('![a](a.jpg)', 'password: river\n'),
    'content/posts/a.jpg': await photo(2001, 1503),
  });
  const lockedOf = ({ library }: LoadedLibrary) => library.documents[0]?.locked;
  const first = await load();
  const before = lockedOf(first);
  await convertAll(first);
  const after = lockedOf(await load());
  expect(after).not.toEqual(before);
  expect(lockedOf(await load())).toEqual(after);
  expect(loaded?.report.compiled).toBe(0);
});
