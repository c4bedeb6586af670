import type { DeployTarget } from '../core/model/site.ts';
import { versions } from './workflows.ts';

export function howToPublish(host: Exclude<DeployTarget, 'server'>): string {
  return `This site is for a static host (deploy: '${host}'). ${ways[host]}`;
}

const byPush = (host: string) =>
  `npx agentsite deploy-files ${host} writes the files that deploy it with each push.`;

const ways = {
  'github-pages': `GitHub Pages deploys with each push: ${byPush('github-pages')}`,
  netlify: `Build it, then:\n  npx netlify-cli@${versions.netlify} deploy --prod --no-build\n${byPush('netlify')}`,
  cloudflare: `Build it, then:\n  npx wrangler@${versions.wrangler} pages deploy\n${byPush('cloudflare')}`,
  static:
    'Build it, then copy dist/ to the folder of your web server:\n  rsync -rlc --delete-after dist/ user@host:/var/www/site/',
} as const satisfies Record<Exclude<DeployTarget, 'server'>, string>;
