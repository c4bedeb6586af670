import { escapeHtml } from 'agentsite/text';
import type { Block } from './blocks.ts';
import { missingAddresses, missingFrom, wordsOf } from './missing-words.ts';
import type { TextContext } from './text-context.ts';

/**
 * Values that one use of a synced pattern has instead of those of the pattern, by the name of the part:
 *
 * ```html
 * <!-- wp:block {"ref":401,"content":{"Title":{"content":"Soil"}}} /-->
 * ```
 */
export type Overrides = Map<string, Map<string, unknown>>;

export function readOverrides({ attributes }: Block): Overrides {
  const overrides: Overrides = new Map();
  // Before WordPress 6.6 the values were one level deeper.
  for (const [name, values] of Object.entries(attributes.content ?? {}))
    overrides.set(
      name,
      new Map(Object.entries((values as { values?: object } | null)?.values ?? values ?? {})),
    );
  return overrides;
}

/** Applies the overrides, and removes those that were applied. */
export function applyOverrides(parts: readonly (string | Block)[], overrides: Overrides): (string | Block)[] {
  return parts.map((part) => {
    if (typeof part === 'string') return part;
    const { name } = (part.attributes.metadata ?? {}) as { readonly name?: string };
    const values = name === undefined ? undefined : overrides.get(name);
    const content = applyOverrides(part.content, overrides);
    return { ...part, content: values ? content.map((html) => applyAll(html, values)) : content };
  });
}

/** The block with the values of the fields that its parts are bound to, which readers saw instead of the stored ones. */
export function withBoundValues(block: Block, context: TextContext): Block {
  const { bindings = {} } = (block.attributes.metadata ?? {}) as { readonly bindings?: object };
  const values = new Map<string, unknown>();
  for (const [key, bound] of Object.entries(bindings)) {
    const { source, args } = (bound ?? {}) as { readonly source?: string; readonly args?: { key?: string } };
    if (source === 'core/pattern-overrides') continue;
    const value = source === 'core/post-meta' ? context.field(args?.key ?? '') : '';
    if (value !== '') values.set(key, value);
    else
      context.lose(
        'block-dynamic',
        `${block.name} ${key}: ${JSON.stringify(bound)}`,
        'Its value is not in the export. Write what readers saw by hand.',
      );
  }
  if (values.size === 0) return block;
  const content = block.content.map((part) => applyAll(part, values));
  const [before, after] = [block.content, content].map((parts) =>
    parts.filter((part) => typeof part === 'string').join(''),
  ) as [string, string];
  context.replace(missingFrom(wordsOf(before), wordsOf(after)).join(' '));
  context.replace(missingAddresses(before, after, () => false).join(' '));
  return { ...block, content };
}

function applyAll(part: string | Block, values: Map<string, unknown>): string | Block {
  if (typeof part !== 'string') return part;
  let html = part;
  for (const [key, value] of values) {
    const made = typeof value === 'string' ? applyOne(html, key, value) : null;
    if (made === null && !looks.has(key)) continue;
    html = made ?? html;
    values.delete(key);
  }
  return html;
}

/** Attributes without content. */
const looks = new Set(['id', 'rel', 'linkTarget', 'linkDestination', 'width', 'height']);

function applyOne(html: string, key: string, value: string): string | null {
  if (key === 'content' || key === 'text')
    return replaced(
      html,
      /(<(a|p|h[1-6]|li|button)\b[^>]*>)[\s\S]*(<\/\2>)/i,
      (_, open, _tag, close) => open + value + close,
    );
  if (key === 'caption')
    return (
      replaced(
        html,
        /(<figcaption\b[^>]*>)[\s\S]*(<\/figcaption>)/i,
        (_, open, close) => open + value + close,
      ) ?? replaced(html, /<\/figure>/i, (close) => `<figcaption>${value}</figcaption>${close}`)
    );
  const name = key === 'url' ? (/<img\b/i.test(html) ? 'src' : 'href') : key;
  if (!/^(?:src|href|alt|title)$/.test(name)) return null;
  const written = `${name}="${escapeHtml(value)}"`;
  return (
    replaced(html, new RegExp(`\\b${name}="[^"]*"`, 'i'), () => written) ??
    replaced(html, name === 'href' ? /<a\b/i : /<img\b/i, (tag) => `${tag} ${written}`)
  );
}

function replaced(html: string, pattern: RegExp, make: (...found: string[]) => string): string | null {
  return pattern.test(html) ? html.replace(pattern, make) : null;
}
