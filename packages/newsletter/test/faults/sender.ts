import { writeFileSync } from 'node:fs';
import { openRedis } from '../../../../sidecar/adapters/redis-connection.ts';
import { openRedisPluginStores } from '../../../../sidecar/adapters/redis-plugin-store.ts';
import { openSqlitePluginStores } from '../../../../sidecar/adapters/sqlite-plugin-store.ts';
import { createLogger } from '../../../../sidecar/process/logger.ts';
import { openTransport } from '../../src/mails/transport.ts';
import { sendNewsletter } from '../../src/send.ts';
import { createState, options, type SenderSettings, site } from './newsletter-site.ts';

/** A process that sends what is due, as `agentsite newsletter send` does; faults end it. Arguments: {@link SenderSettings} as JSON. */
const settings = JSON.parse(process.argv[2] ?? '{}') as SenderSettings;
const clock = { now: () => Date.now() + settings.clock };
const open = async () => {
  if (settings.redis === undefined) return openSqlitePluginStores(settings.folder, clock);
  const connection = await openRedis(settings.redis, createLogger('silent'));
  return openRedisPluginStores(connection, 'notes.example.org');
};
const state = createState((await open()).open('newsletter'), clock.now, settings);
const setting = (name: string) =>
  name === 'SMTP_URL' ? `smtp://127.0.0.1:${settings.smtp}` : settings[name];
const lines: string[] = [];
await sendNewsletter({
  state,
  options: { ...options, ...settings.options },
  transport: await openTransport({
    options: { ...options, ...settings.options },
    site,
    setting: setting as never,
  }),
  say: (line) => lines.push(line),
  signal: new AbortController().signal,
  pause: 50,
});
if (settings.report) writeFileSync(settings.report, lines.join('\n'));
process.exit(lines.some((line) => line.includes('left for the next run')) ? 3 : 0);
