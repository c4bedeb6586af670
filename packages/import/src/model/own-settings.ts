import { type Node, parseExpressionAt } from 'acorn';
import { evaluate, nameOf, type Written } from './program-values.ts';

type Values = Readonly<Record<string, unknown>>;

interface Setting {
  readonly from: number;
  readonly to: number;
  /** Undefined if it is computed. */
  readonly value: unknown;
}

export interface ChangedSettings {
  readonly text: string;
  /** Settings that are others now, as their owner wrote them. */
  readonly replaced: readonly string[];
  /** Other values of settings that are computed. */
  readonly kept: readonly string[];
}

/** `site.ts` of the new site as its owner wrote it before the import. */
export class OwnSettings {
  readonly #text: string;
  readonly #settings = new Map<string, Setting>();
  /** Where another setting can be added; null where none can. */
  readonly #end: number | null;

  /** @param isValid invalid values count as computed */
  constructor(text: string, isValid: (name: string, value: unknown) => boolean) {
    this.#text = text;
    const object = readObject(text);
    const properties = (object?.properties ?? []) as Written[];
    for (const { key, value, computed } of properties) {
      if (computed || !key) continue;
      const { start: from, end: to } = value as Written;
      const [name, known] = [nameOf(key as Written), evaluate(value as Written)];
      this.#settings.set(name, { from, to, value: isValid(name, known) ? known : undefined });
    }
    this.#end = properties.at(-1)?.end ?? null;
  }

  text(name: string): string {
    const { value } = this.#settings.get(name) ?? {};
    return typeof value === 'string' ? value : '';
  }

  object(name: string): Values {
    const { value } = this.#settings.get(name) ?? {};
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};
  }

  /**
   * The file with other values; everything else stays, and so do computed values.
   * @returns null if it has no settings that can be changed
   */
  with(written: Values): ChangedSettings | null {
    if (this.#end === null) return null;
    const [replaced, kept]: [string[], string[]] = [[], []];
    const changes: [from: number, to: number, text: string][] = [];
    const added: string[] = [];
    for (const [name, value] of Object.entries(written)) {
      const setting = this.#settings.get(name);
      const text = JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
      if (setting === undefined) added.push(`,\n  ${name}: ${text}`);
      else if (setting.value === undefined) kept.push(`${name}: ${text}`);
      else if (JSON.stringify(setting.value) !== JSON.stringify(value)) {
        changes.push([setting.from, setting.to, text]);
        replaced.push(`${name}: ${this.#text.slice(setting.from, setting.to)}`);
      }
    }
    changes.push([this.#end, this.#end, added.join('')]);
    const text = changes
      .sort(([a], [b]) => b - a)
      .reduce((done, [from, to, words]) => done.slice(0, from) + words + done.slice(to), this.#text);
    return { text, replaced, kept };
  }
}

function readObject(text: string): Written | null {
  const found = /\bconst\s+site\b[^=]*=\s*/.exec(text);
  if (!found) return null;
  try {
    const node = parseExpressionAt(text, found.index + found[0].length, { ecmaVersion: 'latest' });
    return node.type === 'ObjectExpression' ? (node as Node as Written) : null;
  } catch {
    return null;
  }
}
