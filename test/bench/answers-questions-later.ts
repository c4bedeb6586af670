import { type Question, questionsOf } from './answers-questions.ts';

/** What is between the words of an answer, in HTML and in Markdown. */
const between = '(?:<[^>]*>|[\\s`|*"\'’]|\\\\)*';

/** The words of an answer, in any markup; `|` separates answers of which one is enough. */
const said = (words: string): RegExp =>
  new RegExp(
    words
      .split('|')
      .map((one) =>
        (one.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s"'’]/gu) ?? [])
          .map((part) => part.replace(/[^\p{L}\p{N}]/gu, '\\$&'))
          .join(between),
      )
      .join('|'),
    'i',
  );

const rows: readonly (readonly [asks: string, words: string, answer: string])[] = [
  ['How long is a submit token valid?', 'submit token valid', '15 minutes'],
  ['Which command writes a Dockerfile for the site?', 'Dockerfile command', 'deploy-files docker'],
  ['How many redirects does Cloudflare support?', 'Cloudflare redirects limit', '2000 redirects'],
  [
    'What is the maximum size of an image that is published, in pixels?',
    'image maximum pixels',
    '1600 pixels',
  ],
  ['What does a TIFF file become?', 'TIFF files', 'TIFF files to JPEG'],
  ['Which setting makes dollar signs formulas?', 'dollar signs formulas setting', "math: 'dollars'"],
  ['How large must the artwork of a podcast be?', 'podcast artwork size', '1400 to 3000'],
  [
    'How many failed sign-ins does the editor allow before a client has to wait?',
    'editor failed attempts',
    'ten failed attempts in fifteen minutes',
  ],
  ['How long does an editor session last?', 'editor session lasts', 'twelve hours'],
  ['Which command ends all sessions after a lost phone?', 'lost phone revoke', '--revoke'],
  ['What is the password of the demonstration page?', 'demonstration page password', 'lantern'],
  ['How do I publish a page that no list names?', 'unlisted page front matter', 'visibility: unlisted'],
  ['Which command makes a secret URL for a draft?', 'share draft secret URL', 'agentsite share'],
  ['Where are notes listed?', 'notes list address', '/notes/'],
  ['How is a category renamed with redirects?', 'rename category', 'agentsite rename category'],
  [
    'Which status does a removed address with status 410 in redirects.yaml send?',
    'redirects.yaml gone status',
    '410 (gone',
  ],
  ['How many names may a redirect pattern have?', 'redirect pattern names', 'nine names'],
  ['Where does the dev server keep its files?', 'dev server separate folder', '.dev/'],
  ['How do I roll back a release?', 'roll back release command', '--rollback'],
  ['What does backup --state add?', 'backup state', 'signing secret'],
  ['How much memory does a site with 10,000 posts need at the peak?', 'memory 10,000 posts peak', '323 MB'],
  ["Which value must Redis's maxmemory-policy have?", 'Redis maxmemory-policy', 'noeviction'],
  ['What happens to contact if Redis evicts records?', 'store evicts records contact', '503'],
  ['How many MCP messages a minute are allowed?', 'MCP messages per minute', '120 messages'],
  ['How many messages does a search cost over MCP?', 'MCP search counts as messages', 'counts as four'],
  ['Which MCP transport is not offered?', 'MCP transport not offered', '2024-11-05'],
  ['Which MCP tools are there?', 'MCP tools list', 'list_terms'],
  ['What status is an unknown MCP method?', 'unknown method MCP status', '-32601'],
  [
    'How many messages may one address send in an hour to the contact endpoint?',
    'contact messages per hour address',
    '10 in any hour',
  ],
  ['How long is a contact result kept for replays?', 'contact replay result kept', '24 hours'],
  ['What does 409 from the contact endpoint mean?', 'contact 409', 'an attempt with this key is running'],
  ['How long do mails stay in the outbox?', 'outbox days mails', '90'],
  [
    'Which WordPress release do the JSON routes follow?',
    'WordPress release JSON routes follow',
    'WordPress 6.6',
  ],
  ['What does ?password= do in the JSON interface?', 'password parameter JSON', 'has no effect'],
  ["What is per_page's maximum?", 'per_page maximum', '1 to 100'],
  ['What is the twin of the home page?', 'twin of the home page address', '/index.md'],
  [
    "Which header carries the twin's URL after negotiation?",
    'negotiation header twin URL',
    'Content-Location',
  ],
  [
    'Which format wins if text/html and text/markdown have equal weight?',
    'Accept equal weight html markdown',
    'listed first|named first',
  ],
  [
    'What does the site answer to Accept application/json on a page?',
    'Accept application/json page HTML',
    'HTML',
  ],
  ['When is llms.txt shown without notes?', 'llms.txt notes left out characters', '8,000 characters'],
  ['What does feed.md contain?', 'feed.md contains', 'five newest posts'],
  ['Which services can count visits?', 'analytics services count visits', 'goatcounter'],
  ['Which setting loads a script only with consent?', 'consent cookies script setting', 'cookies: true'],
  ['How does a comment by mail get published?', 'publish a comment from mail', 'agentsite comment mail.eml'],
  ['Which variable contains the webmention.io token?', 'webmention.io token variable', 'WEBMENTION_IO_TOKEN'],
  ['How is a search engine notified of changes?', 'notify search engines IndexNow', 'indexNow'],
  ['What is the exit status of an import with losses?', 'import exit status losses', '1 for losses'],
  [
    'Where are edited files kept when importing again?',
    'import again edited files other version',
    'import/other-version',
  ],
  ["What becomes of Ghost's featured posts?", 'Ghost featured posts become', 'sticky'],
  [
    "Where do commenters' email addresses go in an import?",
    'import comments email addresses',
    'import/comments.jsonl',
  ],
  ['Which forms can the home page have?', 'forms of the home page', 'notebook'],
  ['What are the four looks?', 'looks magazine poster', 'poster'],
  ['Which token sets the width of a line?', 'width of a line css property', '--measure'],
  ["How is the 404 page's title changed?", 'change title of 404 page words', 'notFound.title'],
  ['Which folder contains own Astro pages?', 'own Astro pages folder', 'src/pages'],
  ['Does the site set cookies for reading?', 'cookies privacy reading', 'No cookies'],
  ["What does the doctor's --send option do?", 'doctor --send option', 'sends one message'],
  ['How many requests does the doctor send by default?', 'doctor requests default', '200 in total'],
  ['When does a post with a future date appear?', 'future date post appears', 'first build after'],
  [
    'In which order does the contact endpoint ask its questions: limits before or after the token?',
    'order of questions token limits replay',
    'The replay comes before the token',
  ],
];

/** Sixty more, written from the pages alone, without knowing how answers are counted. */
export const laterQuestions: readonly Question[] = questionsOf(
  'fact',
  rows.map(([asks, words, answer]) => [asks, words, said(answer)]),
);
