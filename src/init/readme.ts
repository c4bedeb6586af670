import type { Answers } from './answers.ts';
import { vendoredEngine } from './site-packages.ts';

/** The `README.md` of a new site: how to write, publish and update. */
export const writeReadme = ({ title, host }: Answers, isVendored: boolean): string => `# ${title}

A site made with Agentsite. Its texts are Markdown files in \`content/\`; what it is called and how it behaves is in \`site.ts\`; what lies in \`public/\` is published as it is.

\`\`\`sh
npm install
npm start                       # builds the site and serves it on http://localhost:4321
\`\`\`

| command | what it does |
| --- | --- |
| \`npm run new -- post "A title"\` | makes a new draft |
| \`npm run dev\` | shows each edit in the browser, drafts included |
| \`npm run check\` | says what a build would refuse |
| \`npm run build\` | writes ${isServer(host) ? '`dist/client`, which any web server can serve, and `dist/server` for the sidecar' : '`dist/`, the folder that is published'} |
| \`npm test\` | serves the site on a free port, and asks it everything that it promises to programs |
| \`npm update agentsite\` | installs the newest engine${isVendored ? `, after you replaced \`${vendoredEngine}\` with it` : ''}; your files stay as they are |

\`npx agentsite --help\` lists the others. The manual lies in \`node_modules/agentsite/content/pages/manual/\`: \`configuration.md\` is about \`site.ts\`, \`changing/\` about colours, components and pages of your own.

## Publishing

Commit all files, \`package-lock.json\`${isVendored ? ` and \`${vendoredEngine}\`` : ''} included: what publishes the site installs exactly these versions.

${once[host] ?? ''}
`;

const isServer = (host: string) => host === 'server' || host === 'docker';

const push =
  'Each push to the branch `main` then publishes the site, and so does each night: a post with a future date appears on its day. The workflow is `.github/workflows/publish.yml`.';

/** What the owner does once, by the host that was chosen. */
const once: Readonly<Record<string, string>> = {
  server: `Make a server ready as \`node_modules/agentsite/deploy/README.md\` says. Then set, in the repository on GitHub, the variable \`SITE_SERVER\` to \`user@host:/folder\`, and the secrets \`SSH_KEY\` (the key of that user) and \`SSH_KNOWN_HOSTS\` (the line of the server, as \`ssh-keyscan\` prints it). ${push}`,
  static:
    'Copy `dist/` to a file server, and tell it to send `404.html` with status 404 for what is missing.',
  'github-pages': `In the settings of the repository on GitHub, under Pages, choose "GitHub Actions" as the source. ${push}`,
  netlify: `Put \`NETLIFY_AUTH_TOKEN\` and \`NETLIFY_SITE_ID\` into the secrets of the repository on GitHub. ${push} Netlify can also build by itself, from a connected repository and \`netlify.toml\`: remove the workflow then, and let something call a build hook each night if you date posts in the future.`,
  cloudflare: `Make a Pages project with the name in \`wrangler.toml\`, and put \`CLOUDFLARE_API_TOKEN\` and \`CLOUDFLARE_ACCOUNT_ID\` into the secrets of the repository. ${push}`,
  docker:
    'Copy the folder to a machine with Docker, write the settings into `.env` as the first line of `compose.yaml` says, and run `docker compose up --build --detach`. Do so again to publish what changed; a line for cron does so each night, so that a post with a future date appears on its day: `17 4 * * * cd /srv/site && BUILD_DATE=$(date -I) docker compose up --build --detach` (without another value, Docker takes the build of the day before).',
};
