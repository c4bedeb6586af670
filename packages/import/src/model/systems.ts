/** Systems that can be imported; `guesses` if it redirected incomplete addresses to the matching document. */
export const systems = {
  wordpress: {
    name: 'WordPress',
    media: 'a copy of wp-content/uploads (WordPress.com gives it at Tools > Export > Export media library)',
    hasIds: true,
    guesses: true,
  },
  ghost: {
    name: 'Ghost',
    media: 'Ghost’s folder content/images',
    hasIds: false,
    guesses: false,
  },
  blogger: { name: 'Blogger', media: 'a folder with its images', hasIds: true, guesses: false },
  substack: { name: 'Substack', media: 'a folder with its images', hasIds: false, guesses: false },
  squarespace: { name: 'Squarespace', media: 'a folder with its images', hasIds: true, guesses: false },
  medium: { name: 'Medium', media: 'a folder with its images', hasIds: false, guesses: false },
  markdown: { name: 'Markdown', media: 'the folder of images', hasIds: false, guesses: false },
} as const;

export type System = keyof typeof systems;

/** Services that show HTML, and keep the images on servers of their own. */
export const isHostedService = (system: System): boolean =>
  /^(?:blogger|substack|squarespace|medium)$/.test(system);
