/** Exports of WordPress for tests, as short as they can be: say what matters, the rest has a default. */
export interface ExportedItem {
  readonly id?: number | null;
  readonly type?: string;
  readonly status?: string;
  readonly title?: string;
  readonly slug?: string;
  readonly link?: string;
  readonly content?: string;
  readonly excerpt?: string;
  readonly date?: string;
  readonly dateGmt?: string;
  readonly parent?: number;
  readonly creator?: string;
  readonly password?: string;
  /** More elements of the item, as XML. */
  readonly more?: string;
}

const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

export function exportedMeta(key: string, value: string): string {
  return `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`;
}

export interface ExportedComment {
  readonly id: number;
  readonly parent?: number;
  readonly author?: string;
  readonly url?: string;
  readonly content?: string;
  readonly approved?: string;
  readonly type?: string;
  readonly userId?: number;
}

export function exportedComment(comment: ExportedComment): string {
  const { id, parent = 0, author = 'Reader', url = '', content = 'Words.' } = comment;
  return `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>${cdata(author)}</wp:comment_author><wp:comment_author_email>reader@mail.example</wp:comment_author_email><wp:comment_author_url>${url}</wp:comment_author_url><wp:comment_author_IP>203.0.113.9</wp:comment_author_IP><wp:comment_date>2019-03-${10 + id} 10:00:00</wp:comment_date><wp:comment_date_gmt>2019-03-${10 + id} 10:00:00</wp:comment_date_gmt><wp:comment_content>${cdata(content)}</wp:comment_content><wp:comment_approved>${comment.approved ?? '1'}</wp:comment_approved><wp:comment_type>${comment.type ?? 'comment'}</wp:comment_type><wp:comment_parent>${parent}</wp:comment_parent><wp:comment_user_id>${comment.userId ?? 0}</wp:comment_user_id></wp:comment>`;
}

export function exportedItem(item: ExportedItem): string {
  const {
    id = 1,
    type = 'post',
    status = 'publish',
    slug = `item-${id}`,
    date = '2020-05-06 07:08:09',
  } = item;
  return `<item>
<title>${cdata(item.title ?? `Item ${id}`)}</title>
<link>${(item.link ?? `https://old.example/${slug}/`).replaceAll('&', '&#038;')}</link>
<pubDate></pubDate>
<dc:creator>${cdata(item.creator ?? 'ed')}</dc:creator>
<guid isPermaLink="false">https://old.example/?p=${id}</guid>
<content:encoded>${cdata(item.content ?? 'Words.')}</content:encoded>
<excerpt:encoded>${cdata(item.excerpt ?? '')}</excerpt:encoded>
${id === null ? '' : `<wp:post_id>${id}</wp:post_id>`}
<wp:post_date>${cdata(date)}</wp:post_date>
<wp:post_date_gmt>${cdata(item.dateGmt ?? date)}</wp:post_date_gmt>
<wp:post_name>${cdata(slug)}</wp:post_name>
<wp:status>${cdata(status)}</wp:status>
<wp:post_parent>${item.parent ?? 0}</wp:post_parent>
<wp:menu_order>0</wp:menu_order>
<wp:post_type>${cdata(type)}</wp:post_type>
<wp:post_password>${cdata(item.password ?? '')}</wp:post_password>
<wp:is_sticky>0</wp:is_sticky>
${item.more ?? ''}
</item>`;
}

/** A whole export. */
export function exportFile(items: readonly ExportedItem[], head = ''): string {
  return `${exportHead(head)}${items.map(exportedItem).join('\n')}\n${exportEnd}`;
}

/** What is before the first item. @param more elements of the channel: authors, terms */
export const exportHead = (more = ''): string => `<?xml version="1.0" encoding="UTF-8" ?>
<!-- 4. Activate & Run Importer. -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Old &#38; new</title>
<link>https://old.example</link>
<description>Words of a site</description>
<language>en-US</language>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url>
<wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_id>1</wp:author_id><wp:author_login>${cdata('ed')}</wp:author_login><wp:author_email>${cdata('ed@old.example')}</wp:author_email><wp:author_display_name>${cdata('Ed')}</wp:author_display_name></wp:author>
${more}
`;

/** What is behind the last item. */
export const exportEnd = '</channel>\n</rss>\n';
