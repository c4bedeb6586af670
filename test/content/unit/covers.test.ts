import { describe, expect, it } from 'vitest';
import { coverHtml } from '../../../src/core/html/page-html.ts';
import { coverSizes, coverThumbnail } from '../../../src/core/model/image-variants.ts';
import { siteSchema } from '../../../src/core/model/site.ts';
import type { ArchivePage } from '../../../src/core/pages/page.ts';
import { describePages } from '../../../src/core/pages/pages.ts';
import { createWpContext } from '../../../src/core/wp/context.ts';
import { renderMedia } from '../../../src/core/wp/objects/media.ts';
import { createLibrary, createSite } from '../../helpers/library.ts';

const image = { src: '/media/posts/weir a.jpg', alt: 'The weir', width: 1600, height: 1200 };
const there = { src: 'https://other.example/a.jpg', alt: '', width: null, height: null };

function entriesOf(site = createSite({})) {
  const documents = [
    { title: 'Weir', image },
    { title: 'There', image: there },
    { title: 'None', date: '2020-01-01T00:00:00' },
  ];
  const pages = describePages(createLibrary({ site, documents }));
  const list = pages.find(({ path }) => path === '/posts/') as ArchivePage;
  return Object.fromEntries(list.entries.map(({ title, cover }) => [title, cover]));
}

describe('the image of a document in a list', () => {
  it('is part of its entry, unless another host would have to send it', () => {
    expect(entriesOf()).toEqual({ Weir: image, There: undefined, None: undefined });
  });

  it('is left out where the owner wants none, also in search results', () => {
    const show = siteSchema.shape.show.parse({ covers: false });
    expect(entriesOf(createSite({ show })).Weir).toBeUndefined();
    expect(coverThumbnail({ image }, { show })).toBe('');
  });

  it('is requested in the size of a list, without words that the title says already', () => {
    const html = coverHtml(image, false, coverSizes('list', 39, false));
    expect(html).toContain('/media/posts/weir%20a.jpg.480.avif 480w');
    expect(html).toContain('sizes="(min-width: 34rem) 9rem, 6rem"');
    expect(html).toContain('alt="" width="1600" height="1200" decoding="async" loading="lazy"');
    expect(coverHtml(image, true, '9rem')).toContain('fetchpriority="high"');
  });

  it('is small in search results', () => {
    const { show } = createSite({});
    expect(coverThumbnail({ image }, { show })).toBe('/media/posts/weir%20a.jpg.240.webp');
    expect(coverThumbnail({ image: there }, { show })).toBe('');
    expect(coverThumbnail({ image: { ...image, src: '/a.svg' } }, { show })).toBe('/a.svg');
  });
});

it('an image has smaller forms in the JSON interface, under the names that WordPress gives them', () => {
  const library = createLibrary({ documents: [{ title: 'Weir', image }] });
  const media = {
    ...image,
    id: 7,
    slug: 'weir',
    title: 'weir',
    mimeType: 'image/jpeg',
    bytes: 1000,
    documentId: 1,
    date: '2026-01-01T00:00:00',
    dateGmt: '2026-01-01T00:00:00',
  };
  const sizesOf = (file: typeof media & { unshown?: true }) =>
    JSON.parse(renderMedia(createWpContext(library), file)).media_details.sizes;
  const { medium, medium_large, large, full } = sizesOf(media);
  expect(medium).toEqual({
    file: 'weir a.jpg.480.webp',
    width: 480,
    height: 360,
    mime_type: 'image/webp',
    source_url: 'https://notes.example.org/media/posts/weir%20a.jpg.480.webp',
  });
  expect([medium_large.width, large.width, full.width]).toEqual([800, 1200, 1600]);
  expect(Object.keys(sizesOf({ ...media, unshown: true }))).toEqual(['full']);
});
