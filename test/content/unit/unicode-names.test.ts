import { afterEach, expect, it } from 'vitest';
import { ContentProject } from '../../helpers/content-project.ts';

let project: ContentProject;
afterEach(() => project.remove());

const [nfc, nfd] = (['NFC', 'NFD'] as const).map((form) => (text: string) => text.normalize(form)) as [
  (text: string) => string,
  (text: string) => string,
];
const text = (front: string, body: string) => `---\ntitle: A\n${front}---\n\n${body}\n`;
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"></svg>';

it.each([
  ['composed', nfc, nfd],
  ['decomposed', nfd, nfc],
])('names that are %s on disk are found as authors write them', async (_, onDisk, inText) => {
  project = new ContentProject({
    [`content/pages/${onDisk('Bäume')}/${onDisk('blüte')}.svg`]: svg,
    [`content/pages/${onDisk('ガイド')}.md`]: text('', '## Größe'),
    [`public/${onDisk('Übersicht')}.txt`]: 'Words',
    'content/authors.yaml': `- { slug: ${onDisk('zoë')}, name: Zoë }\n`,
    'content/tags.yaml': `- { slug: ${onDisk('café')}, name: Café }\n`,
    'content/media.yaml': `- { file: "pages/${inText('Bäume/blüte')}.svg", caption: Bloom }\n`,
    'content/posts/a.md': text(
      `date: 2026-01-05\ntags: [${inText('café')}]\nauthor: ${inText('zoë')}\nimage: ../pages/${inText('Bäume/blüte')}.svg\n`,
      inText(
        '![bloom](../pages/Bäume/blüte.svg) [guide](../pages/ガイド.md#größe) [file](/Übersicht.txt) [there](/ガイド/#größe)\n\n<img src="../pages/Bäume/blüte.svg" alt="bloom">',
      ),
    ),
  });
  expect(await project.problems()).toEqual([]);
  const loaded = await project.load();
  const [post] = loaded.library.documents.filter(({ kind }) => kind === 'post');
  expect(post && loaded.library.body(post).html).toContain(`href="${encodeURI('/ガイド/#größe')}"`);
  expect(post?.terms.post_tag).toEqual([onDisk('café')]);
  expect(post?.author).toBe(onDisk('zoë'));
  expect(loaded.assets).toEqual([`pages/${onDisk('Bäume')}/${onDisk('blüte')}.svg`]);
  expect(loaded.library.media[0]?.caption).toBe('Bloom');
  loaded.close();
});

it('a heading is found in either form', async () => {
  project = new ContentProject({
    'content/pages/a.md': text(
      '',
      `## ${nfd('Über uns')}\n\n[a](#${nfc('über-uns')}) [b](#${nfd('über-uns')})`,
    ),
  });
  expect(await project.problems()).toEqual([]);
  const loaded = await project.load();
  expect(loaded.library.documents[0]?.headings[0]?.id).toBe(nfc('über-uns'));
  loaded.close();
});

it('a link to an address that is decomposed says which slug to write again', async () => {
  project = new ContentProject({
    'content/pages/one.md': text(`slug: ${nfd('fête')}\n`, 'Words'),
    'content/pages/two.md': text('', `[there](/${nfc('fête')}/)`),
  });
  expect((await project.problems())[0]).toMatch(
    /two\.md:5:1 link: .* in another Unicode form \(NFD\); write the slug of content\/pages\/one\.md/,
  );
});
