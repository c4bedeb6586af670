import { createRequire } from 'node:module';
import { escapeHtml } from '../../../core/text/plain-text.ts';
import { isTooDeep } from '../../read/problems.ts';

/** TeX formulas (a fenced block `math`, or `` $`…`$ `` in a line) as MathML, which needs no style and no script. */
export type Formula =
  | { readonly ok: true; readonly html: string }
  | { readonly ok: false; readonly message: string };

/** A formula in a line with more characters of TeX may be wider than a phone, and then scrolls in a box of its own. */
const longestInLine = 20;

const require = createRequire(import.meta.url);

export function renderFormula(tex: string, display: boolean): Formula {
  // Loaded with the first formula, since the library is large and few documents have formulas.
  const katex: typeof import('katex').default = require('katex');
  try {
    const rendered = katex.renderToString(tex, { output: 'mathml', displayMode: display, strict: false });
    const math = rendered
      .replace(/^<span class="katex">|<\/span>$/g, '')
      .replace(/<annotation[\s\S]*?<\/annotation>/, '');
    const name = display ? 'div' : 'span';
    const scrolls = display || tex.length > longestInLine ? ' tabindex="0"' : '';
    const attributes = `class="math"${scrolls} data-tex="${escapeHtml(tex)}"`;
    return { ok: true, html: `<${name} ${attributes}>${math}</${name}>` };
  } catch (error) {
    if (isTooDeep(error)) return { ok: false, message: 'is nested too deeply.' };
    const message =
      error instanceof Error ? error.message.replace(/^KaTeX parse error: /, '') : String(error);
    return { ok: false, message: `is not a TeX formula: ${message}.` };
  }
}
