/** Systems that can be imported. */
export const systems = {
  wordpress: {
    name: 'WordPress',
    media: 'a copy of wp-content/uploads',
    hasIds: true,
    guesses: true,
  },
  ghost: {
    name: 'Ghost',
    media: 'Ghost’s folder content/images',
    hasIds: false,
    guesses: false,
  },
  markdown: { name: 'Markdown', media: 'the folder of images', hasIds: false, guesses: false },
} as const satisfies Record<string, SystemFacts>;

export type System = keyof typeof systems;

interface SystemFacts {
  readonly name: string;
  readonly media: string;
  readonly hasIds: boolean;
  /** Did it redirect incomplete addresses to the matching document? */
  readonly guesses: boolean;
}
