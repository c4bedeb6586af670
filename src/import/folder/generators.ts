/** Static site generators. */
export const generators = ['hugo', 'jekyll', 'eleventy', 'astro'] as const;
export type SiteGenerator = (typeof generators)[number];
