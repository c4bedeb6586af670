import { contactLimits, idempotencyRetentionSeconds } from '../contact/message.ts';
import { pathsOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { surfacesOf } from '../model/surfaces.ts';
import { hasSidecar, isOnHost } from '../model/targets.ts';
import { absoluteUrl, paths } from '../model/urls.ts';
import { escapeMarkdown, markdownLink } from '../text/markdown-text.ts';

/** `/auth.md`: states that there is nothing to log in to, and explains the contact token. */
export function renderAuthMd(site: Site): string {
  const interfaces = surfacesOf(site).filter((surface) => surface.dynamic || surface.inLlms);
  return `# auth.md: no authentication

For agents and other programs that use ${escapeMarkdown(site.title)} at <${absoluteUrl(site, pathsOf(site).home)}>, on their own or for a person. No interface of this site needs authentication, and none offers it.

## Registration

There is no registration endpoint, because there is nothing to register: no accounts, no clients, no keys. The site runs no authorization server and publishes no OAuth or OpenID metadata.

## Methods

None are supported and none are needed. No answer carries \`WWW-Authenticate\`.${!hasSidecar(site) ? '' : ' The MCP server declares the authentication type `none`.'}

## Credentials

Do not send any. An \`Authorization\` header or a cookie changes nothing in any answer, and there is nothing to revoke. A \`User-Agent\` that says who you are is welcome; nothing depends on it.

${hasSidecar(site) ? writing(site) : readOnly}## Interfaces

${interfaces.map(({ title, path, description }) => `- ${markdownLink(title, absoluteUrl(site, path))}: ${escapeMarkdown(description)}`).join('\n')}
- ${markdownLink('Index of the site', absoluteUrl(site, paths.llms))}: every page, as Markdown.
${isOnHost(site, paths.robots) ? `- ${markdownLink('Crawl policy', absoluteUrl(site, paths.robots))}: what the text may be used for.\n` : ''}`;
}

/** What a program has to know where there is nothing to write to. */
const readOnly = `## Limits

Everything here is a file. How often it may be read is for the host to say; the site itself sets no limit.

`;

function writing(site: Site): string {
  const contact = absoluteUrl(site, paths.contactApi);
  return `## The contact token

One endpoint writes: \`POST ${contact}\` delivers a message to the owner. It asks for a \`submit_token\`, which is not a credential. It only ties one message to one earlier request:

1. \`GET ${contact}\` answers the schema of the message, the limits, and a fresh \`submit_token\`.
2. Send the token in the body of the POST, in the field \`submit_token\`. It is valid for 15 minutes and for one message.
3. Send an \`Idempotency-Key\` header of 16 to 255 printable ASCII characters as well, such as a UUID. The same body under the same key is delivered once, however often it is sent within ${idempotencyRetentionSeconds / 3600} hours.

A missing, spent or expired token is answered 401: get a fresh one and repeat once. A delivered message cannot be recalled, so confirm the wording with your user first.

## Limits

- Reading is not limited: pages, Markdown twins, indexes and the JSON routes, queries included.
- Contact: 10 messages an hour from one address and 25 a day in all, unless the GET of the endpoint says otherwise. A name has at most ${contactLimits.name} characters, an address ${contactLimits.email}, a subject ${contactLimits.subject}, a message ${contactLimits.message}, an agent's name ${contactLimits.agent}.
- MCP: every answer carries \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`, and a 429 \`Retry-After\`.

## Browsers

Documents for programs and the JSON routes may be read from pages of other origins (\`Access-Control-Allow-Origin\`). The contact endpoint may not: it is for programs and for the site's own ${site.sidecar === undefined ? 'form' : 'pages'}.

`;
}
