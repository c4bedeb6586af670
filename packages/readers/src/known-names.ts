/** Who requests pages of a site. */
export const kinds = {
  person: 'people',
  agent: 'agents',
  search: 'search engines',
  feed: 'feed readers',
  other: 'other software',
} as const;

export type Kind = keyof typeof kinds;

/** The day of the list below: names are added as their operators publish them. */
export const namesDated = '2026-11-25';

/** Names in `User-Agent`, by kind; the first that occurs counts. */
export const knownNames: Readonly<Record<Exclude<Kind, 'person'>, readonly string[]>> = {
  agent: (
    'GPTBot ChatGPT-User OAI-SearchBot OAI-AdsBot ClaudeBot Claude-User Claude-SearchBot claude-code PerplexityBot ' +
    'Perplexity-User MistralAI-User MistralAI-Index MistralAI-Training Google-NotebookLM Google-Agent ' +
    'GoogleAgent-Mariner Google-CloudVertexBot Gemini-Deep-Research Meta-ExternalAgent Meta-ExternalFetcher Amazonbot ' +
    'Amzn-User Amzn-SearchBot Bytespider CCBot DuckAssistBot cohere-ai cohere-training-data-crawler Diffbot YouBot ' +
    'AI2Bot PanguBot Timpibot Kagi-Fetcher Manus-User Devin NovaAct FirecrawlAgent Crawl4AI Tavily LinkupBot ExaBot ' +
    'HeadlessChrome'
  ).split(' '),
  search: (
    'Googlebot Google-InspectionTool GoogleOther bingbot BingPreview DuckDuckBot Applebot YandexBot Baiduspider ' +
    'Qwantbot SeznamBot PetalBot Sogou Yeti Mojeek MarginaliaSearch Slurp coccocbot'
  ).split(' '),
  feed: (
    'Feedly Feedbin NetNewsWire Miniflux FreshRSS Inoreader NewsBlur Reeder FeedFetcher-Google ' +
    'Newsboat Thunderbird Akregator Liferea Vienna Feeder RSSOwl Overcast PocketCasts AntennaPod Podverse Blogtrottr ' +
    'Feedspot NewsFlash'
  ).split(' '),
  other: (
    'UptimeRobot Pingdom StatusCake BetterStack Site24x7 Uptime-Kuma HetrixTools Freshping NodePing ' +
    'facebookexternalhit Twitterbot Slackbot Discordbot LinkedInBot TelegramBot WhatsApp Mastodon Bluesky Iframely ' +
    'AhrefsBot SemrushBot MJ12bot DotBot DataForSeoBot BLEXBot archive.org_bot CensysInspect InternetMeasurement zgrab ' +
    'masscan Nuclei agentsite-doctor W3C_Validator Lighthouse'
  ).split(' '),
};
