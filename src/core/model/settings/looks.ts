/** Fonts that come with the theme, by the custom property that names them: pages load those of their look ahead of time. */
export const fontTokens = ['--font-text', '--font-interface'] as const;
export type FontToken = (typeof fontTokens)[number];

interface LookFacts {
  /** How its lists are, unless the settings say. */
  readonly lists: 'list' | 'cards';
  /** Fonts that its pages show above the fold. */
  readonly fonts: readonly FontToken[];
  /** Its tokens `--measure` and `--frame`, in rem, for the sizes of images. */
  readonly measure: number;
  readonly frame: number;
}

/** Lists are as wide as text. */
const column = (measure: number) => ({ measure, frame: measure });

/** The looks: values of the tokens in `src/styles/looks.css`, over the same components. */
export const looks = {
  classic: { lists: 'list', fonts: fontTokens, ...column(39) },
  magazine: {
    lists: 'cards',
    fonts: fontTokens,
    measure: 39,
    frame: 66,
  },
  notebook: {
    lists: 'list',
    fonts: ['--font-interface'],
    ...column(36),
  },
  poster: { lists: 'list', fonts: fontTokens, ...column(40) },
} as const satisfies Readonly<Record<string, LookFacts>>;

/** Width of lists, header and footer, in rem: those of a portfolio are wide in each look. */
export function frameOf({ look, home }: { look: Look; home: { form: string } }): number {
  return home.form === 'portfolio' ? looks.magazine.frame : looks[look].frame;
}

export type Look = keyof typeof looks;
export const lookNames = Object.keys(looks) as Look[];
