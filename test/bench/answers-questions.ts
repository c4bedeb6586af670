/**
 * Questions about the example site, with what an answer has to contain. `words` is what an agent would search for: they
 * come from the question, not from the page.
 */
export interface Question {
  readonly asks: string;
  readonly words: string;
  readonly kind: 'fact' | 'list' | 'existence' | 'comparison' | 'negative';
  /** All have to be in what the agent has read. A negative question has none: nothing may be found for its words. */
  readonly answer: readonly RegExp[];
  /** What a list contains: a content type, and days from one until before another. */
  readonly lists?: { readonly type: string; readonly after?: string; readonly before?: string };
}

type Words = readonly [asks: string, words: string, ...answer: readonly RegExp[]];

export const questionsOf = (kind: Question['kind'], rows: readonly Words[]): Question[] =>
  rows.map(([asks, words, ...answer]) => ({ asks, words, kind, answer }));

/** About what is dated from one day on and before another one. */
export const datedBetween = (
  asks: string,
  words: string,
  [type, after, before]: readonly [type: string, after: string, before: string],
  ...answer: RegExp[]
): Question => ({ asks, words, kind: 'list', answer, lists: { type, after, before } });

const published = (asks: string, words: string, type: string, year: number, ...answer: RegExp[]) =>
  datedBetween(asks, words, [type, `${year}-01-01`, `${year + 1}-01-01`], ...answer);

export const questions: readonly Question[] = [
  ...questionsOf('fact', [
    ['How many MCP messages may a client send per minute?', 'MCP messages per minute', /\b120 messages/],
    ['How many messages does a search count as?', 'search rate limit messages', /counts as (?:four|4)/],
    ['Which header reports when the limit resets?', 'rate limit reset header', /RateLimit-Reset/],
    ['Which status has a message to an unknown MCP method?', 'MCP unknown method status', /404[\s|]+-32601/],
    ['How many requests does the doctor send in total?', 'doctor requests in total', /200 in total/],
    ['What does the doctor’s User-Agent begin with?', 'doctor User-Agent', /agentsite-doctor/],
    [
      'What separates the entries of llms-full.txt?',
      'llms-full.txt entries separated',
      /separated by\s+(?:<code>)?`?---/,
    ],
    ['Which variable sets the public address?', 'public address of the site variable', /SITE_URL/],
    ['What may crawlers not do by default?', 'crawlers training Content-Signal', /training is not/],
    ['Where does an agent find the contact rules?', 'contact endpoint', /\/wp-json\/site\/v1\/contact/],
    [
      'How many slides does the talk about the whole system have?',
      'Agentsite slides',
      /ten (?:short )?slides/i,
    ],
    ['How many stations does a message pass?', 'journey of a message stations', /six stations/],
  ]),
  published(
    'Which posts were published in 2024?',
    'posts 2024',
    'post',
    2024,
    /What a program sees/,
    /Addresses that last/,
    /Plain text outlives/,
  ),
  published(
    'Which talks were given in 2026?',
    'talks 2026',
    'talk',
    2026,
    /journey of a message/i,
    /Agentsite in ten slides/,
  ),
  published(
    'What was posted in 2026, newest and oldest?',
    'posts 2026',
    'post',
    2026,
    /Start here/,
    /Reading this site with curl/,
  ),
  ...questionsOf('list', [
    [
      'Which parts has the series about one message?',
      'series one message',
      /A token that is not a password/,
      /The same message, twice/,
      /When nobody answers/,
    ],
  ]),
  {
    asks: 'Which plugins are there?',
    words: 'plugins',
    kind: 'list',
    answer: [/contract suite/i, /publish integration/i, /sidecar/i],
    lists: { type: 'plugin' },
  },
  ...questionsOf('existence', [
    ['Is there a page about nginx?', 'nginx', /What nginx does for the site|# nginx|>nginx</],
    ['Is there a guide for leaving WordPress?', 'leaving WordPress', /Leaving WordPress/],
    ['Is there a comment box?', 'comment box', /There is no comment box/],
    ['Is there a Markdown version of each page?', 'Markdown version of pages', /twin/i],
    ['Is there an MCP server that needs no key?', 'MCP server key', /[Nn]o (?:API )?key/],
    ['Can old URLs be announced before they go?', 'retire a URL', /Saying goodbye to an address/],
  ]),
  ...questionsOf('comparison', [
    [
      'How do llms.txt and llms-full.txt differ?',
      'llms.txt llms-full.txt',
      /index/,
      /every published post and page|dump of all content/,
    ],
    ['How do fetch and get_content differ?', 'fetch get_content tools', /fetch/, /get_content/],
    ['What differs between a draft and a scheduled post?', 'drafts scheduled posts', /draft/i, /schedul/i],
  ]),
  ...questionsOf('negative', [
    ['Is there anything about Kubernetes?', 'kubernetes'],
    ['Is there a recipe for sourdough?', 'sourdough'],
    ['Does it say anything about blockchain?', 'blockchain'],
    ['Is there a page on GraphQL subscriptions?', 'graphql'],
  ]),
];
