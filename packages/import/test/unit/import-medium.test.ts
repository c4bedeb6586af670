import { expect, it } from 'vitest';
import { ServiceImport } from '../helpers/service-import.ts';

const image = 'https://cdn-images-1.medium.com/max/800/1*quay.png';
const story = (title: string, body: string, more = '') =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><article class="h-entry"><header><h1 class="p-name">${title}</h1></header><section data-field="body" class="e-content"><section class="section section--body section--first"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner">${body}</div></div></section></section><footer>${more}</footer></article></body></html>`;
const out = (hash: string, slug: string, date: string) =>
  `<p>By <a href="https://medium.com/@tove" class="p-author h-card">Tove</a> on <a href="https://medium.com/p/${hash}"><time class="dt-published" datetime="${date}">then</time></a>.</p><p><a href="https://medium.com/@tove/${slug}-${hash}" class="p-canonical">Canonical link</a></p><p>Exported from Medium</p>`;
const heading = (words: string) => `<h3 class="graf graf--h3 graf--title">${words}</h3>`;

const files = {
  'README.html': '<p>Your export</p>',
  'profile/profile.html': '<p>tove@mail.example</p>',
  'posts/2019-02-03_The-quay-abcdef012345.html': story(
    'The quay',
    `${heading('The quay')}<p class="graf">Stone by <em>stone</em>, as <a href="https://medium.com/@tove/the-crane-0123456789ab?source=x">there</a>.</p><figure class="graf"><img class="graf-image" src="${image}" alt="A quay"><figcaption>Low water</figcaption></figure><pre class="graf graf--pre">a &lt; b</pre>`,
    `<p class="p-tags">Tagged in <a class="p-tag">Harbour life</a></p>${out('abcdef012345', 'the-quay', '2019-02-03T10:00:00.000Z')}`,
  ),
  'posts/2020-01-01_The-crane-0123456789ab.html': story(
    'The crane',
    `${heading('The crane')}<p>Up.</p><hr><p>Down.</p>`,
    out('0123456789ab', 'the-crane', '2020-01-01T10:00:00.000Z'),
  ),
  'posts/draft_Unsaid-111111111111.html': story('Unsaid', `${heading('Unsaid')}<p>draftword</p>`),
  'posts/Begun-333333333333.html': story('Begun', `${heading('Begun')}<p>begunword</p>`),
  'posts/2020-02-02_Well-said--222222222222.html': story(
    'Well said.',
    '<p>Well said.</p>',
    out('222222222222', 'well-said', '2020-02-02T10:00:00.000Z'),
  ),
};

it('an export of Medium: stories, tags, links between them, drafts and answers', async () => {
  using site = new ServiceImport();
  site.pack(files);
  const report = await site.run('export.zip', { system: 'medium' });
  expect(report.readAs).toBe('Medium: posts/, 5 documents');
  const post = site.read('content/posts/2019-02-03-the-quay.md');
  expect(post).toContain('title: The quay');
  expect(post).toMatch(/tags:\n {2}- harbour-life/);
  expect(post).toContain('Stone by *stone*, as [there](/the-crane/).');
  expect(post).toContain(image);
  expect(post).toContain('a < b');
  expect(post.match(/The quay/g)).toHaveLength(1);
  expect(post).not.toContain('\n---\n\n---');
  expect(site.read('content/posts/2020-01-01-the-crane.md')).toMatch(/Up\.\n\n(?:\*\*\*|---)\n\nDown\./);
  expect(site.read('content/posts/unsaid.md')).toContain('draft: true');
  expect(site.read('content/posts/2020-02-02-well-said.md')).toContain('draft: true');
  // Without the name of a draft, but never published.
  expect(site.read('content/posts/begun.md')).toContain('draft: true');
  expect(site.lost('image-elsewhere')).toEqual([image]);
  expect(site.lost('access-restricted')).toEqual(['stories for members']);
  const all = site
    .filesIn('content')
    .map((file) => site.read(`content/${file}`))
    .join('\n');
  expect(all).not.toMatch(/mail\.example|Exported from/);
  expect(await site.problems()).toEqual([]);
});

it('pages that are no stories are named; an archive without any stops the import', async () => {
  using site = new ServiceImport();
  site.pack({ ...files, 'posts/odd.html': '<p>x</p>', '../../posts/away.html': story('Away', 'x') });
  await site.run('export.zip', { system: 'medium' });
  expect(site.lost('unreadable')).toEqual(['posts/odd.html']);
  expect(site.filesIn('content/posts')).toHaveLength(5);
  using other = new ServiceImport();
  other.pack({ 'a.html': '<p>x</p>' });
  const { stopped } = await other.run('export.zip', { system: 'medium' });
  expect(stopped).toContain('no export of Medium');
});
