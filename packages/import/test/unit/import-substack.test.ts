import { expect, it } from 'vitest';
import { ServiceImport } from '../helpers/service-import.ts';

const image =
  'https://substackcdn.com/image/fetch/w_1456,f_auto/https%3A%2F%2Fsubstack-post-media.s3.amazonaws.com%2Fpublic%2Fimages%2F12ab_800x600.png';
const files = {
  'posts.csv': `post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url
101.first-frost,2023-10-05T06:00:00.000Z,true,,,newsletter,everyone,"First frost, ""late""","Cold, &#x201C;and&#x201D; clear",
102.for-payers,2023-11-05T06:00:00.000Z,true,,,newsletter,only_paid,For payers,,
103.half,2023-11-06T06:00:00.000Z,true,,,newsletter,everyone,Half,,
104.not-yet,,false,,,newsletter,everyone,Not yet,,
105.spoken,2023-12-05T06:00:00.000Z,true,,,podcast,everyone,Spoken,,https://api.substack.com/feed/podcast/1.mp3
106.about,2023-12-05T06:00:00.000Z,true,,,page,everyone,About,,
107.lost,2023-12-05T06:00:00.000Z,true,,,thread,everyone,Lost,,
`,
  'posts/101.first-frost.html': `<p>White <em>grass</em>.</p><div class="captioned-image-container"><figure><a class="image-link image2" href="${image}"><picture><img src="${image}" alt="Frost"></picture><div class="image-link-expand"><svg></svg></div></a><figcaption>At dawn</figcaption></figure></div><p class="button-wrapper"><a class="button" href="%%checkout_url%%">Subscribe now</a></p><p>See <a href="https://frost.substack.com/p/for-payers">that</a> and <a href="https://frost.substack.com/p/half">half</a>.</p>`,
  'posts/102.for-payers.html': '<p>Only paidword.</p>',
  'posts/103.half.html': '<p>Open.</p><div class="paywall-jump"></div><p>Closed halfword.</p>',
  'posts/104.not-yet.html': '<p>draftword</p>',
  'posts/105.spoken.html': '<p>Listen.</p>',
  'posts/106.about.html': '<p>Who I am.</p>',
  'email_list.frost.csv': 'email\nreader@mail.example\n',
  'posts/101.opens.csv': 'email\nreader@mail.example\n',
};

it('an export of Substack: posts, audience, images, buttons, subscribers', async () => {
  using site = new ServiceImport();
  site.pack(files);
  site.write({ 'media/12ab_800x600.png': '' });
  const report = await site.run('export.zip', {
    ...{ system: 'substack', home: 'https://frost.substack.com', media: `${site.root}/media` },
  });
  expect(report.readAs).toBe('Substack: posts.csv, 7 documents');
  const post = site.read('content/posts/2023-10-05-first-frost.md');
  expect(post).toContain(`title: First frost, "late"`);
  expect(post).toContain('description: Cold, “and” clear');
  expect(post).toContain('White *grass*.');
  expect(post).toContain('/images/12ab_800x600.png');
  expect(post).not.toMatch(/Subscribe|checkout/);
  expect(site.read('site.ts')).toContain('"post": "/p/{slug}/"');
  for (const name of ['2023-11-05-for-payers', '2023-11-06-half', 'not-yet'])
    expect(site.read(`content/posts/${name}.md`)).toContain('draft: true');
  expect(site.read('content/posts/2023-12-05-spoken.md')).toContain(
    'https://api.substack.com/feed/podcast/1.mp3',
  );
  expect(site.read('content/pages/p/about.md')).not.toContain('draft');
  expect(site.lost('image-elsewhere')).toContain('https://api.substack.com/feed/podcast/1.mp3');
  expect(site.lost('html-removed')).toContain('Subscribe now');
  expect(site.lost('unreadable')).toEqual(['posts/107.lost.html: “Lost”']);
  expect(site.lost('personal-left')).toEqual(['2 lists of subscribers, and of what they opened']);
  const all = site
    .filesIn('.')
    .filter((file) => !/\.png$/.test(file))
    .map((file) => site.read(file))
    .join('\n');
  expect(all).not.toContain('reader@mail.example');
  expect(await site.problems()).toEqual([]);
});

it('names that leave the folder are refused, and nothing outside of it is read', async () => {
  using site = new ServiceImport();
  site.pack({
    'posts.csv':
      'post_id,post_date,is_published,type,audience,title\n../../etc/passwd,2023-10-05,true,newsletter,everyone,Away\n1.a,2023-10-05,true,newsletter,everyone,A\n',
    'posts/1.a.html': 'a',
    '../evil.html': 'evil',
    '/tmp/evil.html': 'evil',
  });
  await site.run('export.zip', { system: 'substack', home: 'https://frost.example' });
  expect(site.lost('unreadable')).toEqual(['posts/../../etc/passwd.html: “Away”']);
  expect(site.filesIn('content/posts')).toEqual(['2023-10-05-a.md']);
});

it.each([
  ['a bomb', { 'posts.csv': 'post_id\n1.a\n', 'posts/1.a.html': 'x'.repeat(40_000_000) }, /larger than/],
  ['of another service', { 'posts/a.html': '<p>x</p>' }, /posts\.csv is missing/],
  ['another table', { 'posts.csv': 'a,b\n1,2\n' }, /no column "post_id"/],
])('%s stops the import', async (_, content, message) => {
  using site = new ServiceImport();
  site.pack(content as Record<string, string>);
  const report = await site.run('export.zip', { system: 'substack', home: 'https://frost.example' });
  expect([report.stopped, ...report.losses.map(({ what }) => what)].join('\n')).toMatch(message);
  expect(report.stopped).not.toBeNull();
});

it('a truncated zip says so', async () => {
  using site = new ServiceImport();
  site.write({ 'export.zip': Buffer.from('PK\u0003\u0004 not a zip') });
  const report = await site.run('export.zip', { system: 'substack' });
  expect(report.stopped).not.toBeNull();
});

it('what scripts of Substack showed is text, a link or a line of the report; footnotes are Markdown', async () => {
  using site = new ServiceImport();
  const filled = (name: string, facts: object, tag = 'div') =>
    `<${tag} class="x" data-attrs="${JSON.stringify(facts).replaceAll('"', '&quot;')}" data-component-name="${name}ToDOM"></${tag}>`;
  const anchor = '<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1" target="_self">1</a>';
  site.pack({
    'posts.csv':
      'post_id,post_date,is_published,type,audience,title\n1.one,2024-01-05T06:00:00Z,true,newsletter,everyone,One\n',
    'posts/1.one.html': `<p>Ice is thin.${anchor}</p>${filled('Twitter2', { url: 'https://x.com/zoe/status/1', full_text: 'Mind the <b>ice</b>', username: 'zoe' })}${filled('Poll', { id: 31 })}${filled('LatexBlock', { persistentExpression: 'h = \\sqrt{t}', id: 'A' })}${filled('DigestPostEmbed', { title: 'On thaw', canonical_url: 'https://other.example/p/thaw' })}${filled('ImageGallery', { gallery: { images: [{ src: 'https://pics.example/1.jpg' }, { src: 'https://pics.example/2.jpg' }] } })}<p>Said ${filled('Mention', { name: 'Ana Ruiz', url: 'https://ana.example' }, 'span')} today.</p><div class="footnote" data-component-name="FootnoteToDOM"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>Two <em>fingers</em>.</p></div></div>`,
  });
  await site.run('export.zip', { system: 'substack', home: 'https://ice.substack.com' });
  const post = site.read('content/posts/2024-01-05-one.md');
  expect(post).toContain('Ice is thin.[^1]');
  expect(post).toContain('[^1]: Two *fingers*.');
  expect(post).toContain('> Mind the ice\n>\n> [@zoe](https://x.com/zoe/status/1)');
  expect(post).toContain('```math\nh = \\sqrt{t}\n```');
  expect(post).toContain('[On thaw](https://other.example/p/thaw)');
  expect(post).toContain('![](https://pics.example/2.jpg)');
  expect(post).toContain('Said [Ana Ruiz](https://ana.example/) today.');
  expect(post).not.toMatch(/footnote|<div|<sup/);
  expect(site.lost('embed-as-link')).toEqual(['Twitter: Mind the ice', 'DigestPostEmbed: On thaw']);
  expect(site.lost('html-removed')).toEqual(['Poll: {"id":31}']);
  expect(await site.problems()).toEqual([]);
});
