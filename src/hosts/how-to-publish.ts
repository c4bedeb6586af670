import type { DeployTarget } from '../core/model/site.ts';
import { versions } from './workflows.ts';

/** How a site is published whose host takes the files of a build: the command, and the files for doing it by a push. */
export function howToPublish(host: Exclude<DeployTarget, 'server'>): string {
  return `This site is published as files (deploy: '${host}'). ${ways[host]}`;
}

const byPush = (host: string) =>
  `npx agentsite deploy-files ${host} writes what publishes it with each push.`;

const ways = {
  'github-pages': `GitHub Pages publishes with a push: ${byPush('github-pages')}`,
  netlify: `Build it, then:\n  npx netlify-cli@${versions.netlify} deploy --prod --no-build\n${byPush('netlify')}`,
  cloudflare: `Build it, then:\n  npx wrangler@${versions.wrangler} pages deploy\n${byPush('cloudflare')}`,
  static:
    'Build it, then copy dist/ to where your web server looks:\n  rsync -rlc --delete-after dist/ user@host:/var/www/site/',
} as const satisfies Record<Exclude<DeployTarget, 'server'>, string>;
