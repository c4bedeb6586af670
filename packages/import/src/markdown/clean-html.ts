import type { Comment, Element, ElementContent, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { Addresses } from '../model/addresses.ts';
import type { LossCode } from '../model/losses.ts';
import { isPlayer, pageOf } from '../stored-text/embeds.ts';
import { markPlace, phrasing, spreadLink } from './phrasing.ts';

/** Removes scripts, handlers, forms, tracking and styles, and resolves addresses. What had words is reported. */
export interface Cleaning {
  readonly addresses: Addresses;
  /** IDs that links of the site refer to. */
  readonly places?: ReadonlySet<string>;
  /** Footnotes are converted separately, so WordPress's list of them is removed. */
  readonly footnotesApart?: boolean;
  lose(code: LossCode, what: string, fix?: string): void;
}

/** Marks elements that must stay HTML: in Markdown, the link check would refuse them. */
export const keepAsHtml = 'dataKeepAsHtml';

const dropped = new Set(
  'script style template base meta link title head noscript applet param source-set frame frameset noframes basefont bgsound'.split(
    ' ',
  ),
);
const removed = new Set(
  'input button select textarea option optgroup datalist output fieldset svg canvas math object embed'.split(
    ' ',
  ),
);
const kept = new Set(
  (
    'a abbr article aside audio b bdi bdo big blockquote br caption cite code col colgroup dd del details dfn div dl dt em ' +
    'figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i iframe img ins kbd li main mark nav ol p picture pre q rp rt ruby ' +
    's samp section small source span strong sub summary sup table tbody td tfoot th thead time tr track tt u ul var video wbr address'
  ).split(' '),
);
const renamed: Readonly<Record<string, string>> = {
  strike: 's',
  acronym: 'abbr',
  dir: 'ul',
  menu: 'ul',
  xmp: 'pre',
  listing: 'pre',
};

const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'hrefLang', 'download'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  td: ['colSpan', 'rowSpan', 'align'],
  th: ['colSpan', 'rowSpan', 'align', 'scope'],
  col: ['span'],
  colgroup: ['span'],
  abbr: ['title'],
  time: ['dateTime'],
  ins: ['dateTime', 'cite'],
  del: ['dateTime', 'cite'],
  q: ['cite'],
  blockquote: ['cite'],
  details: ['open'],
  audio: ['src', 'controls', 'loop'],
  video: ['src', 'poster', 'controls', 'loop', 'width', 'height'],
  source: ['src', 'type'],
  track: ['src', 'kind', 'srcLang', 'label'],
  iframe: ['src', 'title', 'width', 'height', 'loading', 'allowFullScreen'],
  sup: ['dataFn'],
};
const everywhere = ['lang', 'dir', 'id'];

export function cleanHtml(tree: Root, cleaning: Cleaning): Root {
  return { type: 'root', children: cleanAll(tree.children, cleaning) };
}

function cleanAll(nodes: readonly RootContent[], cleaning: Cleaning): ElementContent[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return [node];
    if (node.type === 'comment') return cleanComment(node, cleaning);
    return node.type === 'element' ? cleanElement(node, cleaning) : [];
  });
}

/** Keeps the comments that end a teaser or a page; drops those of word processors. */
function cleanComment(node: Comment, cleaning: Cleaning): ElementContent[] {
  if (/^(?:more\b.*|nextpage|noteaser)$/s.test(node.value.trim())) return [node];
  // Template code in a comment is reported where it was found.
  if (!/^\s*(?:\[if |\/?wp:|\{[{%])/.test(node.value) && /\p{L}/u.test(node.value)) {
    cleaning.lose('html-removed', `<!--${node.value}-->`, 'An HTML comment, which readers did not see.');
  }
  return [];
}

function cleanElement(node: Element, cleaning: Cleaning): ElementContent[] {
  const cleaned = convertElement(node, cleaning);
  const { id } = node.properties;
  const isLost = !cleaned.some((child) => child.type === 'element' && child.properties.id === id);
  return typeof id === 'string' && isLost && cleaning.places?.has(id) ? markPlace(cleaned, id) : cleaned;
}

function convertElement(node: Element, cleaning: Cleaning): ElementContent[] {
  const tag = renamed[node.tagName] ?? node.tagName;
  if (isHidden(node)) {
    const isText = node.properties.hidden !== undefined || phrasing.has(tag) || /^(?:p|h[1-6]|li)$/.test(tag);
    reportHidden(node, isText, cleaning);
    if (isText) return [];
  }
  if (tag === 'map') return cleanMap(node, cleaning);
  if (tag === 'object' || tag === 'embed') return cleanObject(node, cleaning);
  if (dropped.has(tag)) return reportRemoved(node, cleaning);
  if (removed.has(tag)) return reportRemoved(node, cleaning, true);
  if (cleaning.footnotesApart && hasClass(node, 'wp-block-footnotes')) return [];
  if (tag === 'form') return cleanForm(node, cleaning);
  if (tag === 'iframe') return cleanFrame(node, cleaning);
  if (tag === 'img') return cleanImage(node, cleaning);
  reportAttributes(node, tag, cleaning);
  const inside = cleanAll(tag === 'div' ? setApart(node.children) : node.children, cleaning);
  const children = tag === 'figure' ? unlist(inside) : /^[uo]l$/.test(tag) ? nestLists(inside) : inside;
  if (!kept.has(tag)) return children;
  const own = newElement(tag, children, keepProperties(tag, node));
  if (tag === 'a') return cleanLink(node, own, cleaning);
  if (tag === 'audio' || tag === 'video' || tag === 'source' || tag === 'track')
    return resolvePlayer(own, cleaning);
  if (isGallery(node)) return galleryOf(own) ?? [own];
  if (tag === 'div') return [...backgroundOf(node, cleaning), own];
  return [own];
}

/** Old editors wrote a list directly in a list: it belongs to the item before it, or its items to the list. */
function nestLists(children: readonly ElementContent[]): ElementContent[] {
  const nested: ElementContent[] = [];
  for (const child of children) {
    const isList = child.type === 'element' && /^[uo]l$/.test(child.tagName);
    const item = nested.findLastIndex((before) => before.type === 'element' && before.tagName === 'li');
    const last = nested[item];
    if (!isList) nested.push(child);
    else if (last?.type === 'element') nested[item] = { ...last, children: [...last.children, child] };
    else nested.push(...child.children);
  }
  return nested;
}

/** Reports tooltips, and elements that a script of the old site defined. */
function reportAttributes({ tagName, properties, ...node }: Element, tag: string, { lose }: Cleaning): void {
  const { title } = properties;
  if (tagName.includes('-'))
    lose(
      'html-removed',
      `<${tagName}> ${JSON.stringify(properties)}`,
      'A script showed it. Its words are kept.',
    );
  if (typeof title !== 'string' || title.trim() === '' || /^(?:a|abbr|pre|code)$/.test(tag)) return;
  if (!textOf({ type: 'root', children: node.children }).includes(title))
    lose('html-removed', `title="${title}" of <${tagName}>`, 'Readers saw it as a tooltip.');
}

const hasClass = ({ properties: { className } }: Element, name: string): boolean =>
  Array.isArray(className) && className.includes(name);

const isHidden = ({ tagName, properties }: Element): boolean =>
  (tagName === 'dialog' && typeof properties.open !== 'boolean') ||
  (properties.hidden !== undefined && properties.hidden !== null && properties.hidden !== false) ||
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(String(properties.style ?? ''));

function reportHidden(node: Element, isLeftOut: boolean, { lose }: Cleaning): void {
  const words = textOf(node).replace(/\s+/g, ' ').trim();
  if (words === '') return;
  const fix = isLeftOut
    ? 'Readers did not see it, so it is left out.'
    : 'Readers saw it after a click, or not at all. It is in the document now; remove it if it was hidden.';
  lose('html-removed', `hidden <${node.tagName}>: ${words}`, fix);
}

/** Links of an image map, as a list. */
function cleanMap(node: Element, cleaning: Cleaning): ElementContent[] {
  const items = areasIn(node).flatMap(({ properties: { href, alt, title } }): Element[] => {
    if (typeof href !== 'string') return [];
    const words = [alt, title].find((text) => typeof text === 'string' && text.trim() !== '') ?? href;
    const link = newElement('a', [{ type: 'text', value: String(words) }], { href });
    return [newElement('li', cleanLink(link, link, cleaning))];
  });
  if (items.length > 0)
    cleaning.lose(
      'html-removed',
      `<map> of ${items.length} links`,
      'Parts of the image were links; they are a list below it now.',
    );
  return [...cleanAll(node.children, cleaning), ...(items.length > 0 ? [newElement('ul', items)] : [])];
}

const areasIn = (node: Element): Element[] =>
  node.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return child.tagName === 'area' ? [child] : areasIn(child);
  });

const newElement = (
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element => ({ type: 'element', tagName, properties, children });

/** Puts a space between adjacent links that only styles separated: a file, and its download button. */
function setApart(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node, index) => {
    const before = nodes[index - 1];
    const isSecond = isLink(node) && before !== undefined && isLink(before);
    return isSecond ? [{ type: 'text', value: ' ' }, node] : [node];
  });
}

const isLink = (node: ElementContent): boolean => node.type === 'element' && node.tagName === 'a';

/** Those of WordPress, its shortcode, Jetpack and Ghost. */
const isGallery = ({ properties: { className } }: Element): boolean =>
  [className]
    .flat()
    .some((name) =>
      /^(?:gallery|wp-block-gallery|blocks-gallery-grid|(?:wp-block-jetpack-)?tiled-gallery|kg-gallery-card)$/.test(
        String(name),
      ),
    );

/** A line of each image, and the caption of all below them; null where there is more than images and plain captions. */
function galleryOf(gallery: Element): Element[] | null {
  const images: Element[] = [];
  const below: Element[] = [];
  const collect = (nodes: readonly ElementContent[], isTop: boolean): boolean =>
    nodes.every((node) => {
      if (node.type !== 'element') return textOf(node as never).trim() === '';
      const last = images.at(-1);
      if (node.tagName === 'img') return images.push(node) > 0;
      if (node.tagName !== 'figcaption' && node.tagName !== 'dd')
        return isToFile(node) && collect(node.children, false);
      if (isTop) return below.push(newElement('p', node.children)) > 0;
      if (!last || last.properties.title || node.children.some(({ type }) => type !== 'text')) return false;
      last.properties.title = textOf(node).trim();
      return true;
    });
  if (!collect(gallery.children, true) || images.length < 2) return null;
  return [newElement('p', images, { dataGallery: true }), ...below];
}

/** In a gallery each image links to its file. */
const isToFile = ({ tagName, properties: { href } }: Element): boolean =>
  tagName !== 'a' || /\.(?:avif|gif|heic|jpe?g|png|webp)$/i.test(String(href));

/** Galleries were stored as a list of figures. */
function unlist(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element' || node.tagName !== 'ul') return [node];
    const items = node.children.filter((child): child is Element => child.type === 'element');
    const inside = items.flatMap(({ children }) => children);
    return inside.some((child) => child.type === 'element' && child.tagName === 'figure') ? inside : [node];
  });
}

function keepProperties(tag: string, node: Element): Element['properties'] {
  const names = [...(attributes[tag] ?? []), ...everywhere];
  const properties: Element['properties'] = {};
  for (const name of names) {
    const value = node.properties[name];
    if (value !== undefined && value !== null && value !== false) properties[name] = value;
  }
  // Authors put words there too, which readers don't see.
  if (typeof properties.cite === 'string' && !/^https?:\/\//.test(properties.cite)) delete properties.cite;
  if (tag === 'td' || tag === 'th') properties.align ??= alignmentOf(node);
  if (tag === 'pre' || tag === 'code') keepLanguage(node, properties);
  if (!/^(?:h[1-6]|a)$/.test(tag)) delete properties.id;
  return properties;
}

function alignmentOf(node: Element): string | undefined {
  const written =
    node.properties.dataAlign ??
    /text-align:\s*(left|center|right)/.exec(String(node.properties.style ?? ''))?.[1];
  return typeof written === 'string' ? written : undefined;
}

/** Language and title of code, from the classes and attributes of common highlighters. */
function keepLanguage(node: Element, properties: Element['properties']): void {
  const { className, lang, title } = node.properties;
  const classes = Array.isArray(className) ? className.map(String) : [];
  const named = classes
    .find((name) => /^(?:language|lang)-[\w+#-]+$/.test(name))
    ?.replace(/^lang(?:uage)?-/, '');
  const setting = (name: string) =>
    new RegExp(`\\b(?:${name}):\\s*(?:"([^"]+)"|'([^']+)'|([^\\s;]+))`)
      .exec(classes.join(' '))
      ?.slice(1)
      .find(Boolean);
  const data = (...names: readonly string[]) =>
    names
      .map((name) => node.properties[`data${name}`])
      .find((value) => typeof value === 'string' && value !== '');
  const language = named ?? setting('brush|lang') ?? data('Language', 'Lang', 'EnlighterLanguage') ?? lang;
  delete properties.lang;
  if (typeof language === 'string' && /^[\w+#-]+$/.test(language))
    properties.className = [`language-${language}`];
  const file = data('Title', 'EnlighterTitle', 'File', 'Filename', 'FileName') ?? title ?? setting('title');
  if (typeof file === 'string' && file.trim() !== '') properties.dataTitle = file.trim();
}

/** Reports what is removed, if readers or the author may miss it. */
function reportRemoved(node: Element, cleaning: Cleaning, always = false): ElementContent[] {
  const text = textOf(node).trim();
  if (text !== '' || always)
    cleaning.lose(
      'html-removed',
      `<${node.tagName}> ${text}`,
      'Scripts, styles, forms and plugins are not imported.',
    );
  return [];
}

/** Elements of a form whose content readers don't read. */
const unread = new Set('script style template select datalist textarea'.split(' '));

function cleanForm(node: Element, cleaning: Cleaning): ElementContent[] {
  const words = wordsOf(node).join(' ').replace(/\s+/g, ' ').trim();
  cleaning.lose(
    'html-removed',
    `<form> ${words}`,
    'Its words are kept, its fields are not. Link to a form that works, or remove the words.',
  );
  return words === '' ? [] : [newElement('p', [{ type: 'text', value: words }])];
}

function wordsOf(node: Element): string[] {
  return node.children.flatMap((child) => {
    if (child.type === 'text') return [child.value];
    return child.type === 'element' && !unread.has(child.tagName) ? wordsOf(child) : [];
  });
}

function cleanObject(node: Element, cleaning: Cleaning): ElementContent[] {
  const address = [node, ...node.children]
    .flatMap((child) =>
      child.type === 'element' ? [child.properties.value, child.properties.src, child.properties.data] : [],
    )
    .map((value) => (typeof value === 'string' ? pageOf(value) : null))
    .find((value) => value !== null);
  if (address) return [frame(address, unnamed)];
  return reportRemoved(node, cleaning, true);
}

const unnamed = 'Embedded player';

function cleanFrame(node: Element, cleaning: Cleaning): ElementContent[] {
  const written = [node.properties.src, node.properties.dataSrc].find(
    (value): value is string => typeof value === 'string' && /^(?:https?:)?\/\//.test(value.trim()),
  );
  if (written === undefined) return reportRemoved(node, cleaning, true);
  const url = written.trim().replace(/^\/\//, 'https://');
  const title = typeof node.properties.title === 'string' ? node.properties.title : '';
  if (isPlayer(url)) return [frame(url, title || unnamed)];
  cleaning.lose('embed-as-link', url, 'It is a link now.');
  // The title is a tooltip.
  const properties = { href: url, ...(title === '' ? {} : { title }) };
  return [newElement('p', [newElement('a', [{ type: 'text', value: url }], properties)])];
}

/** A link to the page of a player is a card; other players stay frames. */
function frame(src: string, title: string): Element {
  const page = pageOf(src);
  if (page) {
    const words = title === unnamed ? page : title;
    return newElement('p', [newElement('a', [{ type: 'text', value: words }], { href: page })]);
  }
  const properties = { src, title, width: 500, height: 281, loading: 'lazy', allowFullScreen: true };
  return newElement('iframe', [], properties);
}

/** Lazy-loaded images have their address in another attribute; tracking pixels are removed. */
function cleanImage(node: Element, cleaning: Cleaning): ElementContent[] {
  const { properties } = node;
  const candidates = [properties.dataSrc, properties.dataLazySrc, properties.dataOriginal, properties.src];
  const written = candidates.find(
    (value): value is string =>
      typeof value === 'string' && value.trim() !== '' && !value.startsWith('data:'),
  );
  const alt = typeof properties.alt === 'string' ? properties.alt : '';
  const inline =
    typeof properties.src === 'string' && /^data:image\/(?:png|jpe?g|gif|webp);base64,/.test(properties.src);
  if (written === undefined && !inline) return alt === '' ? [] : [{ type: 'text', value: alt }];
  if (String(properties.width) === '1' && String(properties.height) === '1') {
    cleaning.lose('html-removed', `<img src="${written}">`, 'A tracking pixel.');
    return [];
  }
  reportTitle(node, alt, cleaning);
  const found = cleaning.addresses.image(written ?? String(properties.src), wantedId(node));
  if (found.kind === 'none') {
    cleaning.lose(
      'ref-missing',
      found.written,
      'It refers to a file on someone’s own computer, or to nothing. Its alternative text is kept.',
    );
    return missingImage(alt);
  }
  if (found.kind === 'missing') {
    cleaning.lose('file-missing', found.url, 'Its alternative text is kept. Import again with the file.');
    return missingImage(alt);
  }
  return [newElement('img', [], { alt, src: found.url })];
}

/** An image without a file keeps its alternative text for screen readers only. */
function missingImage(alt: string): Element[] {
  if (alt.trim() === '') return [];
  return [newElement('span', [], { role: 'img', ariaLabel: alt })];
}

function reportTitle(node: Element, alt: string, cleaning: Cleaning): void {
  const { title, src } = node.properties;
  if (typeof title !== 'string' || title.trim() === '' || title === alt) return;
  const name =
    String(src ?? '')
      .split('/')
      .at(-1) ?? '';
  if (name.toLowerCase().startsWith(title.toLowerCase())) return;
  cleaning.lose('html-removed', `title="${title}" of an image`, 'Readers saw it as a tooltip.');
}

/** WordPress marks an image with the ID of its file. */
function wantedId(node: Element): number | null {
  const classes = Array.isArray(node.properties.className) ? node.properties.className.join(' ') : '';
  return Number(/wp-image-(\d+)/.exec(classes)?.[1]) || null;
}

function cleanLink(written: Element, link: Element, cleaning: Cleaning): ElementContent[] {
  const name = [written.properties.name, written.properties.id].find(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  const href = link.properties.href;
  if (typeof href !== 'string') {
    if (name === undefined) return link.children;
    return [newElement('a', [], { id: name, [keepAsHtml]: true }), ...link.children];
  }
  delete link.properties.id;
  const found = cleaning.addresses.link(href);
  if (found.kind === 'dead') {
    cleaning.lose('link-dead', `${href} (${textOf(link).trim()})`, found.reason);
    return link.children;
  }
  link.properties.href = found.url;
  if (found.kind === 'unchecked') link.properties[keepAsHtml] = true;
  else if (found.lostPlace !== undefined)
    cleaning.lose(
      'link-dead',
      `${href} (${textOf(link).trim()})`,
      `The page has no "#${found.lostPlace}": the link goes to its top.`,
    );
  return spreadLink(link);
}

/** Resolves the file of a player. A missing file is replaced by its name. */
function resolvePlayer(node: Element, cleaning: Cleaning): ElementContent[] {
  for (const name of ['src', 'poster']) {
    const written = node.properties[name];
    if (typeof written !== 'string') continue;
    const found = cleaning.addresses.file(written.replace(/\?_=\d+$/, ''));
    if (found.kind === 'missing') {
      cleaning.lose(
        'file-missing',
        found.url,
        'The file name replaces the player. Import again with the file.',
      );
      if (name === 'src') return [{ type: 'text', value: found.url.slice(found.url.lastIndexOf('/') + 1) }];
      delete node.properties[name];
    } else node.properties[name] = found.url;
  }
  if (node.tagName === 'audio' || node.tagName === 'video') node.properties.controls = true;
  return [node];
}

function backgroundOf(node: Element, cleaning: Cleaning): ElementContent[] {
  const url = /background-image:\s*url\((['"]?)([^'")]+)\1\)/.exec(String(node.properties.style ?? ''))?.[2];
  if (url === undefined) return [];
  const { role, ariaLabel } = node.properties;
  const alt = role === 'img' && typeof ariaLabel === 'string' ? ariaLabel : '';
  return cleanImage(newElement('img', [], { src: url, alt }), cleaning);
}
