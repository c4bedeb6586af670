import CMS from '@sveltia/cms';
import type { EditorPage } from './editor-page.ts';

/** What is in the form, for the page that it will be. */
export interface PreviewRequest {
  readonly kind: string;
  /** From the site's folder; of a new document any file in the folder of its kind. */
  readonly file: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface PreviewAnswer {
  readonly path: string | null;
  readonly title: string;
  readonly image: string | null;
  readonly html: string;
  readonly problems: readonly string[];
}

/** What Sveltia gives to a preview: the entry in a map of Immutable, and the document of the frame. */
interface Given {
  readonly entry: { readonly get: (name: string) => unknown };
  readonly document: Document;
}

type Fields = PreviewRequest['fields'];

/** Milliseconds without a change of the form, before its page is drawn. */
const pause = 250;

/**
 * The preview of a document is its page: that of the site, or a new one in the frame of the home page, with the title,
 * date, image and text of the form. Nothing of a page runs.
 * @param root address of the routes that compile a text; without them Sveltia renders it
 */
export function addPagePreviews({ config }: EditorPage, root: string | null): void {
  for (const { name: kind, folder, fields = [] } of config.collections) {
    if (!fields.some(({ name }) => name === 'body')) continue;
    let timer = 0;
    CMS.registerPreviewTemplate(kind, (({ entry, document: frame }: Given) => {
      clearTimeout(timer);
      timer = window.setTimeout(async () => {
        const values = (entry.get('data') as { toJS: () => Fields }).toJS();
        const file = String(entry.get('path') || `${folder}/new.md`);
        const made = root === null ? render(values) : await compile(root, { kind, file, fields: values });
        await draw(frame, made, values);
      }, pause);
      return null;
    }) as never);
  }
}

async function compile(root: string, request: PreviewRequest): Promise<PreviewAnswer> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${root}/preview`, { method: 'POST', headers, body: JSON.stringify(request) });
  return response.ok ? ((await response.json()) as PreviewAnswer) : render(request.fields);
}

function render({ title, body }: Fields): PreviewAnswer {
  const box = document.createElement('div');
  CMS.renderRichText(box, String(body ?? ''));
  return { path: null, title: String(title ?? ''), image: null, html: box.innerHTML, problems: [] };
}

/** Pages of the site that are in frames, by the address that they were asked for. */
const shown = new WeakMap<Document, string>();

async function draw(frame: Document, made: PreviewAnswer, fields: Fields): Promise<void> {
  const path = made.path ?? '/';
  if (shown.get(frame) !== path) {
    const page = (await load(path)) ?? (await load('/'));
    if (page) show(frame, page);
    else frame.documentElement.lang = document.documentElement.lang;
    shown.set(frame, path);
  }
  const article = frame.querySelector('article') ?? addArticle(frame);
  const head = article.querySelector('header') ?? article;
  const put = (selector: string, value: unknown) => {
    const place = head.querySelector<HTMLElement>(selector) ?? make(frame, selector);
    if (!place.isConnected) head.querySelector('h1')?.after(place);
    place.hidden = !value;
    place.replaceChildren(String(value ?? ''));
  };
  put('h1', made.title);
  put('p.lede', fields.description);
  put('time', fields.date && dayOf(String(fields.date), frame));
  const text = article.querySelector('.prose') ?? make(frame, 'div.prose');
  if (!text.isConnected) head.after(text);
  if (made.html !== '' || made.problems.length === 0) text.innerHTML = made.html;
  for (const old of article.querySelectorAll('.lead-picture, .editor-problems')) old.remove();
  const source = String(made.image ?? fields.image ?? '');
  if (source !== '' && !made.html.includes(source)) {
    const cover = make(frame, 'p.lead-picture');
    cover.append(Object.assign(frame.createElement('img'), { src: source, alt: '' }));
    text.before(cover);
  }
  const problems = made.problems.map((problem) => Object.assign(make(frame, 'p'), { textContent: problem }));
  const box = make(frame, 'div.callout.callout-warning.editor-problems');
  box.append(...problems);
  if (problems.length > 0) article.prepend(box);
}

async function load(path: string): Promise<Document | null> {
  const response = await fetch(path, { headers: { Accept: 'text/html' } });
  if (!response.ok) return null;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const one of page.querySelectorAll('script, iframe, object, meta, base')) one.remove();
  return page;
}

function show(frame: Document, page: Document): void {
  for (const [from, to] of [
    [page.documentElement, frame.documentElement],
    [page.body, frame.body],
  ] as const)
    for (const { name, value } of from.attributes) to.setAttribute(name, value);
  const styles = page.querySelectorAll('link[rel=stylesheet], style');
  for (const style of Array.from(styles, (one) => frame.importNode(one, true))) {
    style.addEventListener('load', () => showFonts(style as HTMLStyleElement));
    frame.head.append(style);
  }
  frame.body.replaceChildren(...Array.from(page.body.childNodes, (node) => frame.importNode(node, true)));
}

/** The theme's fonts are optional: a page that hasn't got them at once goes without, and a preview is never loaded again. */
function showFonts({ sheet }: HTMLStyleElement | HTMLLinkElement): void {
  for (const rule of sheet?.cssRules ?? [])
    if (rule.cssText.startsWith('@font-face'))
      (rule as CSSFontFaceRule).style.setProperty('font-display', 'swap');
}

/** A page of a document, in the frame of the home page. */
function addArticle(frame: Document): HTMLElement {
  const [article, head, byline] = ['article.page.h-entry', 'header.page-head', 'p.byline'].map((selector) =>
    make(frame, selector),
  ) as [HTMLElement, HTMLElement, HTMLElement];
  byline.append(make(frame, 'time'));
  head.append(make(frame, 'h1'), byline);
  article.append(head);
  (frame.querySelector('main') ?? frame.body).replaceChildren(article);
  return article;
}

/** @param selector a name and classes: `p.lede` */
function make(frame: Document, selector: string): HTMLElement {
  const [name = '', ...classes] = selector.split('.');
  return Object.assign(frame.createElement(name), { className: classes.join(' ') });
}

function dayOf(date: string, { documentElement }: Document): string {
  const day = new Date(`${date.slice(0, 10)}T12:00:00Z`);
  if (Number.isNaN(day.getTime())) return date;
  return day.toLocaleDateString(documentElement.lang, { dateStyle: 'long', timeZone: 'UTC' });
}
