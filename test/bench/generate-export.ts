import { closeSync, openSync, writeSync } from 'node:fs';
import {
  exportEnd,
  exportedItem,
  exportedMeta,
  exportHead,
} from '../../packages/import/test/helpers/export-file.ts';

/**
 * Writes an export of WordPress of any size: posts of about 9 kB, a image for every second one, two comments for
 * every third, ten fields each, 300 categories, 2,000 tags, one post of 5 MB and one field of 2 MB. 10,000 posts are
 * about 150 MB. The same number gives the same bytes.
 * @returns bytes written
 */
export function generateExport(path: string, posts: number): number {
  const file = openSync(path, 'w');
  let bytes = 0;
  const write = (text: string) => {
    bytes += writeSync(file, text);
  };
  try {
    write(exportHead(terms()));
    for (let number = 0; number < posts / 2; number++) write(image(number));
    for (let number = 1; number <= posts; number++) write(post(number, posts));
    write(exportEnd);
  } finally {
    closeSync(file);
  }
  return bytes;
}

const words =
  'kiln glaze river stone copper lamp moss ferry orchard slate wool anvil harbour naïve größe 庭 lantern rope cedar'.split(
    ' ',
  );

/** Numbers that look random and are the same each time. */
function numbersFrom(seed: number): (below: number) => number {
  let state = (seed * 2654435761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function sentence(number: (below: number) => number): string {
  const length = 8 + number(12);
  return `${Array.from({ length }, () => words[number(words.length)]).join(' ')}.`;
}

function terms(): string {
  const categories = Array.from(
    { length: 300 },
    (_, index) =>
      `<wp:category><wp:term_id>${index + 1}</wp:term_id><wp:category_nicename>cat-${index}</wp:category_nicename><wp:category_parent>${index < 100 ? '' : `cat-${index - 100}`}</wp:category_parent><wp:cat_name>Category ${index}</wp:cat_name></wp:category>\n`,
  );
  const tags = Array.from(
    { length: 2000 },
    (_, index) =>
      `<wp:tag><wp:term_id>${index + 1000}</wp:term_id><wp:tag_slug>tag-${index}</wp:tag_slug><wp:tag_name>Tag ${index}</wp:tag_name></wp:tag>\n`,
  );
  return [...categories, ...tags].join('');
}

const pictureId = (number: number): number => 1_000_000 + number;

function image(number: number): string {
  const file = `2020/01/photo-${number}.jpg`;
  return exportedItem({
    id: pictureId(number),
    type: 'attachment',
    status: 'inherit',
    slug: `photo-${number}`,
    content: '',
    more: `<wp:attachment_url>https://old.example/wp-content/uploads/${file}</wp:attachment_url>${exportedMeta('_wp_attached_file', file)}${exportedMeta('_wp_attachment_image_alt', sentence(numbersFrom(number)))}`,
  });
}

function post(id: number, posts: number): string {
  const number = numbersFrom(id);
  const size = id === 7 ? 5_000_000 : 9_000;
  const blocks: string[] = [];
  for (let length = 0, index = id; length < size; index++) {
    const block = makeBlock(index, number, posts);
    blocks.push(block);
    length += block.length + 2;
  }
  const year = 2000 + (id % 24);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${year}-01-${two(1 + (id % 28))} ${two(id % 24)}:${two(id % 60)}:00`;
  const fields = Array.from({ length: 10 }, (_, index) =>
    exportedMeta(`field_${index}`, id === 11 && index === 0 ? 'x'.repeat(2_000_000) : sentence(number)),
  );
  const thumbnail = id % 2 === 0 ? exportedMeta('_thumbnail_id', String(pictureId(number(posts / 2)))) : '';
  return exportedItem({
    id,
    type: id % 25 === 0 ? 'page' : 'post',
    status: id % 50 === 1 ? 'draft' : 'publish',
    title: sentence(number),
    slug: `post-${id}`,
    link: `https://old.example/${year}/01/post-${id}/`,
    date,
    content: blocks.join('\n\n'),
    more: `<category domain="category" nicename="cat-${id % 300}">Category ${id % 300}</category><category domain="post_tag" nicename="tag-${id % 2000}">Tag ${id % 2000}</category>${fields.join('')}${thumbnail}${id % 3 === 0 ? comments(id, date, number) : ''}`,
  });
}

function comments(id: number, date: string, number: (below: number) => number): string {
  return [0, 1]
    .map(
      (index) =>
        `<wp:comment><wp:comment_id>${id * 2 + index}</wp:comment_id><wp:comment_author>Reader ${index}</wp:comment_author><wp:comment_author_email>reader@mail.example</wp:comment_author_email><wp:comment_author_IP>203.0.113.9</wp:comment_author_IP><wp:comment_date>${date}</wp:comment_date><wp:comment_date_gmt>${date}</wp:comment_date_gmt><wp:comment_content>${sentence(number)}</wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_type>comment</wp:comment_type><wp:comment_parent>${index === 0 ? 0 : id * 2}</wp:comment_parent></wp:comment>`,
    )
    .join('\n');
}

function makeBlock(index: number, number: (below: number) => number, posts: number): string {
  const upload = `https://old.example/wp-content/uploads/2020/01/photo-${number(posts / 2)}`;
  switch (index % 6) {
    case 0: {
      const link = `https://old.example/${2000 + number(24)}/01/post-${1 + number(posts)}/`;
      return `<!-- wp:paragraph -->\n<p>${sentence(number)} <strong>${sentence(number)}</strong> <a href="${link}">${sentence(number)}</a></p>\n<!-- /wp:paragraph -->`;
    }
    case 1:
      return `<!-- wp:heading -->\n<h2 class="wp-block-heading">${sentence(number)}</h2>\n<!-- /wp:heading -->`;
    case 2:
      return `<!-- wp:list -->\n<ul class="wp-block-list">${[1, 2, 3].map(() => `<!-- wp:list-item -->\n<li>${sentence(number)}</li>\n<!-- /wp:list-item -->`).join('')}</ul>\n<!-- /wp:list -->`;
    case 3:
      return `<!-- wp:code -->\n<pre class="wp-block-code"><code>if (a &lt; ${number(99)}) {\n\tprint "${words[number(words.length)]}";\n}</code></pre>\n<!-- /wp:code -->`;
    case 4:
      return `<!-- wp:image -->\n<figure class="wp-block-image"><img src="${upload}-300x200.jpg" alt="${sentence(number)}"/></figure>\n<!-- /wp:image -->`;
    default:
      return `${sentence(number)} "${sentence(number)}"\n\n[caption width="300"]<img src="${upload}.jpg" /> ${sentence(number)}[/caption]\n\n${sentence(number)}`;
  }
}
