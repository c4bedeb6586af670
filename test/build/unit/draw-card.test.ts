import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openCardRenderer } from '../../../src/build/files/draw-card.ts';

const draw = openCardRenderer();

/** Is anything but paper in the part of the card that contains the words? */
async function hasWords(title: string, language = 'en'): Promise<boolean> {
  const image = await draw({ src: '/card.png', title, line: '', language });
  const area = { left: 100, top: 60, width: 1000, height: 300 };
  const words = await sharp(image).extract(area).toBuffer();
  const { channels } = await sharp(words).stats();
  return channels.some(({ min, max }) => max - min > 20);
}

it('a card contains the words that its fonts can write, and no boxes instead of others', async () => {
  expect(await hasWords('Notes from the field')).toBe(true);
  expect(await hasWords('Записки')).toBe(true);
  expect(await hasWords('ملاحظات من الميدان', 'ar')).toBe(true);
  expect(await hasWords('הערות מהשדה', 'he')).toBe(true);
  expect(await hasWords('山を歩く', 'ja')).toBe(true);
  expect(await hasWords('田野笔记', 'zh-Hans')).toBe(true);
  expect(await hasWords('들판의 기록', 'ko')).toBe(false);
});

it('draws a character that Chinese and Japanese write otherwise as the language does', async () => {
  const card = { src: '/card.png', title: '直骨', line: '' };
  const [chinese, japanese] = await Promise.all([
    draw({ ...card, language: 'zh-Hans' }),
    draw({ ...card, language: 'ja' }),
  ]);
  expect(Buffer.from(chinese).equals(Buffer.from(japanese))).toBe(false);
});
