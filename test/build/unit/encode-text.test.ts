import { expect, it } from 'vitest';
import { encodeText } from '../../../src/build/plan/output.ts';

it('texts are written in UTF-8 as Buffer.from gives it, whatever characters they hold', () => {
  const texts = [
    '',
    'plain',
    'café · naïve',
    'one … more',
    'Ж字\u0000',
    '😀 → “x”',
    '\ufefffirst',
    'half \ud800 and … \udc00',
  ];
  for (const text of texts) expect(encodeText(text), JSON.stringify(text)).toEqual(Buffer.from(text));
  for (const length of [70_000, 262_143, 262_144, 262_145]) {
    const text = `${'a'.repeat(length - 1)}…`;
    expect(encodeText(text).equals(Buffer.from(text))).toBe(true);
  }
});
