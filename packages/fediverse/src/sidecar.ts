import type { SidecarPlugin } from 'agentsite/plugin';
import { openAccount } from './account.ts';
import { Activities, readStamp } from './activities.ts';
import { addressesOf } from './addresses.ts';
import { blocklist } from './blocklist.ts';
import { openServers } from './connections.ts';
import { Deliveries } from './deliveries.ts';
import { Followers } from './followers.ts';
import { openInbox } from './inbox.ts';
import type { Options } from './options.ts';
import { type PublishedObject, Releases } from './releases.ts';
import { Responses, responsesKey } from './responses.ts';

type Route = NonNullable<Awaited<ReturnType<SidecarPlugin>>['routes']>[number];
type Handle = Route['handle'];
type Response = Parameters<Handle>[1];

const pageSize = 20;
const activityJson = 'application/activity+json; charset=utf-8';

const plugin: SidecarPlugin = (context) => {
  const { site, store, log, now } = context;
  const options = context.options as Options;
  const at = addressesOf(site);
  const isBlocked = blocklist(options.blocked);
  const followers = new Followers(store);
  const responses = new Responses(store);
  const account = openAccount(site, options, store, () => releases.index.objects.length);
  const servers = openServers(site, now, account.keyOf);
  const { keyOf } = account;
  const deliveries = new Deliveries({ store, followers, servers, keyOf, now, log, isBlocked });
  const releases = new Releases({ context, options, account, followers, deliveries, isBlocked });
  const inbox = openInbox({
    context,
    servers,
    isBlocked,
    isKnown: async (actor) => (await followers.has(actor)) || (await responses.isKnown(actor)),
    handle: new Activities({ context, options, followers, responses, releases, deliveries, servers }).handle,
  });

  const ask = async (url: string, accept: string, response: Response) => {
    const answer = await account.answer(url, accept);
    response.status(answer.status).set('Access-Control-Allow-Origin', '*');
    response.type(answer.headers.get('content-type') ?? 'text/plain').send(await answer.text());
  };
  const ownOrigin = new URL(at.base).origin;
  const get = (path: string, handle: Handle): Route => ({ method: 'GET', path, handle });
  const post = (path: string): Route => ({
    method: 'POST',
    path,
    perMinute: 600,
    maxBytes: 256 * 1024,
    body: 'bytes',
    handle: async ({ headers, originalUrl, body }, response) => {
      const status = await inbox({ path: originalUrl, headers, body: body as Buffer });
      if (status === 503) response.set('Retry-After', '30');
      response.status(status).end();
    },
  });

  async function sendObject(name: string, isForPeople: boolean, response: Response): Promise<unknown> {
    const object = await releases.find(name);
    if (object === null) return response.status(404).end();
    if (object === 'gone') return send(response.status(410), { id: at.objectOf(name), type: 'Tombstone' });
    if (isForPeople) return response.redirect(303, String(object.url));
    return send(response, object);
  }

  const routes: Route[] = [
    get('/.well-known/webfinger', ({ originalUrl }, response) =>
      ask(ownOrigin + originalUrl, 'application/jrd+json', response),
    ),
    get('/.well-known/nodeinfo', (_, response) =>
      ask(`${ownOrigin}/.well-known/nodeinfo`, 'application/json', response),
    ),
    get('nodeinfo', (_, response) => ask(`${at.base}nodeinfo`, 'application/json', response)),
    get('actor', (request, response) =>
      wantsPage(request)
        ? response.redirect(303, site.url)
        : ask(at.actor, 'application/activity+json', response),
    ),
    get('actor/outbox', async ({ query }, response) => {
      const { objects } = releases.index;
      const page = Number(query.page);
      const count = objects.length;
      if (!(page >= 1 && Number.isInteger(page)))
        return send(response, { ...collection(at.outbox, count), first: `${at.outbox}?page=1` });
      const own = objects.slice((page - 1) * pageSize, page * pageSize);
      const items = await Promise.all(own.map(([id]) => releases.createOf(id)));
      return send(response, {
        ...collection(`${at.outbox}?page=${page}`, count),
        ...{
          type: 'OrderedCollectionPage',
          partOf: at.outbox,
          orderedItems: items.filter((one) => one !== null),
        },
        ...(page * pageSize < count ? { next: `${at.outbox}?page=${page + 1}` } : {}),
      });
    }),
    get('actor/followers', async (_, response) =>
      send(response, collection(at.followers, await followers.count())),
    ),
    get('actor/featured', async (_, response) => {
      const found = await Promise.all(releases.index.featured.map((id) => releases.find(id)));
      const items = found.filter((one): one is PublishedObject => one !== null && one !== 'gone');
      send(response, {
        ...collection(at.featured, items.length),
        orderedItems: items.map(({ '@context': _, ...item }) => item),
      });
    }),
    get('objects/:name', (request, response) =>
      sendObject(String(request.params.name), wantsPage(request), response),
    ),
    get('quotes/:stamp', ({ params }, response) => {
      const stamp = readStamp(context, String(params.stamp));
      return stamp ? send(response, stamp) : response.status(404).end();
    }),
    // For the command on the machine of the owner, who has the key from the one on the server.
    get('responses', async ({ headers }, response) =>
      headers.authorization === `Bearer ${responsesKey(context)}`
        ? response.json(await responses.all())
        : response.status(403).end(),
    ),
    post('inbox'),
    post('actor/inbox'),
  ];
  return {
    routes,
    async page(path, _, response) {
      if (path === '/') return ask(at.actor, 'application/activity+json', response);
      const found = releases.index.objects.find(([, , page]) => page === path);
      return found ? sendObject(await releases.nameOf(found[0]), false, response) : false;
    },
    jobs: [
      { name: 'announce', every: 5_000, run: () => releases.announce() },
      { name: 'deliver', every: 2_000, run: () => deliveries.run() },
    ],
  };
};

export default plugin;

/** People who follow a link come to the page. */
const wantsPage = ({ headers: { accept = '' } }: Parameters<Handle>[0]) =>
  /text\/html/.test(accept) && !/\+json/.test(accept);

function send(response: Response, object: object): void {
  const text = JSON.stringify({ '@context': 'https://www.w3.org/ns/activitystreams', ...object });
  response.set({ 'Access-Control-Allow-Origin': '*', Vary: 'Accept' }).type(activityJson).send(text);
}

const collection = (id: string, totalItems: number) => ({ id, type: 'OrderedCollection', totalItems });
