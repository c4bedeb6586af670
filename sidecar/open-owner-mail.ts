import { createHash } from 'node:crypto';
import type { Site } from '../src/core/model/site.ts';
import type { PluginMail } from '../src/plugins/sidecar-plugin.ts';
import { readConfig } from './config.ts';
import { openMailer } from './open-contact-parts.ts';

/**
 * Sends a mail to the owner, by the variables of the contact form; without a mail server into the outbox.
 * @throws Error with a sentence for the operator
 */
export async function sendOwnerMail(site: Site, { id, subject, text }: PluginMail): Promise<void> {
  const read = readConfig(process.env);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const mailer = await openMailer(read.config, site);
  const delivery = createHash('sha256').update(id).digest('hex').slice(0, 32);
  const replyTo = { name: site.title, address: `noreply@${new URL(site.url).hostname}` };
  const mail = { delivery, channel: 'form' as const, subject: `[${site.title}] ${subject}`, replyTo, text };
  await mailer.send(mail, { signal: AbortSignal.timeout(25_000), beforeHandover: async () => undefined });
  await mailer.close();
}
