/**
 * Workflows for GitHub Actions, one for each way to publish. Actions are named by commit, since a tag can be moved;
 * the comment says which version that is. A build runs at each push and once a day, so that a post appears on its day.
 */

const actions = {
  checkout: 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
  setupNode: 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0',
  uploadPages: 'actions/upload-pages-artifact@fc324d3547104276b827a68afc52ff2a11cc49c9 # v5.0.0',
  deployPages: 'actions/deploy-pages@cd2ce8fcbc39b97be8ca5fce6e763baed58fa128 # v5.0.0',
  wrangler: 'cloudflare/wrangler-action@ebbaa1584979971c8614a24965b4405ff95890e0 # v4.0.0',
} as const;

/** Versions of what workflows and the container run. */
export const versions = { node: '24.21.0', wrangler: '4.164.0', netlify: '27.10.2' } as const;

const head = (name: string) => `name: ${name}

on:
  push:
    branches: [main]
  # A post that is dated in the future appears with the first build after its date.
  schedule:
    - cron: '17 4 * * *'
  workflow_dispatch:

permissions:
  contents: read
`;

/** Checks out, and installs exactly what package-lock.json names. */
const install = `      - uses: ${actions.checkout}
        with:
          persist-credentials: false
      - uses: ${actions.setupNode}
        with:
          node-version: ${versions.node}
          # What another run left must not get into what is published.
          package-manager-cache: false
      - run: npm ci
`;
/** Builds, and searches what would be published. */
const build = `${install}      - run: npx agentsite check
      - run: npm run build
`;
const verify = '      - run: npx agentsite verify\n';
/** What was published, examined from outside at the address that site.ts names. */
const examine = '      - run: npx agentsite doctor --fail-on error\n';

/** A workflow of one job, up to the steps that publish. */
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

/** GitHub Pages, by its own action: the repository's settings must name "GitHub Actions" as the source of Pages. */
export function writePagesWorkflow(): string {
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
${install}${examine}`;
}

/**
 * Netlify, by its command. The secrets NETLIFY_AUTH_TOKEN and NETLIFY_SITE_ID belong to the repository. Where Netlify
 * builds the site itself, netlify.toml is enough.
 */
export function writeNetlifyWorkflow(): string {
  return `${publishJob('Publish to Netlify')}${verify}      - run: npx --yes netlify-cli@${versions.netlify} deploy --prod --no-build
        env:
          NETLIFY_AUTH_TOKEN: \${{ secrets.NETLIFY_AUTH_TOKEN }}
          NETLIFY_SITE_ID: \${{ secrets.NETLIFY_SITE_ID }}
${examine}`;
}

/** Cloudflare Pages, by its action. The secrets CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID belong to the repository. */
export function writeCloudflareWorkflow(): string {
  return `${publishJob('Publish to Cloudflare Pages')}${verify}      - uses: ${actions.wrangler}
        with:
          apiToken: \${{ secrets.CLOUDFLARE_API_TOKEN }}
          accountId: \${{ secrets.CLOUDFLARE_ACCOUNT_ID }}
          wranglerVersion: ${versions.wrangler}
          command: pages deploy --branch=main
${examine}`;
}

/**
 * A server of one's own, over ssh. The variable SITE_SERVER is `user@host:/folder`; the secrets SSH_KEY and
 * SSH_KNOWN_HOSTS hold the key of that user and the line of the server in known_hosts. Without the variable nothing is
 * published, so that a new site can be pushed before its server is there.
 */
export function writeServerWorkflow(): string {
  return `${publishJob('Publish to the server', "\n    if: vars.SITE_SERVER != ''", 20)}      - run: npx agentsite test
      - name: Publish over ssh
        env:
          SSH_KEY: \${{ secrets.SSH_KEY }}
          SSH_KNOWN_HOSTS: \${{ secrets.SSH_KNOWN_HOSTS }}
          SITE_SERVER: \${{ vars.SITE_SERVER }}
        run: |
          install -d -m 700 ~/.ssh
          printf '%s\\n' "$SSH_KEY" > ~/.ssh/id_ed25519
          printf '%s\\n' "$SSH_KNOWN_HOSTS" > ~/.ssh/known_hosts
          chmod 600 ~/.ssh/id_ed25519
          npx agentsite publish --no-build --to "$SITE_SERVER"
${examine}`;
}
