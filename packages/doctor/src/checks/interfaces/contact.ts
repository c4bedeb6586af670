import { paths } from 'agentsite/model';
import { readDirectives } from '../../documents/headers.ts';
import { asObject, asText, type JsonObject, readJson } from '../../documents/json-value.ts';
import { type Answer, describeStatus, wasSkipped } from '../../http/answer.ts';
import type { Visit } from '../../visit/visit.ts';
import { type Check, checksOf } from '../check.ts';

/** The contact endpoint. It is only read, unless the owner asks for one message to an address of their own. */
interface Contact {
  readonly url: string;
  readonly answer: Answer;
  readonly value: JsonObject;
}

function findContact(visit: Visit): Promise<Contact | null> {
  return visit.once('contact', async () => {
    const found = await visit.find(visit.below(paths.contactApi.slice(1)));
    return (
      found && { url: found.answer.url, answer: found.answer, value: asObject(readJson(found.answer.text)) }
    );
  });
}

const tokenOf = (value: JsonObject) => asText(value.submit_token);

const reading: readonly Check[] = checksOf('contact', 'A contact endpoint', findContact, [
  {
    id: 'contact-token',
    severity: 'error',
    title: 'The contact endpoint gives a token that may be sent back',
    source: 'contract of the contact endpoint',
    fix: '{"submit_token": "…"} with the rules of the message',
    wrong: ({ answer, value }) => !/^[\x21-\x7e]{8,}$/.test(tokenOf(value)) && answer.text.slice(0, 80),
  },
  {
    id: 'contact-fresh',
    severity: 'error',
    title: 'Each request gets a token of its own',
    source: 'contract of the contact endpoint',
    fix: 'Make a new token for each GET, and let no cache keep it.',
    wrong: async ({ answer, value }, visit) => {
      const again = await visit.ask(answer.url, { again: true });
      const token = tokenOf(asObject(readJson(again.text)));
      return token !== '' && token === tokenOf(value) && 'the same token twice';
    },
  },
  {
    id: 'contact-cache',
    severity: 'error',
    title: 'No cache keeps the token',
    source: 'RFC 9111, 5.2.2.5',
    fix: 'Cache-Control: no-store',
    wrong: ({ answer }) =>
      !readDirectives(answer.headers['cache-control']).has('no-store') &&
      `Cache-Control: ${answer.headers['cache-control'] ?? 'none'}`,
  },
  {
    id: 'contact-rules',
    severity: 'warning',
    title: 'The contact endpoint says which fields a message has',
    source: 'contract of the contact endpoint',
    fix: 'A JSON Schema with required and properties, next to the token',
    wrong: ({ value }) => !Object.values(value).some(isSchema) && `members: ${Object.keys(value).join(', ')}`,
  },
  {
    id: 'contact-cors',
    severity: 'warning',
    title: 'Pages of other sites cannot take a token',
    source: 'WHATWG Fetch, CORS protocol',
    fix: 'Send no Access-Control-Allow-Origin here.',
    wrong: ({ answer }) =>
      answer.headers['access-control-allow-origin'] !== undefined &&
      `Access-Control-Allow-Origin: ${answer.headers['access-control-allow-origin']}`,
  },
]);

const sending: readonly Check[] = checksOf(
  'contact',
  'A test of sending (only with --send)',
  async (visit) => {
    const contact = await findContact(visit);
    return contact && visit.options.sendTo !== null ? contact : null;
  },
  [
    {
      id: 'contact-send',
      severity: 'error',
      title: 'A message is taken, and its repetition under the same key sends nothing',
      source: 'contract of the contact endpoint; Idempotency-Key',
      fix: 'Look into the log of the sidecar; test the settings of the mail.',
      wrong: async ({ answer, value }, visit) => {
        const token = tokenOf(value);
        const body = JSON.stringify({
          name: 'Agentsite doctor',
          email: visit.options.sendTo,
          subject: 'A test of the contact endpoint',
          message: 'Sent by the doctor, since its owner asked for it with --send.',
          agent: 'agentsite-doctor',
          submit_token: token,
        });
        const headers = {
          'Content-Type': 'application/json',
          'Idempotency-Key': `agentsite-doctor-${token.slice(-24)}`,
        };
        const first = await visit.ask(answer.url, { method: 'POST', body, headers });
        if (wasSkipped(first)) return false;
        if (first.status !== 200) return `${describeStatus(first)}: ${first.text.slice(0, 120)}`;
        const again = await visit.ask(answer.url, { method: 'POST', body, headers, again: true });
        const isReplayed = asObject(readJson(again.text)).replayed === true;
        return !isReplayed && `the repetition: ${describeStatus(again)} ${again.text.slice(0, 120)}`;
      },
    },
  ],
);

export const contactChecks: readonly Check[] = [...reading, ...sending];

function isSchema(value: unknown): boolean {
  const schema = asObject(value as JsonObject);
  return schema.type === 'object' && typeof schema.properties === 'object';
}
