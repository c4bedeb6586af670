import type { PluginRoute, SidecarContext, SidecarPlugin } from 'agentsite/plugin';
import { escapeHtml, parseJson } from 'agentsite/text';
import { pathOfTarget } from '../targets.ts';
import { mailWaiting } from './mail-waiting.ts';
import { type KeptMention, MentionBox, maxQueue } from './mention-box.ts';
import { readPageAside } from './read-page.ts';
import { mayAsk, type Options, verify } from './verify.ts';

const maxUrl = 2_000;
/** Webmentions of one host in an hour, and requests to other sites at a time. */
const maxOfHost = 30;
/** Of all hosts in a day. */
const maxOfDay = 2_000;
const atATime = 4;
const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const maxTries = 3;

/** Receives webmentions (https://www.w3.org/TR/webmention/), verifies them later, and keeps them for the owner. */
export const createEndpoint =
  (read: typeof readPageAside): SidecarPlugin =>
  (context) => {
    const box = new MentionBox(context);
    const pages: ReadonlySet<string> = new Set(JSON.parse(context.data() || '[]') as string[]);
    return {
      routes: [...receivingRoutes(context, box, pages), ...ownersRoutes(context, box)],
      jobs: [{ name: 'verify', every: 2 * second, run: () => verifyDue(context, box, read) }],
    };
  };

export default createEndpoint(readPageAside);

function receivingRoutes(
  context: SidecarContext,
  box: MentionBox,
  pages: ReadonlySet<string>,
): readonly PluginRoute[] {
  return [
    {
      method: 'GET',
      path: 'webmention',
      handle: (_request, response) =>
        response
          .type('html')
          .send(
            page(context, 'Webmention', [
              '<p>Does a page of yours link to one of this site? Say so, and it may be shown there.</p><form method="post">',
              '<p><label>Your page <input type="url" name="source" required></label></p>',
              '<p><label>The page of this site <input type="url" name="target" required></label></p><button>Send</button></form>',
            ]),
          ),
    },
    {
      method: 'POST',
      path: 'webmention',
      maxBytes: 8_192,
      perMinute: 20,
      async handle(request, response) {
        const form = new URLSearchParams(request.body as string);
        const [source = '', target = ''] = [form.get('source') ?? '', form.get('target') ?? ''];
        const say = (status: number, text: string) => response.status(status).type('text').send(`${text}\n`);
        const problem = findProblem(source, target, context, pages);
        if (problem) return say(400, problem);
        const { hostname } = new URL(source);
        if ((await box.opinionOf(hostname)) === 'blocked') return say(202, accepted);
        if ((await box.count(`host ${hostname}`, hour)) > maxOfHost)
          return say(429, 'Too many webmentions of this host. Try again in an hour.');
        if ((await box.queue()).length >= maxQueue || (await box.count('day', 24 * hour)) > maxOfDay)
          return say(503, 'Too many webmentions wait. Try again later.');
        const at = context.now();
        const isSame = (one: { source: string; target: string }) =>
          one.source === source && one.target === target;
        await box.changeQueue((queue) => [
          ...queue.filter((one) => !isSame(one)),
          { source, target, at, tries: 0, due: at },
        ]);
        return say(202, accepted);
      },
    },
  ];
}

const accepted = 'Accepted. It is verified in a moment.';

/** Why a request is refused at once. */
function findProblem(
  source: string,
  target: string,
  { site, options }: SidecarContext,
  pages: ReadonlySet<string>,
): string | null {
  const [from, to] = [URL.parse(source), URL.parse(target)];
  const isUrl = (url: URL | null) =>
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!from || !isUrl(from) || source.length > maxUrl) return 'source must be an http or https URL.';
  if (!to || !isUrl(to) || target.length > maxUrl) return 'target must be an http or https URL.';
  if (from.href.split('#')[0] === to.href.split('#')[0]) return 'source and target are the same.';
  const path = pathOfTarget(target, site);
  if (path === null || !(pages.has(path) || pages.has(path.slice(0, -1))))
    return 'target must be a post or page of this site.';
  return mayAsk(from.hostname, options as Options) ? null : 'source must be at a public host.';
}

async function verifyDue(
  context: SidecarContext,
  box: MentionBox,
  read: typeof readPageAside,
): Promise<void> {
  const queue = await box.queue();
  const due = queue.filter((one) => one.due <= context.now()).slice(0, atATime);
  await Promise.all(
    due.map(async (asked) => {
      const outcome = await verify(asked, context, box, read).catch((error: unknown) => {
        context.log.error({ message: String(error) }, 'a webmention could not be verified');
        return 'retry' as const;
      });
      const tries = asked.tries + 1;
      const again = { ...asked, tries, due: context.now() + tries * 5 * minute };
      const isIt = (one: { source: string; target: string; at: number }) =>
        one.source === asked.source && one.target === asked.target && one.at === asked.at;
      await box.changeQueue((now) =>
        now.flatMap((one) => (!isIt(one) ? [one] : outcome === 'retry' && tries < maxTries ? [again] : [])),
      );
    }),
  );
  await mailWaiting(context, box);
}

const decisions = {
  show: 'Show it',
  hide: 'Hide it',
  allow: 'Show all of this site',
  block: 'Block this site',
} as const;

/** What the owner asks, with a link of a mail or the key of one. */
function ownersRoutes(context: SidecarContext, box: MentionBox): readonly PluginRoute[] {
  // Hashes of hashes: comparing them gives nothing away by the time that it takes.
  const isEqual = (given: string, expected: string) => context.sign(given) === context.sign(expected);
  const isOwner = (authorization = '') => isEqual(authorization, `Bearer ${context.sign('owner')}`);
  const decide = (
    handle: (mention: KeptMention, response: Parameters<PluginRoute['handle']>[1], body: string) => unknown,
  ): PluginRoute['handle'] => {
    return async (request, response) => {
      const key = String(request.params.key);
      const isAsked = isEqual(String(request.query.hash), context.sign(`decide ${key}`));
      const mention = isAsked ? await box.get(key) : null;
      if (!mention || mention.status === 'gone')
        return response
          .status(404)
          .type('html')
          .send(page(context, 'This mention is not there.', []));
      return handle(mention, response, request.body as string);
    };
  };
  return [
    {
      method: 'GET',
      path: 'decide/:key',
      handle: decide((mention, response) => {
        const buttons = Object.entries(decisions).map(
          ([name, label]) => `<button name="do" value="${name}">${label}</button>`,
        );
        response
          .type('html')
          .send(
            page(context, 'A mention', [describe(mention), '<form method="post">', ...buttons, '</form>']),
          );
      }),
    },
    {
      method: 'POST',
      path: 'decide/:key',
      handle: decide(async (mention, response, body) => {
        const chosen = new URLSearchParams(body).get('do');
        const { hostname } = new URL(mention.url);
        if (chosen === 'show') await box.put({ ...mention, status: 'approved' });
        else if (chosen === 'hide') await box.put({ ...mention, status: 'hidden' });
        else if (chosen === 'allow') await box.decideSite(hostname, 'approved');
        else if (chosen === 'block') await box.decideSite(hostname, 'blocked');
        else return response.status(400).type('text').send('Press one of the buttons.\n');
        const next = '<p>Run <code>npx agentsite mentions</code>, then publish the site.</p>';
        return response.type('html').send(page(context, 'Done', [next]));
      }),
    },
    {
      method: 'GET',
      path: 'api/mentions.jf2',
      async handle(request, response) {
        if (!isOwner(request.get('Authorization')))
          return response.status(401).json({ error: 'unauthorized' });
        const number = (name: string, usual: number) => Number(request.query[name] ?? usual);
        const found = (await box.list()).filter((mention) => mention['wm-id'] > number('since_id', 0));
        const size = number('per-page', 100);
        const start = number('page', 0) * size;
        return response.json({ type: 'feed', children: found.slice(start, start + size) });
      },
    },
    {
      method: 'POST',
      path: 'sites',
      async handle(request, response) {
        if (!isOwner(request.get('Authorization')))
          return response.status(401).json({ error: 'unauthorized' });
        const given = Object(parseJson(request.body as string)) as Record<string, unknown>;
        for (const opinion of ['approved', 'blocked'] as const)
          for (const host of [given[opinion] ?? []].flat().map(String))
            if ((await box.opinionOf(host)) !== opinion) await box.decideSite(host, opinion);
        const [approved, blocked] = [await box.listSites('approved'), await box.listSites('blocked')];
        return response.json({ approved, blocked });
      },
    },
  ];
}

const describe = (mention: KeptMention): string =>
  [
    `<p><strong>${escapeHtml(mention.author?.name ?? '')}</strong> `,
    `<a rel="nofollow noreferrer" href="${escapeHtml(mention.url)}">${escapeHtml(mention.url)}</a></p>`,
    `<p>${escapeHtml(mention['wm-target'])}</p>`,
    `<blockquote>${escapeHtml(mention.content?.text ?? '')}</blockquote>`,
  ].join('');

function page({ site }: SidecarContext, title: string, body: readonly string[]): string {
  const head =
    '<meta charset="utf-8"><meta name="robots" content="noindex"><meta name="viewport" content="width=device-width">';
  return `<!doctype html><html lang="en"><head>${head}<title>${title} · ${escapeHtml(site.title)}</title></head><body><main><h1>${title}</h1>${body.join('')}</main></body></html>`;
}
