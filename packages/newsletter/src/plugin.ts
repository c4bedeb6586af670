import { definePlugin } from 'agentsite/plugin';
import { commands } from './newsletter.ts';

/** The command, for sites without the newsletter: it says what is missing. */
export default definePlugin({ name: 'newsletter', setup: () => ({ commands }) });
