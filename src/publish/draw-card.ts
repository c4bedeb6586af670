import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Node, Renderer } from '@takumi-rs/core';
import type { SocialCard } from '../core/pages/page.ts';
import { canDraw, cardSize } from '../core/pages/social-card.ts';

/** Draws social cards. The font comes with the project, so the bytes are the same on every machine. */

/** Subsets of the font, and the characters each is for. */
const fonts: readonly { file: string; ranges: [number, number][] }[] = [
  {
    file: 'latin',
    ranges: [
      [0x0000, 0x00ff],
      [0x2000, 0x206f],
      [0x20ac, 0x20ac],
      [0x2122, 0x2122],
    ],
  },
  {
    file: 'latin-ext',
    ranges: [
      [0x0100, 0x02ff],
      [0x1e00, 0x1eff],
      [0x20a0, 0x20ab],
      [0x20ad, 0x20c0],
    ],
  },
  {
    file: 'cyrillic',
    ranges: [
      [0x0400, 0x04ff],
      [0x2116, 0x2116],
    ],
  },
  { file: 'greek', ranges: [[0x0370, 0x03ff]] },
];

const colours = { paper: '#fcfbf8', ink: '#22252a', accent: '#0a5c63', light: '#85cbd0' } as const;

export type DrawCard = (card: SocialCard) => Promise<Uint8Array>;

/** Loads the fonts. @returns a function that gives a card as PNG. */
export async function openCardRenderer(): Promise<DrawCard> {
  const require = createRequire(import.meta.url);
  const renderer = new Renderer();
  for (const { file, ranges } of fonts) {
    const path = require.resolve(`@fontsource-variable/literata/files/literata-${file}-wght-normal.woff2`);
    await renderer.registerFont({ name: 'Literata', data: readFileSync(path), unicodeRange: ranges });
  }
  return (card) => renderer.render(layOut(card), { ...cardSize, format: 'png' });
}

function layOut(card: SocialCard): Node {
  const title = canDraw(card.title) ? card.title : '';
  const line = canDraw(card.line) ? card.line : '';
  const size = title.length > 70 ? 58 : title.length > 40 ? 70 : 84;
  return {
    type: 'container',
    style: {
      display: 'flex',
      width: '100%',
      height: '100%',
      backgroundColor: colours.paper,
      fontFamily: 'Literata',
    },
    children: [
      { type: 'container', style: { width: 28, height: '100%', backgroundColor: colours.accent } },
      { type: 'container', style: { width: 12, height: '100%', backgroundColor: colours.light } },
      {
        type: 'container',
        style: {
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          flexGrow: 1,
          flexBasis: 0,
          height: '100%',
          padding: 72,
        },
        children: [
          {
            type: 'text',
            text: title,
            style: {
              fontSize: size,
              fontWeight: 600,
              lineHeight: 1.18,
              letterSpacing: -1,
              color: colours.ink,
              lineClamp: 5,
            },
          },
          {
            type: 'text',
            text: line,
            style: { fontSize: 30, lineHeight: 1.35, color: colours.accent, lineClamp: 2 },
          },
        ],
      },
    ],
  };
}
