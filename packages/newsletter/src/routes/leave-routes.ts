import { type SidecarContext, type SidecarParts, wordsOfPlugin } from 'agentsite/plugin';
import type { NewsletterState } from '../newsletter-state.ts';
import { readWebhook } from '../subscribers/bounces.ts';
import { endByBounce } from '../subscribers/end-by-bounce.ts';
import type { Subscriber } from '../subscribers/subscribers.ts';
import { openToken } from '../tokens.ts';
import { buttons, paragraph, sendPage } from './pages.ts';

type Routes = NonNullable<SidecarParts['routes']>;
type Response = Parameters<Routes[number]['handle']>[1];

const pause = 30 * 86_400_000;

/** The page behind the link of every mail, the one click of mail programs (RFC 8058), and the webhook of Resend. */
export function createLeaveRoutes(context: SidecarContext, state: NewsletterState): Routes {
  const { site, sign, now, setting } = context;
  const wordsIn = (language: string) => wordsOfPlugin({ ...site, language }, 'newsletter');
  const page = (response: Response, status: number, language: string, body: string) =>
    sendPage(context, response, status, language, body);
  /** A link is valid for good: mails are kept, and who leaves late wants to leave too. */
  const idOf = (token: unknown): string | null => {
    const opened = openToken(sign, 'leave', String(token), now(), Number.POSITIVE_INFINITY);
    return opened.kind === 'valid' ? opened.id : null;
  };
  const actions = {
    leave: { word: 'left', change: (old: Subscriber): Subscriber => ({ ...old, standing: 'left' }) },
    pause: {
      word: 'paused',
      change: (old: Subscriber): Subscriber => ({
        ...old,
        pausedUntil: new Date(now() + pause).toISOString(),
      }),
    },
    resume: { word: 'confirmed', change: ({ pausedUntil: _, ...old }: Subscriber): Subscriber => old },
  };
  const refuse = (response: Response) =>
    page(response, 403, site.language, paragraph(wordsIn(site.language).old));
  return [
    {
      method: 'GET',
      path: 'leave',
      handle: (_request, response) =>
        page(response, 200, site.language, paragraph(wordsIn(site.language).use)),
    },
    {
      method: 'GET',
      path: 'leave/:token',
      async handle(request, response) {
        const id = idOf(request.params.token);
        if (id === null) return refuse(response);
        const subscriber = await state.subscribers.get(id);
        const language = subscriber?.language || site.language;
        const { leave, pause, resume } = wordsIn(language);
        return page(
          response,
          200,
          language,
          buttons(subscriber?.pausedUntil ? { leave, resume } : { leave, pause }),
        );
      },
    },
    {
      method: 'POST',
      path: 'leave/:token',
      perMinute: 60,
      async handle(request, response) {
        const id = idOf(request.params.token);
        if (id === null) return refuse(response);
        const action = new URLSearchParams(request.body).get('action');
        const { word, change } = actions[action === 'pause' || action === 'resume' ? action : 'leave'];
        const changed = await state.subscribers.change(id, (old) =>
          old?.standing === 'active' ? change(old) : null,
        );
        const language = changed?.language || site.language;
        return page(response, 200, language, paragraph(wordsIn(language)[word]));
      },
    },
    {
      method: 'POST',
      path: 'resend',
      perMinute: 600,
      async handle(request, response) {
        const bounces = await readWebhook(request.body, request.headers, setting('NEWSLETTER_RESEND_SECRET'));
        if (bounces === null)
          return response.status(403).json({
            code: 'site_newsletter_signature',
            message: 'The signature is not valid.',
            data: { status: 403 },
          });
        for (const { mail, ...bounce } of bounces)
          await endByBounce(state, { ...bounce, id: state.subscribers.idOf(mail) });
        return response.status(204).end();
      },
    },
  ];
}
