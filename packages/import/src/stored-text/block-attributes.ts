import { escapeHtml, htmlToText } from 'agentsite/text';
import { decodeHTML } from 'entities';
import { bareWords } from '../model/plain-words.ts';
import { type Block, htmlOf, textAttribute } from './blocks.ts';
import type { TextContext } from './text-context.ts';

/** Was the block hidden from all readers in the editor? */
export function isHidden({ attributes }: Block): boolean {
  const { metadata, blockVisibility } = attributes as Readonly<
    Record<string, Readonly<Record<string, unknown>> | undefined>
  >;
  return (
    metadata?.blockVisibility === false ||
    blockVisibility?.hideBlock === true ||
    attributes.hideBlock === true ||
    attributes.isHidden === true ||
    attributes.hidden === true
  );
}

/** Attributes without content. */
const notRead =
  /^(?:metadata|className|anchor|style|layout|lock|templateLock|providerNameSlug|code|content|values|svg|icon)$/;

/** Reports words and files that only the attributes of a block contain: a plugin showed them. */
export function reportAttributes(block: Block, context: TextContext): void {
  if (block.content.length === 0) return;
  const html = decodeHTML(htmlOf(block));
  const shown = wordsOf(html);
  const lost = Object.entries(block.attributes)
    .filter(([key]) => !notRead.test(key))
    .flatMap(([key, value]) => stringsIn(value).map((text) => [key, text] as const))
    .filter(([, text]) => !html.includes(text))
    .filter(([, text]) => isFile(text) || (isProse(text) && !shown.includes(wordsOf(text))));
  for (const [key, text] of lost)
    context.lose(
      'block-dynamic',
      `${block.name} ${key}: ${text}`,
      'Only the settings of this block contain it. Write what readers saw by hand.',
    );
}

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : [];

const isFile = (text: string): boolean =>
  /^(?:https?:)?\/\S+\.(?:png|jpe?g|gif|webp|avif|svg|mp3|m4a|ogg|wav|mp4|webm|mov|pdf|docx?|xlsx?|zip|vtt)(?:[?#]\S*)?$/i.test(
    text,
  );

/** Several words, and no CSS, classes or code. */
const isProse = (text: string): boolean =>
  /\p{L}{2,}[,.!?:]?\s+\p{L}/u.test(text) && !/[{}();=|]|\d(?:px|r?em|%|vh|vw)|var:|--/.test(text);

const wordsOf = (html: string): string => bareWords(htmlToText(html).toLowerCase());

const codeBlock = /code|syntax|highlight|prism|enlighter|snippet/;

/** Adds language and title of a code block to its element, if only the block has them. */
export function withCodeFacts(block: Block): Block {
  if (!codeBlock.test(block.name)) return block;
  const fact = (...names: readonly string[]) =>
    names.map((name) => textAttribute(block, name)).find((text) => text !== '') ?? '';
  const language =
    fact('language', 'lang', 'codeLanguage', 'syntax') ||
    (/language-([\w+#-]+)/.exec(textAttribute(block, 'className'))?.[1] ?? '');
  const title = fact('title', 'fileName', 'filename', 'file', 'label');
  const written = [
    language === '' ? '' : ` data-language="${escapeHtml(language)}"`,
    title === '' ? '' : ` data-title="${escapeHtml(title)}"`,
  ].join('');
  const first = block.content.findIndex((part) => typeof part === 'string' && /<pre\b/i.test(part));
  if (written === '' || first < 0) return block;
  const content = block.content.map((part, index) =>
    index === first && typeof part === 'string' ? part.replace(/<pre\b/i, `$&${written}`) : part,
  );
  return { ...block, content };
}
