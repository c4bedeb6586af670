import { toolVersions } from 'agentsite/model';
import { dockerIgnore, writeCompose, writeContainerNginx, writeDockerfile } from './container-files.ts';
import {
  type AfterPublish,
  writeCloudflareWorkflow,
  writeNetlifyWorkflow,
  writePagesWorkflow,
  writeServerWorkflow,
} from './workflows.ts';

export const deployHosts = ['github-pages', 'netlify', 'cloudflare', 'server', 'docker'] as const;
export type DeployHost = (typeof deployHosts)[number];

export const isDeployHost = (word: string): word is DeployHost => deployHosts.some((known) => known === word);

const workflow = '.github/workflows/publish.yml';

/** The files that deploy on push. @param name lowercase letters, digits, hyphens; @param localPackages installed from files */
export function listDeployFiles(
  host: DeployHost,
  name: string,
  localPackages: readonly string[] = [],
  after: AfterPublish = null,
): Readonly<Record<string, string>> {
  switch (host) {
    case 'github-pages':
      return { [workflow]: writePagesWorkflow(after) };
    case 'netlify':
      return { [workflow]: writeNetlifyWorkflow(after), 'netlify.toml': writeNetlifyToml() };
    case 'cloudflare':
      return { [workflow]: writeCloudflareWorkflow(after), 'wrangler.toml': writeWranglerToml(name) };
    case 'server':
      return { [workflow]: writeServerWorkflow(after) };
    case 'docker':
      return {
        Dockerfile: writeDockerfile(localPackages),
        '.dockerignore': dockerIgnore,
        'compose.yaml': writeCompose(),
        'deploy/nginx.conf': writeContainerNginx(),
      };
  }
}

/** Netlify reads headers and redirects from files of the build. */
function writeNetlifyToml(): string {
  return `[build]
  command = "npm run build && npx agentsite verify"
  publish = "dist"
  edge_functions = "netlify/edge-functions"

# Branches and pull requests are draft builds, which search engines do not index.
[context.branch-deploy]
  command = "npx agentsite build --drafts --base-url $DEPLOY_PRIME_URL"
  publish = "preview"

[context.deploy-preview]
  command = "npx agentsite build --drafts --base-url $DEPLOY_PRIME_URL"
  publish = "preview"

[build.environment]
  NODE_VERSION = "${toolVersions.node}"
`;
}

/** The date must not be newer than the runtime of the wrangler that deploys. */
function writeWranglerToml(name: string): string {
  return `name = "${name}"
pages_build_output_dir = "dist"
compatibility_date = "2026-08-01"
`;
}
