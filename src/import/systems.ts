/** Where a site may come from, and what its owner calls things there. */
export const systems = {
  wordpress: {
    name: 'WordPress',
    media: 'a copy of wp-content/uploads',
    numbered: true,
    guesses: true,
  },
  ghost: {
    name: 'Ghost',
    media: 'Ghost’s folder content/images',
    numbered: false,
    guesses: false,
  },
  markdown: { name: 'Markdown', media: 'the folder of images', numbered: false, guesses: false },
} as const satisfies Record<string, SystemFacts>;

export type System = keyof typeof systems;

interface SystemFacts {
  readonly name: string;
  /** What --media takes. */
  readonly media: string;
  /** Do documents have numbers that programs know them by? */
  readonly numbered: boolean;
  /** Did it lead a misplaced or shortened address to the document that can be meant? */
  readonly guesses: boolean;
}
