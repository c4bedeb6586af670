/** What makes sites of folders of Markdown. */
export const generators = ['hugo', 'jekyll', 'eleventy', 'astro'] as const;
export type SiteGenerator = (typeof generators)[number];
