import { attachedSigns } from '../../../core/text/scripts.ts';
import { type Mask, standIns } from './masked-signs.ts';

/** The signs `^` or `~` of a text that shift nothing, and whether others do. */
export interface ShiftedSigns {
  readonly shifts: boolean;
  readonly literal: readonly Mask[];
}

const none: ShiftedSigns = { shifts: false, literal: [] };
const single = { '^': /(?<!\^)\^(?!\^)/g, '~': /(?<!~)~(?!~)/g } as const;

/**
 * Pandoc's `x^2^` and `H~2~O`: no spaces inside, and after a word. Ranges (`3~5`), tones (`喵~`), paths (`~/bin:~/go`) and
 * formulas (`a^2+b^2`) keep their signs.
 */
export function readShiftedSigns(markdown: string, sign: '^' | '~'): ShiftedSigns {
  const first = markdown.indexOf(sign);
  if (first < 0 || markdown.indexOf(sign, first + 1) < 0) return none;
  const places = [...markdown.matchAll(single[sign])].map(({ index }) => index);
  const literal: Mask[] = [];
  let shifts = false;
  for (let at = 0; at < places.length; at++) {
    const [start = 0, end] = [places[at], places[at + 1]];
    if (end !== undefined && isShifted(markdown, start, end)) {
      shifts = true;
      at += 1;
    } else literal.push({ at: start, as: standIns.mark, show: sign });
  }
  // Behind spaces only, as in `~/a ~/b`, they are no pairs.
  const isPair = places.some((at, place) => place > 0 && /\S/.test(markdown[at - 1] ?? ''));
  return { shifts, literal: isPair ? literal : [] };
}

/** A word, perhaps with the charge of an ion. */
const plain = /^[+−-]?(?:[\p{L}\p{M}\p{N}.,'’%°\\]|`[^`]+`)+[+−-]?$/u;
/** In Pandoc it is shifted; in a formula without markup it would be the rest of one term and the start of another. */
const compound = /^[\p{L}\p{N}.,'’−-]+$/u;
const attached = new RegExp(`[${attachedSigns}]`, 'u');

function isShifted(text: string, start: number, end: number): boolean {
  const inner = text.slice(start + 1, end);
  const [sign, before = '', after = ''] = [text[start], text[start - 1], text[end + 1]];
  if (inner.length > 60 || /\s/.test(inner) || !/[\p{L}\p{N}]/u.test(inner) || attached.test(inner))
    return false;
  if (
    !/[\p{L}\p{M}\p{N})\]}*_`~^"'’”]/u.test(before) ||
    (attached.test(before) && !(sign === '^' && /^\d+$/.test(inner)))
  )
    return false;
  const isInWord = /[\p{L}\p{N}]/u.test(after);
  // Numbers between numbers are a range, or powers of powers.
  if (plain.test(inner)) return !(/\d/.test(before) && /^\d/.test(inner) && /\d/.test(after));
  return !isInWord && compound.test(inner);
}
