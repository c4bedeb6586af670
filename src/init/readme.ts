import type { Answers } from './answers.ts';

/** The `README.md` of a new site: how to write, publish and update. */
export const writeReadme = ({ title }: Answers): string => `# ${title}

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
| \`npm run build\` | writes \`dist/client\`, which any web server can serve, and \`dist/server\` for the sidecar |
| \`npm test\` | serves the site on a free port, and asks it everything that it promises to programs |
| \`npm update agentsite\` | brings the newest engine; your files stay as they are |

\`npx agentsite --help\` lists the others.
`;
