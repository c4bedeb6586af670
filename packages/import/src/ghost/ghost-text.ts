import { escapeUTF8 } from 'entities';
import { markdownToHtml } from 'satteri';
import { plainWords } from '../model/plain-words.ts';

/** HTML of a post that was never published, from Lexical, Mobiledoc or Markdown. */
export function renderGhostText(
  stored: { readonly lexical: string; readonly mobiledoc: string; readonly markdown: string },
  lose: (card: string) => void,
): string {
  if (stored.lexical !== '') return renderLexical(readJson(stored.lexical), lose);
  if (stored.mobiledoc !== '') return renderMobiledoc(readJson(stored.mobiledoc), lose);
  return compile(stored.markdown);
}

/** HTML of the cards that Ghost shows in mails only. */
export function mailedCards(json: string): string[] {
  const find = (value: unknown): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    const [name, card] = Array.isArray(value) ? value : [objectOf(value).type, value];
    if (name === 'email' || name === 'email-cta') {
      const { html, buttonText, buttonUrl } = objectOf(card);
      return [`${textOf(html)} ${textOf(buttonText)} ${textOf(buttonUrl)}`];
    }
    return Object.values(value).flatMap(find);
  };
  return find(readJson(json));
}

/** Does either editor's JSON contain a card for members only? */
export function hasGatedCards(json: string): boolean {
  const isGated = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false;
    const { web, showOnWeb } = objectOf(objectOf(value).visibility);
    if (objectOf(web).nonMember === false || showOnWeb === false) return true;
    return Object.values(value).some(isGated);
  };
  return isGated(readJson(json));
}

type Json = Readonly<Record<string, unknown>>;
type LoseCard = (card: string) => void;

function readJson(text: string): Json {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const compile = (markdown: string): string => markdownToHtml(markdown, { features: { gfm: true } }).html;

function renderLexical(document: Json, lose: LoseCard): string {
  const children = (node: Json): string =>
    listOf(node.children)
      .map((child) => render(objectOf(child)))
      .join('');
  const render = (node: Json): string => {
    const type = textOf(node.type).replace(/^extended-/, '');
    switch (type) {
      case 'text':
        return marked(escapeUTF8(textOf(node.text)), Number(node.format) || 0);
      case 'linebreak':
        return '<br>';
      case 'link':
      case 'autolink':
        return `<a href="${escapeUTF8(textOf(node.url))}">${children(node)}</a>`;
      case 'paragraph':
        return `<p>${children(node)}</p>`;
      case 'heading':
        return element(textOf(node.tag), /^h[1-6]$/, 'h2', children(node));
      case 'list':
        return element(textOf(node.tag), /^[uo]l$/, 'ul', children(node));
      case 'listitem':
        return `<li>${children(node)}</li>`;
      case 'quote':
      case 'aside':
        return `<blockquote><p>${children(node)}</p></blockquote>`;
      default:
        return renderCard(type, node, lose) + children(node);
    }
  };
  return children(objectOf(document.root));
}

const element = (tag: string, allowed: RegExp, other: string, inside: string): string => {
  const name = allowed.test(tag) ? tag : other;
  return `<${name}>${inside}</${name}>`;
};

/** Bits of Lexical's formats, from the inside out. */
const formats = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup'] as const;

function marked(html: string, bits: number): string {
  return formats.reduce(
    (inside, tag, bit) => (bits & (1 << bit) ? `<${tag}>${inside}</${tag}>` : inside),
    html,
  );
}

/** Sections: `[1, tag, markers]`, `[2, src]`, `[3, tag, items]`, `[10, card]`. */
function renderMobiledoc(document: Json, lose: LoseCard): string {
  const markups = listOf(document.markups).map(listOf);
  const atoms = listOf(document.atoms).map(listOf);
  const cards = listOf(document.cards).map(listOf);
  const markers = (list: unknown): string => {
    const open: string[] = [];
    return listOf(list)
      .map(listOf)
      .map(([kind, opened, closed, value]) => {
        const started = listOf(opened).map((index) => markups[Number(index)] ?? []);
        for (const [tag] of started) open.push(textOf(tag));
        const before = started.map(([tag, attributes]) => openTag(textOf(tag), listOf(attributes))).join('');
        const words = kind === 1 ? textOf(atoms[Number(value)]?.[1]).replace(/\n/g, ' ') : textOf(value);
        const after = Array.from({ length: Number(closed) || 0 }, () => `</${open.pop() ?? 'span'}>`).join(
          '',
        );
        return before + (kind === 1 && words === '' ? '<br>' : escapeUTF8(words)) + after;
      })
      .join('');
  };
  return listOf(document.sections)
    .map(listOf)
    .map(([kind, first, rest]) => {
      if (kind === 1) return element(textOf(first), /^(?:h[1-6]|p|blockquote|aside)$/, 'p', markers(rest));
      if (kind === 2) return `<img src="${escapeUTF8(textOf(first))}" alt="">`;
      if (kind === 3)
        return element(
          textOf(first),
          /^[uo]l$/,
          'ul',
          listOf(rest)
            .map((item) => `<li>${markers(item)}</li>`)
            .join(''),
        );
      const [name, payload] = cards[Number(first)] ?? [];
      return kind === 10 ? renderCard(textOf(name), objectOf(payload), lose) : '';
    })
    .join('\n');
}

function openTag(tag: string, attributes: readonly unknown[]): string {
  if (tag !== 'a') return `<${/^[a-z]+$/.test(tag) ? tag : 'span'}>`;
  return `<a href="${escapeUTF8(textOf(attributes[attributes.indexOf('href') + 1]))}">`;
}

function renderCard(name: string, card: Json, lose: LoseCard): string {
  const caption = textOf(card.caption) === '' ? '' : `<figcaption>${textOf(card.caption)}</figcaption>`;
  const imageHtml = (image: Json) =>
    `<img src="${escapeUTF8(textOf(image.src))}" alt="${escapeUTF8(textOf(image.alt))}">`;
  switch (name.replace(/^card-/, '')) {
    case 'image':
      return textOf(card.href) === ''
        ? `<figure>${imageHtml(card)}${caption}</figure>`
        : `<figure><a href="${escapeUTF8(textOf(card.href))}">${imageHtml(card)}</a>${caption}</figure>`;
    case 'gallery':
      return `<figure class="kg-gallery-card">${listOf(card.images)
        .map((image) => imageHtml(objectOf(image)))
        .join('')}${caption}</figure>`;
    case 'markdown':
      return compile(textOf(card.markdown));
    case 'html':
      return textOf(card.html);
    case 'code':
    case 'codeblock':
      return `<figure><pre><code class="language-${escapeUTF8(textOf(card.language))}">${escapeUTF8(textOf(card.code))}</code></pre>${caption}</figure>`;
    case 'hr':
    case 'horizontalrule':
      return '<hr>';
    case 'embed':
      return `<figure>${textOf(card.html)}${caption}</figure>`;
    case 'bookmark':
      return bookmark(textOf(card.url), objectOf(card.metadata), caption);
    case 'button':
      return linkTo(textOf(card.buttonUrl), textOf(card.buttonText));
    case 'file':
      return (
        linkTo(textOf(card.src), textOf(card.fileTitle) || textOf(card.fileName)) +
        `<p>${escapeUTF8(textOf(card.fileCaption))}</p>`
      );
    case 'audio':
    case 'video':
      return `<figure><${name} src="${escapeUTF8(textOf(card.src))}" controls></${name}>${caption || `<figcaption>${escapeUTF8(textOf(card.title))}</figcaption>`}</figure>`;
    case 'callout':
      return `<blockquote><p>${textOf(card.calloutEmoji)} ${textOf(card.calloutText)}</p></blockquote>`;
    case 'toggle':
      return `<details><summary>${textOf(card.heading)}</summary>${textOf(card.content)}</details>`;
    case 'paywall':
    case 'email':
    case 'email-cta':
      return '';
    default:
      lose(`card "${name}"${wordsIn(card)}`);
      return '';
  }
}

/** Words and addresses of an unknown card, for the report. */
function wordsIn(card: Json): string {
  const said = Object.entries(card).flatMap(([key, value]) =>
    typeof value === 'string' && /text|value|title|head|desc|caption|label|html|url|src/i.test(key)
      ? plainWords(value)
      : [],
  );
  return said.length === 0 ? '' : `: ${said.join(' ')}`;
}

/** As Ghost publishes it. */
const bookmark = (url: string, { title, description, author, publisher }: Json, caption: string): string =>
  `<figure class="kg-bookmark-card"><a href="${escapeUTF8(url)}">${Object.entries({
    title,
    description,
    author,
    publisher,
  })
    .map(([name, value]) => `<div class="kg-bookmark-${name}">${escapeUTF8(textOf(value))}</div>`)
    .join('')}</a>${caption}</figure>`;

const linkTo = (url: string, words: string): string =>
  `<p><a href="${escapeUTF8(url)}">${escapeUTF8(words || url)}</a></p>`;
