import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openCardRenderer } from '../../../src/publish/draw-card.ts';

/** Is anything but paper in the part of the card that holds the words? */
async function hasWords(title: string): Promise<boolean> {
  const draw = await openCardRenderer();
  const picture = await draw({ src: '/card.png', title, line: '' });
  const area = { left: 100, top: 60, width: 1000, height: 300 };
  const words = await sharp(picture).extract(area).toBuffer();
  const { channels } = await sharp(words).stats();
  return channels.some(({ min, max }) => max - min > 20);
}

it('a card holds the words that its font can write, and no boxes in the place of others', async () => {
  expect(await hasWords('Notes from the field')).toBe(true);
  expect(await hasWords('Записки')).toBe(true);
  expect(await hasWords('ملاحظات من الميدان')).toBe(false);
  expect(await hasWords('田野笔记')).toBe(false);
});
