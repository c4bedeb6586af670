import { expect, it } from 'vitest';
import { exportFile } from '../helpers/export-file.ts';
import { ServiceImport } from '../helpers/service-import.ts';

const image = 'https://images.squarespace-cdn.com/content/v1/5f/1600-AB/keel.png';
const item = (id: number, type: string, link: string, inside: string) =>
  `<item><title>Item ${id}</title><link>${link}</link>${inside}<wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type></item>`;
const text = (html: string, status = 'publish') =>
  `<content:encoded><![CDATA[${html}]]></content:encoded><wp:status>${status}</wp:status><dc:creator>tove@mail.example</dc:creator>`;
const dated =
  '<wp:post_date>2018-03-04 05:06:07</wp:post_date><wp:post_date_gmt>2018-03-04 05:06:07</wp:post_date_gmt>';
const squarespace = `<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Yard</title><link>https://yard.example</link><language>en-GB</language><wp:wxr_version>1.2</wp:wxr_version>
<wp:author><wp:author_id>-7</wp:author_id><wp:author_login>tove@mail.example</wp:author_login><wp:author_email>tove@mail.example</wp:author_email><wp:author_display_name><![CDATA[Tove Ahl]]></wp:author_display_name></wp:author>
${item(4, 'post', '/blog/2018/3/keel.html', `${text(`<figure><noscript><img src="${image}"></noscript><img class="thumb-image" data-src="${image}" data-image="${image}" alt="The keel"></figure><p>Laid, see <a href="/services">services</a>.</p>`)}${dated}<wp:post_name>keel.html</wp:post_name><category domain="category" nicename="boats"><![CDATA[Boats]]></category><wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>5</wp:meta_value></wp:postmeta><wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_author>Nils</wp:comment_author><wp:comment_date>2018-03-05 05:06:07</wp:comment_date><wp:comment_date_gmt>2018-03-05 05:06:07</wp:comment_date_gmt><wp:comment_content>Good oak.</wp:comment_content><wp:comment_approved>1</wp:comment_approved></wp:comment>`)}
${item(5, 'attachment', image, `<wp:attachment_url>${image}</wp:attachment_url><wp:status>inherit</wp:status>`)}
${item(6, 'page', '/services', `<pubDate>Sat, 27 May 2017 11:33:38 +0000</pubDate>${text('<p>Repairs.</p>')}<wp:post_name>services</wp:post_name>`)}
${item(7, 'post', '/blog/later', `${text('draftword', 'draft')}${dated}<wp:post_name>later</wp:post_name>`)}
${item(8, 'page', '/locked', `${text('lockword')}<wp:post_password>oak</wp:post_password><wp:post_name>locked</wp:post_name>`)}
</channel></rss>`;

it('an export of Squarespace: dates, addresses, images, comments, drafts', async () => {
  using site = new ServiceImport();
  site.write({ 'export.xml': squarespace });
  const report = await site.run('export.xml', { system: 'squarespace' });
  expect(report.readAs).toBe('Squarespace: export.xml');
  const post = site.read('content/posts/2018-03-04-keel.md');
  expect(post).toContain('date: 2018-03-04T05:06:07');
  expect(post).toContain('/blog/2018/3/keel.html');
  expect(post.match(/\(https:\/\/images\.squarespace-cdn\.com/g)).toHaveLength(1);
  expect(post).toContain(`image: ${image}`);
  expect(post).toContain('![The keel]');
  expect(post).toContain('[services](/services/)');
  expect(site.read('content/pages/services.md')).toContain('Repairs.');
  expect(site.read('content/posts/2018-03-04-later.md')).toContain('draft: true');
  expect(site.read('content/pages/locked.md')).toContain('password: oak');
  expect(site.read('content/comments/4.yaml')).toContain('Good oak.');
  expect(site.read('content/authors.yaml')).toContain('slug: tove-ahl');
  const all = site
    .filesIn('content')
    .map((file) => site.read(`content/${file}`))
    .join('\n');
  expect(all).not.toContain('mail.example');
  expect(site.lost('image-elsewhere')[0]).toBe(image);
  expect(await site.problems()).toEqual([]);
});

it.each([
  ['wordpress', squarespace, /export of Squarespace .*import squarespace/],
  ['squarespace', exportFile([{ id: 1 }]), /no export of Squarespace/],
  ['squarespace', squarespace.slice(0, 1500), /cut off|ends in the middle/],
  ['blogger', squarespace, /no backup of Blogger/],
  ['wordpress', '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry/></feed>', /\S/],
] as const)('import %s never reads another system in silence', async (system, content, message) => {
  using site = new ServiceImport();
  site.write({ 'export.xml': content });
  const { stopped } = await site.run('export.xml', { system });
  expect(stopped).toMatch(message);
});

it('an export of WordPress without the address of its site is one of WordPress', async () => {
  using site = new ServiceImport();
  const relative = squarespace.replace(
    '<language>',
    '<generator>https://wordpress.org/?v=6.6</generator><language>',
  );
  site.write({ 'export.xml': relative });
  const report = await site.run('export.xml', { system: 'wordpress' });
  expect(report.stopped).toBeFalsy();
  expect(site.read('content/pages/services.md')).toContain('Repairs.');
});
