import { renderFeeds } from '../../src/core/feeds/feeds.ts';

/** The three forms of a feed, each as one text. */
export const wholeFeeds = (...given: Parameters<typeof renderFeeds>) =>
  renderFeeds(...given).map(({ path, parts }) => ({ path, text: parts.join('') }));
