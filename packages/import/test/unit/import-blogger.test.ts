import { expect, it } from 'vitest';
import { ServiceImport } from '../helpers/service-import.ts';

const escaped = (html: string) => html.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const kind = (name: string) =>
  `<category scheme='http://schemas.google.com/g/2005#kind' term='http://schemas.google.com/blogger/2008/kind#${name}'/>`;
const entry = (id: string, inside: string) =>
  `<entry><id>tag:blogger.com,1999:blog-1.${id}</id>${inside}</entry>`;
const image = 'https://1.bp.blogspot.com/-x/y/s1600/rope.png';

/** The backup of the years before 2024. */
const backup = `<?xml version='1.0' encoding='UTF-8'?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:thr='http://purl.org/syndication/thread/1.0' xmlns:app='http://purl.org/atom/app#'><id>tag:blogger.com,1999:blog-1.archive</id><title type='text'>Ropes</title><link rel='alternate' type='text/html' href='https://ropes.blogspot.com/'/>
${entry('settings.BLOG_NAME', `${kind('settings')}<title>name</title><content>Ropes &amp; knots</content>`)}
${entry('layout', `${kind('template')}<title>Template</title><content>b:skin</content>`)}
${entry('post-11', `<published>2012-04-05T21:30:00.000-07:00</published><updated>2012-04-06T08:00:00.000-07:00</updated>${kind('post')}<category scheme='http://www.blogger.com/atom/ns#' term='Deck work'/><title type='text'>A bowline</title><content type='html'>${escaped(`<p>Tie <b>it</b> as <a href="https://ropes.blogspot.com/2012/04/splice.html">this</a>.</p><a href="${image}"><img src="${image.replace('s1600', 's320')}" alt="A rope"></a>`)}</content><link rel='alternate' type='text/html' href='https://ropes.blogspot.com/2012/04/bowline.html'/><author><name>Tove</name><email>noreply@blogger.com</email></author>`)}
${entry('post-12', `<published>2012-04-07T10:00:00.000-07:00</published>${kind('post')}<title type='text'>A splice</title><content type='html'>Plain.</content><link rel='alternate' href='https://ropes.blogspot.com/2012/04/splice.html'/><author><name>Tove</name></author>`)}
${entry('post-13', `<app:control><app:draft>yes</app:draft></app:control><published>2012-05-07T10:00:00.000-07:00</published>${kind('post')}<title type='text'>Later</title><content type='html'>Nobody reads draftword.</content><author><name>Tove</name></author>`)}
${entry('page-14', `<published>2012-05-07T10:00:00.000-07:00</published>${kind('page')}<title type='text'>About</title><content type='html'>Me.</content><link rel='alternate' href='https://ropes.blogspot.com/p/about.html'/><author><name>Tove</name></author>`)}
${entry('post-21', `<published>2012-04-06T10:00:00.000-07:00</published>${kind('comment')}<title>x</title><content type='html'>Well tied.</content><author><name>Nils</name><uri>https://nils.example</uri></author><thr:in-reply-to href='https://ropes.blogspot.com/2012/04/bowline.html' ref='tag:blogger.com,1999:blog-1.post-11'/>`)}
${entry('post-22', `<published>2012-04-06T11:00:00.000-07:00</published>${kind('comment')}<title>x</title><content type='html'>Thanks.</content><author><name>Tove</name></author><link rel='related' href='https://www.blogger.com/feeds/1/11/comments/default/21'/><thr:in-reply-to ref='tag:blogger.com,1999:blog-1.post-11'/>`)}
</feed>`;

const takeout = `<?xml version='1.0' encoding='utf-8'?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:blogger='http://schemas.google.com/blogger/2018'><id>tag:blogger.com,1999:blog-1</id><title>Ropes</title>
<entry><id>tag:blogger.com,1999:blog-1.post-1</id><blogger:type>POST</blogger:type><blogger:status>LIVE</blogger:status><author><name>Tove</name><blogger:type>BLOGGER</blogger:type></author><title>Hitch</title><content type='html'>Two turns.</content><published>2020-01-02T03:04:05Z</published><blogger:location><blogger:name>Quay</blogger:name></blogger:location><category scheme='tag:blogger.com,1999:blog-1' term='Knots'/><blogger:filename>/2020/01/hitch.html</blogger:filename></entry>
<entry><id>tag:blogger.com,1999:blog-1.post-2</id><blogger:type>POST</blogger:type><blogger:status>SOFT_TRASHED</blogger:status><author><name>Tove</name></author><title>Old</title><content type='html'>binword</content><published>2020-01-02T03:04:05Z</published><blogger:filename>/2020/01/old.html</blogger:filename></entry>
<entry><id>tag:blogger.com,1999:blog-1.post-3</id><blogger:type>COMMENT</blogger:type><blogger:status>SPAM_COMMENT</blogger:status><blogger:parent>tag:blogger.com,1999:blog-1.post-1</blogger:parent><author><name>Bot</name></author><content type='html'>spamword</content><published>2020-01-03T03:04:05Z</published></entry>
<entry><id>tag:blogger.com,1999:blog-1.post-4</id><blogger:type>COMMENT</blogger:type><blogger:status>LIVE</blogger:status><blogger:parent>tag:blogger.com,1999:blog-1.post-1</blogger:parent><author><name>Nils</name></author><content type='html'>Good.</content><published>2020-01-03T03:04:05Z</published></entry></feed>`;

it('a backup of Blogger: posts, labels, comments, drafts, addresses and images', async () => {
  using site = new ServiceImport();
  site.write({ 'blog.xml': backup, 'images/rope.png': '' });
  const report = await site.run('blog.xml', { system: 'blogger', media: `${site.root}/images` });
  expect(report.readAs).toBe('Blogger: blog.xml, 4 documents');
  const post = site.read('content/posts/2012-04-05-bowline.md');
  expect(post).toContain('date: 2012-04-05T21:30:00');
  expect(post).toMatch(/redirectFrom:\n {2}- \/2012\/04\/bowline\.html\n/);
  expect(post).toMatch(/tags:\n {2}- deck-work\n/);
  expect(post).toContain('Tie **it** as [this](/2012/04/splice/).');
  expect(post).toContain('![A rope](/images/rope.png)');
  expect(site.read('content/posts/2012-05-07-later.md')).toContain('draft: true');
  expect(site.read('content/pages/about.md')).toContain('/p/about.html');
  expect(site.read('content/redirects.yaml')).toMatch(
    /from: \/search\/label\/Deck%20work\/?\n {2}to: \/tag\/deck-work\//,
  );
  const [comments = ''] = site
    .filesIn('content/comments')
    .map((file) => site.read(`content/comments/${file}`));
  expect(comments).toMatch(/Well tied[\s\S]*Thanks/);
  expect(comments).not.toContain('noreply');
  expect(site.read('site.ts')).toContain('Ropes & knots');
  expect(site.lost('image-elsewhere')).toEqual([]);
  expect(await site.problems()).toEqual([]);
});

it('without their copies, images stay where they are, and each is a loss', async () => {
  using site = new ServiceImport();
  site.write({ 'blog.xml': backup });
  await site.run('blog.xml', { system: 'blogger' });
  expect(site.lost('image-elsewhere')).toEqual([image.replace('s1600', 's320')]);
  expect(site.read('content/posts/2012-04-05-bowline.md')).toContain(image.replace('s1600', 's320'));
});

it('the zip of Google Takeout: what was in the bin, and comments that were held, stay out', async () => {
  using site = new ServiceImport();
  site.pack({
    'Takeout/Blogger/Blogs/Ropes/feed.atom': takeout,
    'Takeout/Blogger/Blogs/Ropes/theme-classic.xml': '<x/>',
  });
  await site.run('export.zip', { system: 'blogger', home: 'https://ropes.example' });
  expect(site.read('content/posts/2020-01-02-hitch.md')).toContain('/2020/01/hitch.html');
  const all = site
    .filesIn('content')
    .map((file) => site.read(`content/${file}`))
    .join('\n');
  expect(all).toContain('Good.');
  expect(all).not.toMatch(/binword|spamword/);
  expect(site.lost('trash-left')).toEqual(['Old']);
  expect(await site.problems()).toEqual([]);
});

it.each([
  ['cut off', backup.slice(0, 2000)],
  ['of another kind', '<?xml version="1.0"?><rss><channel><title>x</title></channel></rss>'],
  ['with entities of its own', `<!DOCTYPE a [<!ENTITY b "c">]>${backup}`],
  ['broken', backup.replace('</entry>', '</entri>')],
])('a backup that is %s stops the import with a message', async (_, text) => {
  using site = new ServiceImport();
  site.write({ 'blog.xml': text });
  const { stopped } = await site.run('blog.xml', { system: 'blogger' });
  expect(stopped).toMatch(/^blog\.xml, line \d+: \S/);
});
