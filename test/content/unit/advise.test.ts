import sharp from 'sharp';
import { expect, it } from 'vitest';
import { advise } from '../../../src/content/check/advise.ts';
import { adviseOnFiles, adviseOnShownFiles } from '../../../src/content/check/advise-on-files.ts';
import { adviseOnLinks } from '../../../src/content/check/advise-on-links.ts';
import { siteSchema } from '../../../src/core/model/site.ts';
import { ContentProject, post, testSite } from '../../helpers/content-project.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('names images without a text, pages that nothing links to, and documents without a description', async () => {
  const project = new ContentProject({
    'content/posts/a.md': post('![](dot.png) [linked](../pages/linked.md)', 'description: One sentence.\n'),
    'content/posts/dot.png': pixel,
    'content/pages/linked.md': '---\ntitle: Linked\n---\nText\n',
    // Lists show all of a note.
    'content/posts/2026-01-02-0910.md': '---\ntitle: ""\ndate: 2026-01-02\n---\nText\n',
    'content/pages/lonely.md': '---\ntitle: Lonely\ndescription: One sentence.\n---\nText\n',
  });
  const loaded = await project.load();
  const advice = advise(loaded).map(({ file, message }) => `${file}: ${message}`);
  loaded.close();
  project.remove();
  expect(advice.sort()).toEqual([
    'content/pages/linked.md: description: is missing, so lists show the first sentences of the text.',
    'content/pages/lonely.md: nothing links to /lonely/; link it from a page, or put it into the navigation of site.ts.',
    'content/posts/a.md: the image /media/posts/dot.png has no text for those who do not see it; write it between ![ and ].',
  ]);
});

it('names entries of the navigation that are broken', async () => {
  const project = new ContentProject({ 'content/pages/here.md': '---\ntitle: Here\n---\nText\n' });
  const navigation = ['/here/', '/gone/', '/posts/', '/contact/'].map((path) => ({ label: path, path }));
  const loaded = await project.load(undefined, { ...testSite, navigation });
  const advice = adviseOnLinks(loaded.library, loaded.references);
  const own = [{ path: '/mine/', source: 'src/pages/mine.astro' }];
  const withOwnPages = adviseOnLinks(loaded.library, loaded.references, own);
  loaded.close();
  project.remove();
  // Only the owner's own pages show the link to a list that is empty.
  expect(withOwnPages.map(({ message }) => message.split('"')[1])).toEqual(['/gone/', '/posts/']);
  expect(advice).toEqual([
    {
      file: 'site.ts',
      about: 'navigation',
      message:
        'navigation: "/gone/" links to /gone/, where there is no page; remove the entry, or write the page.',
    },
  ]);
});

it('names settings of a podcast that has no episodes', async () => {
  const audio = (series: string) =>
    post(
      'Text',
      `series: ${series}\naudio: { file: https://cdn.example.org/a.mp3, duration: 31:04, bytes: 488638 }\n`,
    );
  const project = new ContentProject({
    'content/posts/a.md': audio('River talk'),
    'public/river-talk.jpg': await sharp({
      create: { width: 1400, height: 1400, channels: 3, background: 'teal' },
    })
      .jpeg()
      .toBuffer(),
  });
  const show = {
    description: 'Two people and a river.',
    image: '/river-talk.jpg',
    category: 'Science > Nature',
  };
  const site = siteSchema.parse({ ...testSite, podcasts: { 'River tlak': show, 'River talk': show } });
  const loaded = await project.load(undefined, site);
  const advice = advise(loaded).filter(({ file }) => file === 'site.ts');
  loaded.close();
  project.remove();
  expect(advice).toEqual([
    {
      file: 'site.ts',
      about: 'settings',
      message: 'podcasts: "River tlak" is no series with episodes; the series with audio are "River talk".',
    },
  ]);
});

it('in a preview names links to what a build would leave out', async () => {
  const project = new ContentProject({
    'content/posts/a.md': post('[not yet](b.md) and [later](/c/)'),
    'content/posts/b.md': post('[another draft](/b/)', 'draft: true\n'),
    'content/posts/c.md': post('Text').replace('2026', '2091'),
  });
  const loaded = await project.load(undefined, testSite, true);
  expect(loaded.library.documents.map(({ slug, unpublished }) => [slug, unpublished])).toEqual([
    ['c', 'scheduled'],
    expect.anything(),
    expect.anything(),
  ]);
  const advice = adviseOnLinks(loaded.library, loaded.references);
  loaded.close();
  project.remove();
  expect(advice.map(({ file }) => file)).toEqual(['content/posts/a.md:5:1', 'content/posts/a.md:5:21']);
  expect(advice[0]?.message).toBe(
    'link: "b.md" links to a page that is not published yet, so a build would refuse it.',
  );
});

it('names images in public/ that say where or with what they were taken, shown or not, and none next to a text', async () => {
  const white = () => sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } });
  const camera = await white()
    .withExif({ IFD0: { Make: 'Camera' } })
    .jpeg()
    .toBuffer();
  const place = await white()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .webp()
    .toBuffer();
  const edited = await white().withXmp(xmpOf('<exif:GPSLatitude>51,30N</exif:GPSLatitude>')).png().toBuffer();
  const project = new ContentProject({
    'content/posts/a.md': post('![a](/one.jpg) ![b](two.webp) ![c](/d/three.webp)', 'description: One.\n'),
    'content/posts/two.webp': place,
    'public/one.jpg': camera,
    'public/d/three.webp': place,
    'public/d/unshown.png': edited,
    'public/plain.png': pixel,
    'public/broken.jpg': 'x',
  });
  const loaded = await project.load();
  const advice = await adviseOnFiles(project.root, loaded);
  expect(advice.map(({ file, message }) => `${file} ${message.replace(/[;,].*/, '')}`)).toEqual([
    'public/d/three.webp is published with the place where it was taken',
    'public/d/unshown.png is published with the place where it was taken',
    'public/one.jpg is published as it is',
  ]);
  // A build reads what is shown, and says so too.
  expect(await adviseOnShownFiles(project.root, loaded)).toEqual([
    {
      file: 'public/d/three.webp',
      about: 'metadata',
      message: expect.stringMatching(/ move it next to the document/),
    },
  ]);
  expect(advise(loaded)).toEqual([]);
  loaded.close();
  project.remove();
});

it('names drawings with scripts, and in a build those that are shown', async () => {
  const svg = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">${inside}</svg>`;
  const project = new ContentProject({
    'content/posts/a.md': post('![a](a.svg) ![b](b.svg) ![c](plain.svg) ![d](/c.svg)', 'description: One.\n'),
    'content/posts/a.svg': svg('<script>alert(1)</script>'),
    'content/posts/b.svg': svg('<rect\n onload = "alert(1)" width="1"/>'),
    'content/posts/plain.svg': svg('<a href="/x/"><text>on = 1, javascript: no</text></a>'),
    'public/c.svg': svg('<a href=" javascript:alert(1)"><text>x</text></a>'),
    'public/d.svg': svg('<svg:script xmlns:svg="http://www.w3.org/2000/svg"/>'),
  });
  const loaded = await project.load();
  const named = async (advice: ReturnType<typeof adviseOnFiles>) =>
    (await advice).map(({ file, message }) => `${file} ${message.replace(/,.*/, '')}`);
  const shown = ['content/posts/a.svg', 'content/posts/b.svg', 'public/c.svg'].map(
    (file) => `${file} contains a script`,
  );
  expect(await named(adviseOnShownFiles(project.root, loaded))).toEqual(shown);
  expect(await named(adviseOnFiles(project.root, loaded))).toEqual([
    ...shown,
    'public/d.svg contains a script',
  ]);
  loaded.close();
  project.remove();
});

const xmpOf = (fields: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/">${fields}</rdf:Description></rdf:RDF></x:xmpmeta>`;

it('says that an address sends readers to their own machine', async () => {
  const project = new ContentProject({ 'content/posts/a.md': post('Text.', 'description: One sentence.\n') });
  const loaded = await project.load(undefined, { ...testSite, url: 'http://localhost:4321' });
  expect(advise(loaded)).toEqual([
    {
      file: 'site.ts',
      about: 'settings',
      message: expect.stringContaining('sends readers to their own machine'),
    },
  ]);
  loaded.close();
  project.remove();
});

it('names files that no text shows or links to, and not those that a draft will show', async () => {
  const project = new ContentProject({
    'content/posts/a.md': post('[paper](paper.pdf)', 'description: One sentence.\n'),
    'content/posts/b.md': post('![later](later.png)', 'draft: true\n'),
    'content/posts/paper.pdf': '%PDF',
    'content/posts/later.png': pixel,
    'content/posts/stray.txt': 'A note.',
  });
  const loaded = await project.load();
  expect(advise(loaded)).toEqual([
    {
      file: 'content/posts/stray.txt',
      about: 'unused',
      message: 'is not published: no text shows it or links to it.',
    },
  ]);
  loaded.close();
  project.remove();
});
