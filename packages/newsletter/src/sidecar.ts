import type { SidecarPlugin } from 'agentsite/plugin';
import { openTransport } from './mails/transport.ts';
import { NewsletterState } from './newsletter-state.ts';
import type { Options } from './options.ts';
import { createLeaveRoutes } from './routes/leave-routes.ts';
import { createSubscribeRoutes } from './routes/subscribe-routes.ts';
import { sendNewsletter } from './send.ts';

/** Milliseconds between two checks of what is to be sent. */
const every = 60_000;
/** Milliseconds of one run; the next one goes on. The sidecar ends a job after ten minutes. */
const longest = 480_000;

const plugin: SidecarPlugin = async (context) => {
  const { log, signal, site, setting } = context;
  const options = context.options as Options;
  const state = new NewsletterState(context);
  const transport = await openTransport({ options, site, setting });
  const say = (line: string) => log.info({}, line);
  /** Each run has an attempt of its own, so that two runs never take each other for themselves. */
  const run = () =>
    sendNewsletter({
      ...{ options, transport, say, state: new NewsletterState(context) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(longest)]),
    });
  return {
    routes: [...createSubscribeRoutes(context, state, transport), ...createLeaveRoutes(context, state)],
    jobs: options.sends === 'server' ? [{ name: 'send', every, run }] : [],
  };
};

export default plugin;
