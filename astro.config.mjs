import node from '@astrojs/node';
import { defineConfig } from 'astro/config';
import { compileTheme } from './src/publish/integration.ts';
import { site } from './src/site.ts';

export default defineConfig({
  site: process.env.SITE_URL ?? site.url,
  output: 'static',
  adapter: node({ mode: 'middleware' }),
  integrations: [compileTheme()],
  session: false,
  trailingSlash: 'ignore',
  compressHTML: true,
  build: { format: 'directory', inlineStylesheets: 'never' },
  vite: { build: { assetsInlineLimit: 0, emptyOutDir: false } },
  devToolbar: { enabled: false },
});
