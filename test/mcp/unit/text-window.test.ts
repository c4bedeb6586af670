import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextCursor, readCursor, writeCursor } from '../../../sidecar/mcp/features/cursor.ts';
import { cutWindow } from '../../../sidecar/mcp/features/text-window.ts';

function readAll(text: string, most: number): string[] {
  const parts: string[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const window = cutWindow(text, offset, most);
    parts.push(window.text);
    if (window.next !== undefined && window.next <= offset) throw new Error(`no way on from ${offset}`);
    offset = window.next;
  }
  return parts;
}

test('windows follow each other without a gap, within their bytes, whatever the script', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'ß', '漢', '🛠️', '\n\n', ' ', '👩‍👩‍👧'),
    maxLength: 4000,
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 500, max: 2000 }), (given, most) => {
      const parts = readAll(given, most);
      expect(parts.join('')).toBe(given);
      for (const part of parts) {
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(most);
        expect(part.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});

test('a window ends between two paragraphs where it can', () => {
  const text = `${'a'.repeat(600)}\n\n${'b'.repeat(600)}`;
  expect(cutWindow(text, 0, 1000)).toEqual({ text: `${'a'.repeat(600)}\n\n`, offset: 0, next: 602 });
});

test('an offset within a character goes back to its beginning, one past the end finds nothing', () => {
  expect(cutWindow('🛠x', 1, 500)).toEqual({ text: '🛠x', offset: 0, next: undefined });
  expect(cutWindow('abc', 99, 500)).toEqual({ text: '', offset: 3, next: undefined });
});

test('a cursor links back to its offset, on its own list alone', () => {
  expect(readCursor('content', writeCursor('content', 40))).toBe(40);
  expect(readCursor('search', writeCursor('content', 40))).toBeUndefined();
  expect(readCursor('content', undefined)).toBe(0);
  for (const broken of ['', '!', 'Y29udGVudDo', 'Y29udGVudDotMQ', '\0']) {
    expect(readCursor('content', broken)).toBeUndefined();
  }
  expect(nextCursor('content', 0, 20, 20)).toBeUndefined();
  expect(nextCursor('content', 0, 20, 21)).toBe(writeCursor('content', 20));
  expect(nextCursor('content', 60, 0, 21)).toBeUndefined();
});
