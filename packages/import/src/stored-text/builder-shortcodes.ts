import { escapeHtml } from 'agentsite/text';
import type { TextContext } from './text-context.ts';

/** Boxes of WPBakery, Divi, Avada and Enfold: `[vc_row el_class="x"]`, `[/vc_row]`. */
const box =
  /\[(\/?)((?:vc|et_pb|fusion|av)_[a-z\d_]+)((?:\s+[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s\]"']+))*)\s*\/?\]/g;
const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s\]"']+))/g;
/** A box that its author switched off. */
const hidden =
  /\[((?:vc|et_pb)_[a-z\d_]+)(?=\s)[^\]]*\s(?:disable_element="yes"|disabled="on")[^\]]*\](?:(?!\[\1[\s\]])[\s\S])*?\[\/\1\]/g;
const space = /_(?:empty_space|separator|divider|hr)$/;
/** What is between their tags is no HTML. */
const encoded = /_raw_(?:html|js)$|_code$/;

/**
 * Boxes of page builders become what is in them, with the words, images and links of their attributes. One that a program
 * filled in stays as it is written, to be reported.
 */
export function unwrapBuilders(stored: string, context: TextContext): string {
  const text = stored.replace(hidden, (written) => {
    context.lose('html-removed', written, 'The page builder hid it from readers.');
    context.replace(written);
    return '';
  });
  const tags = [...text.matchAll(box)];
  const closed = new Set(tags.flatMap(([, slash, name = '']) => (slash ? [name] : [])));
  return text.replace(box, (written, slash: string, name: string, attributes: string, at: number) => {
    if (encoded.test(name)) return written;
    if (space.test(name)) return '\n\n';
    if (slash !== '') return '\n\n';
    const said = saidBy(attributes, context);
    const isEmpty = !closed.has(name) || text.startsWith(`[/${name}]`, at + written.length);
    if (said !== '') return `\n\n${said}\n\n`;
    return isEmpty ? written : '\n\n';
  });
}

function saidBy(attributes: string, context: TextContext): string {
  const values = new Map(
    [...attributes.matchAll(attribute)].map(([, name = '', a, b, c]) => [
      name.toLowerCase(),
      (a ?? b ?? c ?? '').trim(),
    ]),
  );
  const first = (...names: string[]) => names.map((name) => values.get(name)).find((value) => value) ?? '';
  const image = first('image', 'src', 'image_url', 'image_id');
  const found = /^\d+$/.test(image) ? context.attachment(Number(image)) : null;
  const url = found?.url ?? (/^https?:\/\//.test(image) ? image : '');
  const link = decodeLink(first('button_url', 'link', 'url'));
  const button = first('button_text', 'label');
  const title = first('title', 'heading', 'question');
  return [
    title === '' ? '' : `<h3>${escapeHtml(title)}</h3>`,
    url === ''
      ? ''
      : `<img src="${escapeHtml(url)}" alt="${escapeHtml(first('alt') || (found?.alt ?? ''))}">`,
    ...['subtitle', 'subhead', 'author', 'text'].map((name) =>
      first(name) === '' ? '' : `<p>${escapeHtml(first(name))}</p>`,
    ),
    button === ''
      ? ''
      : link === ''
        ? `<p>${escapeHtml(button)}</p>`
        : `<p><a href="${escapeHtml(link)}">${escapeHtml(button)}</a></p>`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** WPBakery stores `url:https%3A%2F%2Fa.example|title:Read`. */
function decodeLink(written: string): string {
  const inner = /(?:^|\|)url:([^|]*)/.exec(written)?.[1] ?? written;
  try {
    return decodeURIComponent(inner);
  } catch {
    return inner;
  }
}
