/** Letters and digits with their marks; a joiner after a mark shapes letters and separates nothing. */
const word = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|(?<=\p{M})[\u200c\u200d](?=\p{L}))*/gu;
/** Marks of emoji: how they are shown, and the frame of a key. */
const emojiMarks = /[\u20e3\ufe00-\ufe0f]/g;

/**
 * A name as part of an address: `Building Agentsite` gives `building-agentsite`. Without a letter or digit, its code points:
 * `u1f331` for `🌱`. `maxBytes` is in UTF-8, for file names.
 */
export function slugOf(name: string, maxBytes = Infinity): string {
  // Lower case of the Turkish İ is an i with a dot above it.
  const folded = name.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i').replace(emojiMarks, '');
  const words = folded.match(word) ?? Array.from(folded.replace(/\s/g, ''), codePoint);
  const slug = words
    .join('-')
    .replace(/[\u200c\u200d]/g, '')
    .normalize('NFC');
  return bytesOf(slug) <= maxBytes ? slug : cut(slug, maxBytes);
}

/** Cuts between what readers see as characters. */
function cut(slug: string, maxBytes: number): string {
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(slug)) {
    if (bytesOf(kept + segment) > maxBytes) break;
    kept += segment;
  }
  return kept.replace(/-$/, '');
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const codePoint = (character: string): string => `u${character.codePointAt(0)?.toString(16)}`;

/** Names with equal keys differ at most in case and Unicode form: on some computers they are one file. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
