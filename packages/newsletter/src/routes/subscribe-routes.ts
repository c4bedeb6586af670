import { hash, randomUUID } from 'node:crypto';
import { type SidecarContext, type SidecarParts, wordsOfPlugin, z } from 'agentsite/plugin';
import { parseJson } from 'agentsite/text';
import type { Transport } from '../mails/transport.ts';
import type { NewsletterState } from '../newsletter-state.ts';
import type { Options } from '../options.ts';
import { frequencies, readAddress } from '../subscribers/subscribers.ts';
import { issueToken, openToken } from '../tokens.ts';
import { languagesOf, offeredTopics } from '../topics.ts';
import { Confirmations, day } from './confirmations.ts';
import { buttons, paragraph, renderForm, sendPage, style } from './pages.ts';

type Routes = NonNullable<SidecarParts['routes']>;
type Handler = Routes[number]['handle'];
type Response = Parameters<Handler>[1];

/** Milliseconds for which a form, or the document with a token, can be sent. */
const tokenLifetime = 900_000;
const perMinute = 10;
const maxBytes = 16_384;
/** For programs. */
const api = '/wp-json/site/v1/newsletter/subscribe';

/** The form, where it is sent to, and the page with the button that confirms. No answer depends on who is subscribed. */
export function createSubscribeRoutes(
  context: SidecarContext,
  state: NewsletterState,
  transport: Transport,
): Routes {
  const { site } = context;
  const confirmations = new Confirmations(context, state, transport);
  const languageOf = (given: unknown) => languagesOf(site).find((one) => one === given) ?? site.language;
  const showConfirmation =
    (read: (token: string) => Promise<{ language: string } | null>, word: 'confirm' | 'confirmed'): Handler =>
    async (request, response) => {
      const found = await read(String(request.params.token));
      const language = found?.language ?? site.language;
      const words = wordsOfPlugin({ ...site, language }, 'newsletter');
      const body = word === 'confirm' ? buttons({ confirm: words.confirm }) : paragraph(words.confirmed);
      sendPage(context, response, found ? 200 : 410, language, found ? body : paragraph(words.old));
    };
  const subscribe = takeRequests(context, confirmations);
  return [
    {
      method: 'GET',
      path: '',
      handle: (request, response) =>
        showForm(context, response, 200, { language: languageOf(request.query.language) }),
    },
    {
      method: 'POST',
      path: '',
      handle(request, response) {
        const { language, email } = readForm(request.body);
        showForm(context, response, 200, { language: languageOf(language), email: String(email ?? '') });
      },
    },
    { method: 'GET', path: 'style.css', handle: (_request, response) => response.type('css').send(style) },
    {
      method: 'GET',
      path: api,
      handle: (_request, response) =>
        response.json({
          topics: offeredTopics(context.options as Options),
          ...{ languages: languagesOf(site), frequencies, expires_in: tokenLifetime / 1000 },
          submit_token: mintToken(context),
        }),
    },
    { method: 'POST', path: api, perMinute, maxBytes, handle: subscribe },
    { method: 'POST', path: 'subscribe', perMinute, maxBytes, handle: subscribe },
    // Programs that inspect links open them; a person presses the button.
    {
      method: 'GET',
      path: 'confirm/:token',
      handle: showConfirmation((token) => confirmations.read(token), 'confirm'),
    },
    {
      method: 'POST',
      path: 'confirm/:token',
      handle: showConfirmation((token) => confirmations.confirm(token), 'confirmed'),
    },
  ];
}

const mintToken = ({ sign, now }: SidecarContext) => issueToken(sign, 'submit', randomUUID(), now());

function showForm(
  context: SidecarContext,
  response: Response,
  status: number,
  { language, email = '', notice = '' }: { language: string; email?: string; notice?: string },
): void {
  const { site, urlOf } = context;
  const words = wordsOfPlugin({ ...site, language }, 'newsletter');
  const nameOf = (topic: string) => words[topic] ?? topic.replace('category/', '');
  const languages = languagesOf(site).map((tag) => {
    return [tag, new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag];
  });
  const form = renderForm({
    ...{ words, email, language, token: mintToken(context), action: urlOf('subscribe') },
    topics: Object.fromEntries(
      offeredTopics(context.options as Options).map((topic) => [topic, nameOf(topic)]),
    ),
    languages: Object.fromEntries(languages),
  });
  sendPage(context, response, status, language, (notice && paragraph(notice)) + form);
}

/** What a form or a program may send. */
function inputSchema({ site, options }: SidecarContext) {
  const topics = offeredTopics(options as Options);
  return z.strictObject({
    email: z.string().transform((text, issues) => {
      const address = readAddress(text);
      if (address === null) issues.addIssue('must be an email address such as name@example.org');
      return address ?? '';
    }),
    topics: z
      .array(z.enum(topics as [string, ...string[]]))
      .min(1)
      .default(['posts']),
    language: z.enum(languagesOf(site) as [string, ...string[]]).default(site.language),
    frequency: z.enum(frequencies).default('each'),
    submit_token: z.string().default(''),
    /** People don't see this field. */
    website: z.literal('').optional(),
  });
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The word for people. */
  readonly word: string;
  readonly params?: Readonly<Record<string, string>>;
}

const invalid = { status: 422, code: 'invalid', message: 'A field can’t be used.', word: 'invalid' };
const refuseToken = (message: string, code = 'token_invalid'): Refusal => {
  return { status: 401, code, message: `${message} GET this address for another one.`, word: 'again' };
};
const full = { status: 429, code: 'rate_limited', message: 'No more requests today.', word: 'again' };

function takeRequests(context: SidecarContext, confirmations: Confirmations): Handler {
  const { site, log } = context;
  const schema = inputSchema(context);
  return async (request, response) => {
    const isJson = request.get('Content-Type')?.includes('json') ?? false;
    const given: Record<string, unknown> = Object(isJson ? parseJson(request.body) : readForm(request.body));
    const language = languagesOf(site).find((one) => one === given.language) ?? site.language;
    const words = wordsOfPlugin({ ...site, language }, 'newsletter');
    const refuse = ({ status, code, message, word, params }: Refusal) => {
      if (status === 429) response.set('Retry-After', String(day / 24_000));
      const data = { status, ...(params ? { params } : {}) };
      if (isJson) response.status(status).json({ code: `site_newsletter_${code}`, message, data });
      else
        showForm(context, response, status, {
          language,
          email: String(given.email ?? ''),
          notice: words[word] ?? '',
        });
    };
    const input = schema.safeParse(given);
    if (!input.success) {
      const params = input.error.issues.map(({ path, message }) => [path.join('.') || 'body', message]);
      return refuse({ ...invalid, params: Object.fromEntries(params) });
    }
    const { submit_token: token, email: mail, website: _, ...choices } = input.data;
    const isFirst = await spend(context, token, JSON.stringify([mail, choices]));
    if (typeof isFirst !== 'boolean') return refuse(isFirst);
    if (isFirst) {
      const { confirmationsPerDay } = context.options as Options;
      const today = `confirmations ${Math.floor(context.now() / day)}`;
      if (!(await confirmations.count(today, confirmationsPerDay))) return refuse(full);
      // What depends on the address happens after the answer, so that neither its words nor its time do.
      void confirmations.ask({ mail, ...choices, source: isJson ? 'api' : 'form' }).catch((error) => {
        log.error({ name: error instanceof Error ? error.name : 'error' }, 'a confirmation was not sent');
      });
    }
    const message = 'A person has to confirm by the link in a mail.';
    if (isJson) response.status(202).json({ status: 'pending', message });
    else sendPage(context, response, 202, language, paragraph(words.asked));
  };
}

/** Uses up a token. @returns false for one that was used for the same request, whose answer is repeated */
async function spend(
  { sign, now, store }: SidecarContext,
  token: string,
  what: string,
): Promise<boolean | Refusal> {
  if (token === '') return refuseToken('submit_token is missing.', 'token_missing');
  const opened = openToken(sign, 'submit', token, now(), tokenLifetime);
  if (opened.kind !== 'valid') return refuseToken('The token is not valid.');
  const key = `token ${opened.id}`;
  const print = sign(hash('sha256', what, 'base64url'));
  if (await store.replace(key, null, print, tokenLifetime)) return true;
  return (await store.get(key)) === print ? false : refuseToken('The token was used.');
}

function readForm(text: string): Record<string, string | string[]> {
  const form = new URLSearchParams(text);
  const one = Object.fromEntries([...form.keys()].map((name) => [name, form.get(name)?.trim() ?? '']));
  return { ...one, ...(form.has('topics') ? { topics: form.getAll('topics') } : {}) };
}
