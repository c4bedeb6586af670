import { defineConfig } from 'astro/config';
import agentsite from './src/astro/agentsite.ts';
import { site } from './src/site.ts';

export default defineConfig({ integrations: [agentsite(site)] });
