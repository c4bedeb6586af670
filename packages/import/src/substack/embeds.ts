import type { Element, ElementContent, Properties, Root, Text } from 'hast';
import { SKIP, visit } from 'unist-util-visit';
import { findElement, hasClass, htmlOf, parseHtml, removeElements, wordsIn } from '../hosted/edit-html.ts';
import type { Lost } from '../model/export-model.ts';

/** What Substack knows of an element that its scripts fill: JSON in an attribute. */
type Facts = Readonly<Record<string, unknown>>;

const textIn = (facts: Facts, ...names: readonly string[]): string =>
  names
    .map((name) => facts[name])
    .find((value): value is string => typeof value === 'string' && value !== '') ?? '';

const made = (tagName: string, properties: Properties, ...children: ElementContent[]): Element => ({
  ...{ type: 'element', tagName, properties, children },
});
const text = (value: string): Text => ({ type: 'text', value });

/** Replaces what scripts of Substack fill: tweets, embedded posts, formulas, galleries, names of persons. */
export function replaceEmbeds(tree: Root, lost: Lost[]): void {
  visit(tree, 'element', (element, index, parent) => {
    const facts = factsOf(element);
    const isEmpty = wordsIn(element) === '' && !findElement(element, ({ tagName }) => shown.test(tagName));
    if (!parent || index === undefined || facts === null || !isEmpty) return undefined;
    const instead = shownOf(element, facts, lost);
    parent.children.splice(index, 1, ...instead);
    return [SKIP, index + instead.length];
  });
}

const shown = /^(?:img|iframe|video|audio|a|source)$/;

function factsOf({ properties }: Element): Facts | null {
  try {
    const facts: unknown = JSON.parse(String(properties.dataAttrs ?? ''));
    return typeof facts === 'object' && facts !== null ? (facts as Facts) : null;
  } catch {
    return null;
  }
}

function shownOf({ tagName, properties }: Element, facts: Facts, lost: Lost[]): ElementContent[] {
  const formula = textIn(facts, 'persistentExpression');
  if (formula !== '')
    return [made('pre', {}, made('code', { className: ['language-formula'] }, text(formula)))];
  const images = (facts.gallery as { images?: { src?: unknown }[] } | undefined)?.images ?? [];
  if (Array.isArray(images) && images.length > 0)
    return images.map(({ src }) => made('p', {}, made('img', { src: String(src), alt: '' })));
  const url = textIn(facts, 'url', 'canonical_url', 'link', 'href');
  const words = wordsIn(parseHtml(textIn(facts, 'full_text', 'title', 'caption', 'name', 'symbol')));
  const what = String(properties.dataComponentName ?? properties.className ?? '').replace(/\d?ToDOM$/, '');
  if (tagName === 'span' && words !== '') return [/^https?:/.test(url) ? linkTo(url, words) : text(words)];
  lost.push({
    code: url === '' ? 'html-removed' : 'embed-as-link',
    what: [what, words || url || JSON.stringify(facts)].join(': '),
    fix: url === '' ? 'Only Substack could show it.' : 'Substack showed it there. A link to it is there now.',
  });
  if (!/^https?:/.test(url)) return words === '' ? [] : [made('p', {}, text(words))];
  const author = textIn(facts, 'username');
  return textIn(facts, 'full_text') === '' || words === ''
    ? [made('p', {}, linkTo(url, words || url))]
    : [
        made(
          'blockquote',
          {},
          made('p', {}, text(words)),
          made('p', {}, linkTo(url, author === '' ? url : `@${author}`)),
        ),
      ];
}

const linkTo = (href: string, words: string): Element => made('a', { href }, text(words));

/** Footnotes in the form of WordPress, which becomes that of Markdown. @returns their HTML by mark, as JSON */
export function takeFootnotes(tree: Root): string {
  const notes = new Map<string, string>();
  visit(tree, 'element', (element) => {
    const number =
      hasClass(element, 'footnote') && findElement(element, (one) => hasClass(one, 'footnote-number'));
    const content = number && findElement(element, (one) => hasClass(one, 'footnote-content'));
    if (number && content) notes.set(String(number.properties.id), htmlOf(content.children));
  });
  const used = new Set<string>();
  visit(tree, 'element', (element, index, parent) => {
    const id = String(element.properties.href ?? '').replace(/^.*#/, '');
    if (!parent || index === undefined || !hasClass(element, 'footnote-anchor') || !notes.has(id)) return;
    used.add(id);
    parent.children[index] = made(
      'sup',
      { dataFn: id, className: ['fn'] },
      made('a', { href: `#${id}` }, text(wordsIn(element))),
    );
  });
  removeElements(
    tree,
    (element) =>
      hasClass(element, 'footnote') &&
      [...used].some((id) => findElement(element, (one) => one.properties.id === id)),
  );
  return JSON.stringify([...used].map((id) => ({ id, content: notes.get(id) })));
}
