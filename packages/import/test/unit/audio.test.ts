import { expect, it } from 'vitest';
import { audioOf } from '../../src/write/front-matter-fields.ts';

it('an episode of WordPress is one here', () => {
  const value = 'https://old.example/e1.mp3\n488638\naudio/mpeg\na:1:{s:8:"duration";s:8:"00:31:04";}';
  const elsewhere = { file: (url: string) => ({ kind: 'found', url }) };
  expect(
    audioOf({ meta: [{ key: 'enclosure', value }] } as never, elsewhere as never, () => undefined),
  ).toEqual({
    audio: { file: 'https://old.example/e1.mp3', bytes: 488638, type: 'audio/mpeg', duration: '31:04' },
  });
});
