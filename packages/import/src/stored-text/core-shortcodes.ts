import { escapeHtml } from 'agentsite/text';
import { embedHtml, pageOf } from './embeds.ts';
import { replaceShortcodes, type Shortcode } from './shortcodes.ts';
import type { Attachment, TextContext } from './text-context.ts';

export function renderCoreShortcode(shortcode: Shortcode, context: TextContext): string {
  switch (shortcode.name) {
    case 'caption':
    case 'wp_caption':
      return renderCaption(shortcode);
    case 'gallery':
      return renderGallery(shortcode, context);
    case 'audio':
    case 'video':
      return renderPlayer(shortcode, shortcode.name);
    case 'playlist':
      return renderPlaylist(shortcode, context);
    case 'embed':
      return embedHtml((shortcode.content || shortcode.attributes.src || '').trim(), '', context);
    case 'youtube':
    case 'vimeo':
      return renderFilm(shortcode, context);
    default:
      return shortcode.written;
  }
}

/** The address of a video is an attribute without a name, follows `=`, or is between the tags; Vimeo's may be its ID. */
function renderFilm({ name, attributes, content, written }: Shortcode, context: TextContext): string {
  const said = (attributes['0'] ?? attributes.id ?? content ?? '').replace(/^=/, '').trim();
  const url = /^\d+$/.test(said) && name === 'vimeo' ? `https://vimeo.com/${said}` : said;
  return pageOf(url) === null ? written : embedHtml(url, '', context);
}

/** The image with its link, then the caption, which is an attribute in the oldest form. */
function renderCaption({ attributes, content }: Shortcode): string {
  const text = content ?? '';
  const image = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(text);
  const shown = image?.[1] ?? text;
  const caption = attributes.caption ?? image?.[2]?.trim() ?? '';
  if (caption === '') return shown;
  return `<figure>${shown}<figcaption>${caption}</figcaption></figure>`;
}

function renderGallery({ attributes }: Shortcode, context: TextContext): string {
  const images = orderImages(galleryImages(attributes, context), attributes);
  if (images.length === 0) {
    context.lose(
      'ref-missing',
      `[gallery] of images that are not in the export`,
      'Export "All content", or add the images by hand.',
    );
  }
  const figures = images.map(({ url, alt, caption }) => {
    const image = `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">`;
    const shown = attributes.link === 'file' ? `<a href="${escapeHtml(url)}">${image}</a>` : image;
    const words = caption.trim();
    return `<figure>${shown}${words === '' ? '' : `<figcaption>${words}</figcaption>`}</figure>`;
  });
  return `<div class="gallery">${figures.join('')}</div>`;
}

function galleryImages(attributes: Shortcode['attributes'], context: TextContext): Attachment[] {
  const chosen = attributes.ids || attributes.include;
  if (chosen) return listed(chosen, context);
  const excluded = new Set((attributes.exclude ?? '').split(',').map(Number));
  const parent = Number(attributes.id) || context.id;
  if (parent === null) return [];
  return context.imagesOf(parent).filter(({ id }) => !excluded.has(id));
}

function listed(ids: string, context: TextContext): Attachment[] {
  return ids
    .split(/[\s,]+/)
    .filter((id) => id !== '')
    .flatMap((id) => {
      const found = context.attachment(Number(id));
      if (!found) context.lose('ref-missing', `image ${id} of a gallery is not in the export`);
      return found ? [found] : [];
    });
}

function orderImages(images: Attachment[], { orderby, order }: Shortcode['attributes']): Attachment[] {
  const sorted =
    orderby === 'title'
      ? images.toSorted((a, b) => (a.title < b.title ? -1 : 1))
      : orderby?.toLowerCase() === 'id'
        ? images.toSorted((a, b) => a.id - b.id)
        : images;
  return order?.toUpperCase() === 'DESC' ? sorted.toReversed() : sorted;
}

const sources = 'src mp3 m4a ogg oga wav wma flac mp4 m4v webm ogv flv mov wmv'.split(' ');

function renderPlayer({ attributes, content }: Shortcode, element: 'audio' | 'video'): string {
  const source = sources.map((name) => attributes[name]).find((value) => value !== undefined && value !== '');
  if (source === undefined) return content ?? '';
  const poster = attributes.poster ? ` poster="${escapeHtml(attributes.poster)}"` : '';
  const link = `<a href="${escapeHtml(source)}">${escapeHtml(source)}</a>`;
  return `<figure><${element} controls src="${escapeHtml(source)}"${poster}>${link}</${element}></figure>`;
}

function renderPlaylist({ attributes }: Shortcode, context: TextContext): string {
  const tracks = listed(attributes.ids ?? '', context).map(
    ({ url, title }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></li>`,
  );
  return tracks.length === 0 ? '' : `<ol>${tracks.join('')}</ol>`;
}

/** Shortcodes of common highlighters; their content is code. */
const generic = 'code sourcecode source codeblock crayon cc geshi prism highlight'.split(' ');
const languages = (
  'php python css html javascript js sql xml bash java ruby cpp c csharp diff go json perl powershell rust scala shell ' +
  'swift typescript yaml'
).split(' ');

/** Turns code shortcodes into code blocks, before anything else. */
export function renderCodeShortcodes(text: string): string {
  return replaceShortcodes(text, [...generic, ...languages], ({ name, attributes, content, written }) => {
    if (content === null) return written;
    const language = attributes.language ?? attributes.lang ?? (generic.includes(name) ? '' : name);
    const title = attributes.title ?? attributes.filename ?? attributes.file ?? '';
    const file = title === '' ? '' : ` data-title="${escapeHtml(title)}"`;
    const mark = /^[\w+#-]+$/.test(language) ? ` class="language-${escapeHtml(language)}"` : '';
    const encoded = content.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return `\n\n<pre${file}><code${mark}>${encoded.replace(/^\r?\n|\r?\n$/g, '')}</code></pre>\n\n`;
  });
}
