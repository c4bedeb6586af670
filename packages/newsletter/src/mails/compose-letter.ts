import { absoluteUrl } from 'agentsite/model';
import { wordsOfPlugin } from 'agentsite/plugin';
import { escapeHtml } from 'agentsite/text';
import type { NewsletterState } from '../newsletter-state.ts';
import type { Options } from '../options.ts';
import { folder, type Post } from '../post-list.ts';
import type { Subscriber } from '../subscribers/subscribers.ts';
import { wants } from '../topics.ts';
import { directionOf, type MailFrame, renderMail, renderText, say } from './layout.ts';
import type { Letter } from './transport.ts';

/** The mail of an edition to one subscriber: of a post, what the build rendered; of a digest, the posts of their topics. */
export function composeLetter(
  state: NewsletterState,
  options: Options,
  posts: readonly Post[],
  subscriber: Subscriber,
  id: string,
): Letter {
  const leaveUrl = state.leaveUrlOf(subscriber.id);
  const own = { id, to: subscriber.mail, leaveUrl };
  const [post] = posts;
  if (subscriber.frequency !== 'each' || !post)
    return { ...own, ...renderDigest(state, options, posts, subscriber) };
  const read = (ending: string) => {
    const text = state.shared.read(`${folder}${post.file}.${ending}`);
    if (text === null) throw new Error(`The build has no ${folder}${post.file}.${ending}. Build it again.`);
    return text.replaceAll(state.shared.urlOf('leave'), leaveUrl);
  };
  return { ...own, subject: post.title, html: read('html'), text: read('txt') };
}

function renderDigest(
  state: NewsletterState,
  options: Options,
  posts: readonly Post[],
  subscriber: Subscriber,
): Pick<Letter, 'subject' | 'html' | 'text'> {
  const { site } = state.shared;
  const { language } = subscriber;
  const own = posts.filter((post) => wants(subscriber, post, options));
  const words = wordsOfPlugin({ ...site, language }, 'newsletter');
  const title = say(words.digest, { site: site.title });
  const frame: MailFrame = {
    ...{ language, title, words, direction: directionOf(language) },
    preheader: own
      .map((post) => post.title)
      .join(' · ')
      .slice(0, 150),
    site: { title: site.title, url: absoluteUrl(site, '/') },
    browserUrl: absoluteUrl(site, '/'),
    leaveUrl: state.leaveUrlOf(subscriber.id),
  };
  const html = own.map(
    ({ title, url, summary }) =>
      `<h2 style="margin:32px 0 8px;font-size:20px;line-height:1.3"><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></h2>\n<p style="margin:0 0 16px">${escapeHtml(summary)}</p>`,
  );
  const text = own.map(({ title, url, summary }) => `## ${title}\n\n${summary}\n\n${url}`);
  return {
    subject: title,
    html: renderMail(frame, html.join('\n')),
    text: renderText(frame, text.join('\n\n')),
  };
}
