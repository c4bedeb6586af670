import { dockerIgnore, writeCompose, writeContainerNginx, writeDockerfile } from './container-files.ts';
import {
  versions,
  writeCloudflareWorkflow,
  writeNetlifyWorkflow,
  writePagesWorkflow,
  writeServerWorkflow,
} from './workflows.ts';

/** Where the files of a deployment lead. */
export const deployHosts = ['github-pages', 'netlify', 'cloudflare', 'server', 'docker'] as const;
export type DeployHost = (typeof deployHosts)[number];

const workflow = '.github/workflows/publish.yml';

/**
 * The files that a repository needs to be published with a push, by their path from the site's folder.
 * @param name of the site's package: small letters, digits and hyphens
 * @param localPackages files and folders of the site that its dependencies are installed from
 */
export function listDeployFiles(
  host: DeployHost,
  name: string,
  localPackages: readonly string[] = [],
): Readonly<Record<string, string>> {
  switch (host) {
    case 'github-pages':
      return { [workflow]: writePagesWorkflow() };
    case 'netlify':
      return { [workflow]: writeNetlifyWorkflow(), 'netlify.toml': writeNetlifyToml() };
    case 'cloudflare':
      return { [workflow]: writeCloudflareWorkflow(), 'wrangler.toml': writeWranglerToml(name) };
    case 'server':
      return { [workflow]: writeServerWorkflow() };
    case 'docker':
      return {
        Dockerfile: writeDockerfile(localPackages),
        '.dockerignore': dockerIgnore,
        'compose.yaml': writeCompose(),
        'deploy/nginx.conf': writeContainerNginx(),
      };
  }
}

/** `netlify.toml`. Headers and redirects are in files of the build, which Netlify reads as well. */
function writeNetlifyToml(): string {
  return `[build]
  command = "npm run build && npx agentsite verify"
  publish = "dist"
  edge_functions = "netlify/edge-functions"

# Branches and pull requests are previews: with drafts, in a folder of their own, and out of search engines.
[context.branch-deploy]
  command = "npx agentsite build --drafts --base-url $DEPLOY_PRIME_URL"
  publish = "preview"

[context.deploy-preview]
  command = "npx agentsite build --drafts --base-url $DEPLOY_PRIME_URL"
  publish = "preview"

[build.environment]
  NODE_VERSION = "${versions.node}"
`;
}

/** `wrangler.toml` of a Pages site. The date must not be newer than the runtime of the wrangler that publishes. */
function writeWranglerToml(name: string): string {
  return `name = "${name}"
pages_build_output_dir = "dist"
compatibility_date = "2026-08-01"
`;
}
