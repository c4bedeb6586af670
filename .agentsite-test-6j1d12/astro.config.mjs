import agentsite from 'agentsite';
import { defineConfig } from 'astro/config';
import { site } from './site.ts';

export default defineConfig({ integrations: [agentsite(site)] });
