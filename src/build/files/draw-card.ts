import { type Node, Renderer } from '@takumi-rs/core';
import type { SocialCard } from '../../core/pages/page.ts';
import { cardSize } from '../../core/pages/social-card.ts';
import { directionOf } from '../../core/text/locale.ts';
import { CardFonts, familiesFor } from './card-fonts.ts';

const colours = { paper: '#fcfbf8', ink: '#22252a', accent: '#0a5c63', light: '#85cbd0' } as const;

export type DrawCard = (card: SocialCard) => Promise<Uint8Array>;

/** @returns a function that gives a card as PNG. */
export function openCardRenderer(): DrawCard {
  const renderer = new Renderer();
  const fonts = new CardFonts(renderer);
  return async (card) => {
    const order = familiesFor(card.language);
    const drawable = async (text: string) => ((await fonts.load(text, order)) ? text : '');
    const words = { title: await drawable(card.title), line: await drawable(card.line) };
    return renderer.render(layOut({ ...card, ...words }), { ...cardSize, format: 'png' });
  };
}

function layOut({ title, line, language }: SocialCard): Node {
  const toTheLeft = directionOf(language) === 'rtl';
  const size = title.length > 70 ? 58 : title.length > 40 ? 70 : 84;
  return {
    type: 'container',
    style: {
      display: 'flex',
      flexDirection: toTheLeft ? 'row-reverse' : 'row',
      width: '100%',
      height: '100%',
      backgroundColor: colours.paper,
      fontFamily: familiesFor(language)
        .map((family) => `"${family}"`)
        .join(', '),
      textAlign: toTheLeft ? 'right' : 'left',
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
              // Letters of Arabic are joined.
              letterSpacing: toTheLeft ? 0 : -1,
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
