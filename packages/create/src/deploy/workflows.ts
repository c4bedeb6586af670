import { toolVersions } from 'agentsite/model';

/** Workflows for GitHub Actions. Actions are pinned to commits, since tags can be moved. */

const actions = {
  checkout: 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
  setupNode: 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0',
  cache: 'actions/cache@27d5ce7f107fe9357f9df03efb73ab90386fccae # v5.0.5',
  uploadPages: 'actions/upload-pages-artifact@fc324d3547104276b827a68afc52ff2a11cc49c9 # v5.0.0',
  deployPages: 'actions/deploy-pages@cd2ce8fcbc39b97be8ca5fce6e763baed58fa128 # v5.0.0',
  wrangler: 'cloudflare/wrangler-action@ebbaa1584979971c8614a24965b4405ff95890e0 # v4.0.0',
} as const;

const head = (name: string) => `name: ${name}

on:
  push:
    branches: [main]
  # Publishes scheduled posts.
  schedule:
    - cron: '17 4 * * *'
  workflow_dispatch:

permissions:
  contents: read
`;

const install = `      - uses: ${actions.checkout}
        with:
          persist-credentials: false
          # All commits: pages without a date have those of their file.
          fetch-depth: 0
      - uses: ${actions.setupNode}
        with:
          node-version: ${toolVersions.node}
          # Nothing from other runs may get into the build.
          package-manager-cache: false
      - run: npm ci
`;
/** Only converted images, whose names are digests of all that decides their bytes. */
const cacheImages = `      - uses: ${actions.cache}
        with:
          path: |
            node_modules/.cache/agentsite/shown-pictures
            node_modules/.cache/agentsite/images
          key: images-\${{ github.run_id }}
          restore-keys: images-
`;
/** The list of changes continues that of the last run; without it, it is a full list again. */
const cacheChanges = `      - uses: ${actions.cache}
        with:
          path: |
            dist/changes.json
            dist/_changes
            dist/client/changes.json
            dist/client/_changes
          key: changes-\${{ github.run_id }}
          restore-keys: changes-
`;
const build = `${install}${cacheImages}${cacheChanges}      - run: npx agentsite check
      - run: npm run build
`;
const verify = '      - run: npx agentsite verify\n';
/** Examines the deployed site at the address in site.ts. */
const examine = '      - run: npx agentsite doctor --fail-on error\n';

/** Secrets that plugins need after a release; null where no plugin does something then. */
export type AfterPublish = readonly string[] | null;

const secretLines = (secrets: AfterPublish) =>
  (secrets ?? []).map((name) => `          ${name}: \${{ secrets.${name} }}\n`).join('');
const afterStep = (secrets: AfterPublish) =>
  secrets &&
  `      - run: npx agentsite publish --after\n${secrets.length > 0 ? '        env:\n' : ''}${secretLines(secrets)}`;

/** A workflow of one job, without its last steps, which deploy. */
const publishJob = (name: string, condition = '', minutes = 15) => `${head(name)}
concurrency:
  group: publish
  cancel-in-progress: false

jobs:
  publish:${condition}
    runs-on: ubuntu-24.04
    timeout-minutes: ${minutes}
    steps:
${build}`;

/** Requires "GitHub Actions" as the source of Pages in the repository's settings. */
export function writePagesWorkflow(after: AfterPublish = null): string {
  return `${head('Publish to GitHub Pages')}
concurrency:
  group: pages
  cancel-in-progress: false

jobs:
  build:
    runs-on: ubuntu-24.04
    timeout-minutes: 15
    steps:
${build}${verify}      - uses: ${actions.uploadPages}
        with:
          path: dist
          # Without this the action leaves .well-known out.
          include-hidden-files: true
  publish:
    needs: build
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      pages: write
      id-token: write
    environment:
      name: github-pages
      url: \${{ steps.deployment.outputs.page_url }}
    steps:
      - id: deployment
        uses: ${actions.deployPages}
  examine:
    needs: publish
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    steps:
${install}${afterStep(after) ?? ''}${examine}`;
}

/** Requires the secrets NETLIFY_AUTH_TOKEN and NETLIFY_SITE_ID. If Netlify builds the site, netlify.toml suffices. */
export function writeNetlifyWorkflow(after: AfterPublish = null): string {
  return `${publishJob('Publish to Netlify')}${verify}      - run: npx --yes netlify-cli@${toolVersions.netlify} deploy --prod --no-build
        env:
          NETLIFY_AUTH_TOKEN: \${{ secrets.NETLIFY_AUTH_TOKEN }}
          NETLIFY_SITE_ID: \${{ secrets.NETLIFY_SITE_ID }}
${afterStep(after) ?? ''}${examine}`;
}

/** Requires the secrets CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID. */
export function writeCloudflareWorkflow(after: AfterPublish = null): string {
  return `${publishJob('Publish to Cloudflare Pages')}${verify}      - uses: ${actions.wrangler}
        with:
          apiToken: \${{ secrets.CLOUDFLARE_API_TOKEN }}
          accountId: \${{ secrets.CLOUDFLARE_ACCOUNT_ID }}
          wranglerVersion: ${toolVersions.wrangler}
          command: pages deploy --branch=main
${afterStep(after) ?? ''}${examine}`;
}

/**
 * Requires the variable SITE_SERVER (`user@host:/folder`) and the secrets SSH_KEY (of that user) and SSH_KNOWN_HOSTS
 * (the server's line). Without the variable nothing is deployed, so a site can be pushed before its server exists.
 */
export function writeServerWorkflow(after: AfterPublish = null): string {
  return `${publishJob('Publish to the server', "\n    if: vars.SITE_SERVER != ''", 20)}      - run: npx agentsite test
      - name: Publish over ssh
        env:
          SSH_KEY: \${{ secrets.SSH_KEY }}
          SSH_KNOWN_HOSTS: \${{ secrets.SSH_KNOWN_HOSTS }}
          SITE_SERVER: \${{ vars.SITE_SERVER }}
${secretLines(after)}        run: |
          install -d -m 700 ~/.ssh
          printf '%s\\n' "$SSH_KEY" > ~/.ssh/id_ed25519
          printf '%s\\n' "$SSH_KNOWN_HOSTS" > ~/.ssh/known_hosts
          chmod 600 ~/.ssh/id_ed25519
          npx agentsite publish --no-build --to "$SITE_SERVER"
${examine}`;
}
