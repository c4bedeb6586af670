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
    if (object === 'gone') {
      const tombstone = {
        '@context': 'https://www.w3.org/ns/activitystreams',
        id: at.objectOf(name),
        type: 'Tombstone',
      };
      return send(response.status(410), tombstone);
    }
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
      const ids = releases.index.objects.map(([id]) => id);
      send(
        response,
        await pageOf(at.outbox, ids, Number(query.page), async (own) =>
          (await Promise.all(own.map((id) => releases.createOf(id)))).filter((one) => one !== null),
        ),
      );
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
    async page(path, request, response) {
      if (path === '/') return ask(at.actor, 'application/activity+json', response);
      const found = releases.index.objects.find(([, , page]) => page === path);
      return found ? sendObject(await releases.nameOf(found[0]), wantsPage(request), response) : false;
    },
    jobs: [
      { name: 'announce', every: 5_000, run: () => releases.announce() },
      { name: 'deliver', every: 2_000, run: () => deliveries.run() },
    ],
  };
};

export default plugin;

/** People who follow a link come to the page. */
const wantsPage = ({ headers }: Parameters<Handle>[0]) => /text\/html/.test(headers.accept ?? '');

function send(response: Response, object: object): void {
  response
    .set({ 'Access-Control-Allow-Origin': '*', Vary: 'Accept' })
    .type(activityJson)
    .send(JSON.stringify(object));
}

const collection = (id: string, totalItems: number) => ({
  '@context': 'https://www.w3.org/ns/activitystreams',
  id,
  type: 'OrderedCollection',
  totalItems,
});

/** A collection, or one of its pages; a page is made of the IDs on it. */
async function pageOf(
  id: string,
  ids: readonly string[],
  page: number,
  itemsOf: (ids: readonly string[]) => Promise<readonly object[]>,
): Promise<object> {
  const last = Math.max(1, Math.ceil(ids.length / pageSize));
  if (!Number.isInteger(page) || page < 1 || page > last)
    return { ...collection(id, ids.length), first: `${id}?page=1` };
  const items = await itemsOf(ids.slice((page - 1) * pageSize, page * pageSize));
  return {
    ...collection(`${id}?page=${page}`, ids.length),
    type: 'OrderedCollectionPage',
    partOf: id,
    ...(page < last ? { next: `${id}?page=${page + 1}` } : {}),
    ...(page > 1 ? { prev: `${id}?page=${page - 1}` } : {}),
    orderedItems: items,
  };
}
