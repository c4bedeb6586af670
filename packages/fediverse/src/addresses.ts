import { absoluteUrl, type Site } from 'agentsite/model';

/** Where the plugin answers, from the root of the site. */
export const root = '/_plugins/fediverse/';
/** What a build writes for the sidecar: `index.json`, and one file for each object. */
export const dataPath = '/activitypub/';

/** Addresses of the account, which never change. */
export function addressesOf(site: Pick<Site, 'url'>) {
  const base = absoluteUrl(site as Site, root);
  const actor = `${base}actor`;
  return {
    base,
    actor,
    inbox: `${actor}/inbox`,
    outbox: `${actor}/outbox`,
    followers: `${actor}/followers`,
    featured: `${actor}/featured`,
    sharedInbox: `${base}inbox`,
    objectOf: (name: string | number) => `${base}objects/${name}`,
  };
}

export const publicAudience = 'https://www.w3.org/ns/activitystreams#Public';
