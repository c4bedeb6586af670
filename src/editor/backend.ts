import type { Site } from '../core/model/site.ts';

/** Where the editor saves: the owner's server, through the routes of `src/edit`, or a Git host. */
export function describeBackend({ editor, url }: Site): Readonly<Record<string, unknown>> {
  if (typeof editor === 'boolean')
    return { name: 'gitea', repo: 'site/content', branch: 'main', auth_methods: ['token'] };
  const { host, repository, branch, server, signIn } = editor;
  const roots: Readonly<Record<typeof host, string>> = {
    github: 'api/v3',
    gitlab: 'api/v4',
    gitea: 'api/v1',
  };
  return {
    name: host,
    repo: repository,
    branch,
    site_domain: new URL(url).host,
    ...(server === undefined ? {} : { api_root: `${server}/${roots[host]}`, base_url: server }),
    ...(host === 'github' && server !== undefined ? { graphql_api_root: `${server}/api/graphql` } : {}),
    ...(signIn === undefined ? { auth_methods: ['token'] } : {}),
    ...(signIn?.url === undefined ? {} : { base_url: signIn.url }),
    ...(signIn?.appId === undefined ? {} : { app_id: signIn.appId }),
    ...(host === 'gitlab' && signIn !== undefined ? { auth_type: 'pkce' } : {}),
  };
}
