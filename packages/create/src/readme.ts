import type { Answers } from './answers.ts';

export const writeReadme = ({ title, host }: Answers, isVendored: boolean): string => `# ${title}

A site built with [Agentsite](https://www.npmjs.com/package/agentsite). Its documents are Markdown files in \`content/\`; its settings are in \`site.ts\`; files in \`public/\` are published unchanged.

\`\`\`sh
npm install
npm start                       # builds the site and serves it on http://localhost:4321
\`\`\`

On Linux, any Node from 20 on will do: the packages have the one that the site runs on, so the lines \`npm warn EBADENGINE\` are harmless.

| command | what it does |
| --- | --- |
| \`npm run new -- post "A title"\` | creates a draft |
| \`npm run dev\` | starts the development server, which shows drafts and reloads on each edit |
| \`npm run check\` | checks the content without building |
| \`npm run build\` | writes ${isServer(host) ? '`dist/client`, which any web server can serve, and `dist/server` for the sidecar' : '`dist/`, the folder to deploy'} |
| \`npm test\` | serves the site on a free port and checks every documented interface |
| \`npm update\` | installs the latest engine and add-ons${isVendored ? ', after you replaced the files in `vendor/` with them' : ''}; your files stay unchanged |

\`npx agentsite --help\` lists all commands. The manual is in \`node_modules/agentsite/content/pages/manual/\`: \`configuration.md\` describes \`site.ts\`, \`writing/\` describes what goes into \`content/\`, \`changing/\` the home page, lists, comments, colors and your own pages.

## Publishing

Commit all files, \`package-lock.json\`${isVendored ? ' and `vendor/`' : ''} included: each deployment installs exactly these versions.

${once[host] ?? ''}
`;

const isServer = (host: string) => host === 'server' || host === 'docker';

const push =
  'Each push to the branch `main` then deploys the site, and so does a nightly run: scheduled posts appear on their day. The workflow is `.github/workflows/publish.yml`.';

/** One-time setup, by host. */
const once: Readonly<Record<string, string>> = {
  server: `Set up a server as described in \`node_modules/agentsite/deploy/README.md\`. Then set, in the repository on GitHub, the variable \`SITE_SERVER\` to \`user@host:/folder\`, and the secrets \`SSH_KEY\` (the key of that user) and \`SSH_KNOWN_HOSTS\` (the line of the server, as \`ssh-keyscan\` prints it). ${push}`,
  static:
    'Copy `dist/` to a file server, and configure it to send `404.html` with status 404 for missing files.',
  'github-pages': `In the settings of the repository on GitHub, under Pages, choose "GitHub Actions" as the source. ${push}`,
  netlify: `Put \`NETLIFY_AUTH_TOKEN\` and \`NETLIFY_SITE_ID\` into the secrets of the repository on GitHub. ${push} Netlify can also build the site itself, from a connected repository and \`netlify.toml\`: remove the workflow then, and call a build hook each night if you schedule posts.`,
  cloudflare: `Create a Pages project with the name in \`wrangler.toml\`, and put \`CLOUDFLARE_API_TOKEN\` and \`CLOUDFLARE_ACCOUNT_ID\` into the secrets of the repository. ${push}`,
  docker:
    'Copy the folder to a machine with Docker, write the settings into `.env` as the first line of `compose.yaml` says, and run `docker compose up --build --detach`. Repeat this to deploy changes; a line for cron does so each night, so that scheduled posts appear on their day: `17 4 * * * cd /srv/site && BUILD_DATE=$(date -I) docker compose up --build --detach` (without a new value, Docker reuses yesterday’s build).',
};
