import { wordsOf } from '../languages/words.ts';
import type { Site } from '../model/site.ts';
import { directionOf } from '../text/locale.ts';

/** The style sheet of feeds, `/feed.css`, for people who open one in a browser. It says what to do with it first. */
export function renderFeedStyle(site: Site): string {
  const note = wordsOf(site).words.feeds.how.replace(/["\\]/g, '\\$&');
  return `:is(rss, feed) {
  color-scheme: light dark;
  display: block;
  direction: ${directionOf(site.language)};
  max-inline-size: 39rem;
  margin: 2rem auto;
  padding-inline: 1.125rem;
  background: light-dark(#fcfbf8, #16181b);
  color: light-dark(#22252a, #e5e3dd);
  font: 1.0625rem/1.6 Georgia, serif;
}
:is(rss, feed)::before {
  content: "${note}";
  display: block;
  padding: 0.75rem 1rem;
  background: light-dark(#e3efee, #1c3235);
}
:is(rss, feed) * {
  display: none;
}
channel,
item,
entry,
:is(channel, feed, item, entry) > :is(title, description, subtitle, summary, pubDate, published) {
  display: block;
}
:is(item, entry) {
  margin-block-start: 1.5rem;
}
title {
  font-weight: bold;
}
:is(channel, feed) > title {
  margin-block-start: 1.5rem;
  font-size: 2rem;
}
:is(pubDate, published) {
  color: light-dark(#575c63, #a8acb1);
  font-size: 0.875rem;
}
`;
}
