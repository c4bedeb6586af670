import type { DeployTarget } from '../core/model/site.ts';
/** Tested versions of what publishes a site, and of Node for hosts that build it. */
export const toolVersions = { node: '24.21.0', wrangler: '4.164.0', netlify: '27.10.2' } as const;

export function howToPublish(host: Exclude<DeployTarget, 'server'>): string {
  return `This site is for a static host (deploy: '${host}'). ${ways[host]}`;
}

const byPush = (host: string) =>
  `npx agentsite deploy-files ${host} writes the files that deploy it with each push.`;

const ways = {
  'github-pages': `GitHub Pages deploys with each push: ${byPush('github-pages')}`,
  netlify: `Build it, then:\n  npx netlify-cli@${toolVersions.netlify} deploy --prod --no-build\n${byPush('netlify')}`,
  cloudflare: `Build it, then:\n  npx wrangler@${toolVersions.wrangler} pages deploy\n${byPush('cloudflare')}`,
  static:
    'Build it, then copy dist/ to the folder of your web server:\n  rsync -rlc --delete-after dist/ user@host:/var/www/site/',
} as const satisfies Record<Exclude<DeployTarget, 'server'>, string>;
