import type { Media } from '../../model/document.ts';
import { imageVariants } from '../../model/image-variants.ts';
import { paths } from '../../model/urls.ts';
import { escapeHtml } from '../../text/plain-text.ts';
import type { WpContext } from '../context.ts';
import { encodeLinkPath, encodeSlug, renderExcerpt, renderTitle } from '../text.ts';

/** An image as WordPress sends an attachment. It has no page: `link` redirects to the file. */
export function renderMedia(context: WpContext, media: Media): string {
  const source = sourceOf(context, media);
  return JSON.stringify({
    id: media.id,
    date: media.date,
    date_gmt: media.dateGmt,
    guid: { rendered: source },
    modified: media.date,
    modified_gmt: media.dateGmt,
    slug: encodeSlug(media.slug),
    status: 'inherit',
    type: 'attachment',
    link: context.base + encodeLinkPath(context.pathOfMedia(media)),
    title: { rendered: renderTitle(media.title) },
    author: context.authorOfMedia(media)?.id ?? 0,
    featured_media: 0,
    comment_status: 'closed',
    ping_status: 'closed',
    template: '',
    meta: [],
    class_list: [`post-${media.id}`, 'attachment', 'type-attachment', 'status-inherit', 'hentry'],
    description: { rendered: descriptionOf(media, source) },
    ...pictureFields(context, media),
    post: attachedTo(context, media),
    source_url: source,
    _links: linksOf(context, media),
  });
}

export function renderMediaEmbed(context: WpContext, media: Media): string {
  const source = sourceOf(context, media);
  return JSON.stringify({
    id: media.id,
    date: media.date,
    slug: encodeSlug(media.slug),
    type: 'attachment',
    link: context.base + encodeLinkPath(context.pathOfMedia(media)),
    title: { rendered: renderTitle(media.title) },
    author: context.authorOfMedia(media)?.id ?? 0,
    featured_media: 0,
    ...pictureFields(context, media),
    source_url: source,
    _links: linksOf(context, media),
  });
}

/** Id of the document that the image belongs to; null when that is not published. */
export function attachedTo(context: WpContext, media: Media): number | null {
  return context.documentById(media.documentId)?.id ?? null;
}

/** What `?media_type=` compares: the first half of the MIME type, `file` for what is not an image, video, sound or text. */
export function mediaTypeOf(media: Media): string {
  return media.mimeType.startsWith('image/') ? 'image' : 'file';
}

/** The file's path below the folder of uploads; from the root of the site for files that are elsewhere. */
export function fileOf(media: Media): string {
  return media.src.replace(/^\/(?:wp-content\/uploads\/)?/, '');
}

function sourceOf(context: WpContext, media: Media): string {
  return context.base + encodeLinkPath(media.src);
}

function descriptionOf(media: Media, source: string): string {
  const text = media.description ? renderExcerpt(media.description) : '';
  const start = `<p class="attachment"><a href='${source.replaceAll("'", '%27')}'>`;
  if (media.width === 0) return `${start}${renderTitle(media.title)}</a></p>\n${text}`;
  const image = `<img loading="lazy" decoding="async" width="${media.width}" height="${media.height}" src="${source}" class="attachment-full size-full" alt="${escapeHtml(media.alt)}" />`;
  return `${start}${image}</a></p>\n${text}`;
}

function pictureFields(context: WpContext, media: Media): object {
  return {
    caption: { rendered: renderExcerpt(media.caption ?? '') },
    alt_text: media.alt,
    media_type: mediaTypeOf(media),
    mime_type: media.mimeType,
    media_details: media.width > 0 ? pictureDetails(context, media) : { filesize: media.bytes, sizes: {} },
  };
}

function pictureDetails(context: WpContext, media: Media): object {
  const { width, height } = media;
  const file = fileOf(media);
  const name = file.slice(file.lastIndexOf('/') + 1);
  return {
    width,
    height,
    file,
    filesize: media.bytes,
    sizes: {
      ...smallerSizes(context, media, name),
      full: { file: name, width, height, mime_type: media.mimeType, source_url: sourceOf(context, media) },
    },
    image_meta: noImageMeta,
  };
}

/** The widths that the build makes, under WordPress's names; none of a file that no text shows. */
function smallerSizes({ base }: WpContext, media: Media, name: string): object {
  const variants = media.unshown ? [] : imageVariants(media).filter(({ format }) => format === 'webp');
  const sizes = variants.flatMap(({ src, width }): [string, object][] => {
    const size = sizeNames[width];
    if (size === undefined || width >= media.width) return [];
    const file = name + src.slice(media.src.length);
    const height = Math.round((width * media.height) / media.width);
    return [[size, { file, width, height, mime_type: 'image/webp', source_url: base + encodeLinkPath(src) }]];
  });
  return Object.fromEntries(sizes);
}

const sizeNames: Readonly<Record<number, string>> = { 480: 'medium', 800: 'medium_large', 1200: 'large' };

/** The site publishes images without what the camera wrote into them. */
const noImageMeta = {
  aperture: '0',
  credit: '',
  camera: '',
  caption: '',
  created_timestamp: '0',
  copyright: '',
  focal_length: '0',
  iso: '0',
  shutter_speed: '0',
  title: '',
  orientation: '0',
  keywords: [],
};

function linksOf(context: WpContext, media: Media): object {
  const api = context.api + paths.wpV2;
  return {
    self: [{ href: `${api}/media/${media.id}` }],
    collection: [{ href: `${api}/media` }],
    about: [{ href: `${api}/types/attachment` }],
    author: [{ embeddable: true, href: `${api}/users/${context.authorOfMedia(media)?.id ?? 0}` }],
    replies: [{ embeddable: true, href: `${api}/comments?post=${media.id}` }],
  };
}
