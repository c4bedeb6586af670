import { createApp } from 'astro/app/entrypoint';

/** The compiled theme, bundled to `dist/server/theme.mjs`: renders a page out of `Astro.locals`. */
export const app = createApp({ streaming: false });
