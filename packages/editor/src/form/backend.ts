import type { Site } from 'agentsite/model';

/** Git hosts: the API of a server of one's own, and what pages of the public one contact. */
const hosts = {
  github: { root: 'api/v3', api: 'https://api.github.com', images: 'https://avatars.githubusercontent.com' },
  gitlab: { root: 'api/v4', api: 'https://gitlab.com', images: 'https://gitlab.com' },
  gitea: { root: 'api/v1', api: 'https://gitea.com', images: 'https://gitea.com' },
} as const;

/** Where the editor saves: the owner's server, through the routes of `packages/editor/src/saves`, or a Git host. */
export function describeBackend({ editor, url }: Site): Readonly<Record<string, unknown>> {
  if (typeof editor === 'boolean' || !('host' in editor))
    return { name: 'gitea', repo: 'site/content', branch: 'main', auth_methods: ['token'] };
  const { host, repository, branch, server, signIn } = editor;
  return {
    name: host,
    repo: repository,
    branch,
    site_domain: new URL(url).host,
    ...(server === undefined ? {} : { api_root: `${server}/${hosts[host].root}`, base_url: server }),
    ...(host === 'github' && server !== undefined ? { graphql_api_root: `${server}/api/graphql` } : {}),
    ...(signIn === undefined ? { auth_methods: ['token'] } : {}),
    ...(signIn?.url === undefined ? {} : { base_url: signIn.url }),
    ...(signIn?.appId === undefined ? {} : { app_id: signIn.appId }),
    ...(host === 'gitlab' && signIn !== undefined ? { auth_type: 'pkce' } : {}),
  };
}

const originOf = (url?: string) => (url === undefined ? '' : ` ${new URL(url).origin}`);

/** Origins that the editor contacts, as the end of a list in its Content-Security-Policy. */
export function originsOf({ editor }: Pick<Site, 'editor'>): Readonly<Record<'api' | 'images', string>> {
  if (typeof editor === 'boolean' || !('host' in editor)) return { api: '', images: '' };
  const { host, server, signIn } = editor;
  const { api, images } = hosts[host];
  return { api: originOf(server ?? api) + originOf(signIn?.url), images: originOf(server ?? images) };
}
