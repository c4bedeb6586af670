import { wordsOf } from '../languages/words.ts';
import { joinBlocks, languageFields } from '../markdown/markdown-twin.ts';
import { pathsOf, versionsOfAll } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { absoluteUrl, paths, twinPath } from '../model/urls.ts';
import { markdownLink, noticeLine } from '../text/markdown-text.ts';
import { renderFrontMatter } from '../text/yaml-front-matter.ts';
import { contactLimits, idempotencyKeyPattern } from './message.ts';

/** The Markdown twin of the contact form, `/contact.md`, which describes how a client sends a message. */
export function renderContactTwin(site: Site): string {
  const endpoint = absoluteUrl(site, paths.contactApi);
  const path = pathsOf(site).contact;
  const { words, say } = wordsOf(site);
  const fields: readonly [name: string, need: string, meaning: string][] = [
    ['name', `required, at most ${contactLimits.name} characters`, 'the person the message is from'],
    ['email', `required, at most ${contactLimits.email} characters`, 'the address to reply to'],
    ['subject', `optional, at most ${contactLimits.subject} characters`, 'one line'],
    ['message', `required, at most ${contactLimits.message} characters`, 'plain text'],
    [
      'agent',
      `optional, at most ${contactLimits.agent} characters`,
      'the name of the program, shown to the owner',
    ],
    ['submit_token', 'required', 'from the GET, valid once and for a short time'],
  ];
  return joinBlocks([
    renderFrontMatter({
      title: words.contact.title,
      description: say(words.contact.description, { title: site.title }),
      url: absoluteUrl(site, path),
      markdown_url: absoluteUrl(site, twinPath(path)),
      type: 'contact',
      ...languageFields({ path, ...versionsOfAll(site, 'contact') }, site),
    }),
    noticeLine(site),
    `# ${words.contact.title}`,
    words.contact.lede,
    `People use the form: ${markdownLink(words.contact.title, absoluteUrl(site, path))}`,
    '## For a program that acts for a person',
    words.contact.forPrograms,
    'Two requests are enough, without credentials. A delivered message cannot be recalled: show your user the exact wording and send it only when they agree.',
    [
      `1. \`GET ${endpoint}\` answers with the JSON Schema of the message, what is left of the budgets, and a fresh \`submit_token\`.`,
      `2. \`POST ${endpoint}\` with \`Content-Type: application/json\`, the message, the token, and the header \`Idempotency-Key\` with a fresh UUID.`,
      '3. `200` with `"sent": true` means that the message is with the owner.',
    ].join('\n'),
    [
      '| Field | Bound | Meaning |',
      '| --- | --- | --- |',
      ...fields.map((row) => `| ${row.join(' | ')} |`),
    ].join('\n'),
    ['```sh', ...example(endpoint), '```'].join('\n'),
    '## When the answer is not 200',
    [
      '- Repeat the same body with the same `Idempotency-Key`: one message is delivered once under a key, and a repeated success says `"replayed": true`.',
      '- `401`: the token is missing, spent or expired. GET a fresh one and repeat once.',
      '- `409`: the first attempt is still running. Wait `Retry-After` seconds and repeat.',
      '- `422`: `data.params` says which fields were refused and why; or the key belongs to a different message.',
      '- `429` and `503`: wait `Retry-After` seconds (also `data.retry_after`) and repeat.',
      '- `503` with the code `site_contact_delivery_uncertain`: the message may have arrived. Ask your user before you repeat it.',
      '- `502`: nothing was sent, and the owner has to repair something first.',
    ].join('\n'),
    `A key has 16 to 255 printable ASCII characters (\`${idempotencyKeyPattern.source}\`) and is remembered for 24 hours. Errors are JSON objects; match on \`code\`.`,
    `The whole interface: ${markdownLink(paths.openapi, absoluteUrl(site, paths.openapi))}`,
  ]);
}

function example(endpoint: string): string[] {
  return [
    `token=$(curl -s ${endpoint} | jq -r .submit_token)`,
    `curl -s ${endpoint} \\`,
    `  -H 'Content-Type: application/json' -H "Idempotency-Key: $(uuidgen)" \\`,
    `  -d '{"name":"The name of your user","email":"user@example.org","message":"Hello.","submit_token":"'"$token"'"}'`,
  ];
}
