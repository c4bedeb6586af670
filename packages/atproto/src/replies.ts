import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AppBskyFeedDefs, AppBskyFeedPost, type AtpAgent, RichText } from '@atproto/api';
import { changeComments, whyNoComment } from 'agentsite/content';
import { parseMoment, type Site } from 'agentsite/model';
import { escapeMarkdown } from 'agentsite/text';
import { listStored } from './account.ts';
import { openAccount } from './publish-site.ts';
import { documentUri } from './record-keys.ts';

type Post = AppBskyFeedDefs.PostView;
/** A post with its replies, or a sign that there is one which the owner may not see. */
type Thread = { readonly post?: Post; readonly replies?: readonly Thread[] };

/** Stores new replies to the posts of documents as comments that wait for the owner. @returns their number */
export async function storeReplies(site: Site): Promise<number> {
  const { agent, library, options, close } = await openAccount(site);
  const seenFile = 'content/comments/_bluesky.yaml';
  // What the owner has deleted does not come back.
  const seen = new Set(existsSync(seenFile) ? readFileSync(seenFile, 'utf8').match(/at:\S+/g) : []);
  const records = new Map((await listStored(agent, library, options)).map(({ uri, value }) => [uri, value]));
  let count = 0;
  for (const document of library.documents) {
    const { uri } = Object(records.get(documentUri(site, options, document))?.bskyPostRef);
    for (const post of uri ? await readThread(agent, uri) : []) {
      const read = readReply(post, site);
      if (seen.has(post.uri) || !read) continue;
      changeComments(process.cwd(), document.id, (all) => {
        if (all.some(({ source }) => source === post.uri)) return all;
        count++;
        const parent = all.find(({ source }) => source === read.parent)?.id;
        return [...all, { ...(parent ? { parent } : {}), ...read.comment }];
      });
      const lines = Array.from(seen.add(post.uri), (one) => `- ${one}\n`);
      writeFileSync(seenFile, `# Written by agentsite atproto replies.\n${lines.join('')}`);
    }
  }
  close();
  return count;
}

/** The replies below a post, each after the one that it answers; none to a post that the owner has deleted. */
async function readThread(agent: AtpAgent, uri: string): Promise<Post[]> {
  const answer = await agent.getPostThread({ uri, depth: 100, parentHeight: 0 }).catch((error: unknown) => {
    if (Object(error).error !== 'NotFound') throw error;
  });
  const list = ({ post, replies = [] }: Thread): Post[] => (post ? [post, ...replies.flatMap(list)] : []);
  // Those that moderators have labelled are left out.
  return list(Object(answer?.data.thread)).filter((post) => post.uri !== uri && !post.labels?.length);
}

/** A reply as a comment of a file; null where it has no text that can be read, such as an image alone. */
function readReply({ uri, author, record, indexedAt }: Post, site: Site) {
  if (!AppBskyFeedPost.isRecord(record)) return null;
  const { createdAt, reply, ...said } = record as AppBskyFeedPost.Record;
  // Apps may claim any time: what was seen earlier is older.
  const time = Math.min(...[createdAt, indexedAt].map(Date.parse).filter((one) => one > 0), 8e15);
  const comment = {
    name: author.displayName?.trim().slice(0, 200) || author.handle,
    url: uri.replace(/^at:\/\/(.+)\/app\.bsky\.feed\.post\//, 'https://bsky.app/profile/$1/post/'),
    date: parseMoment(new Date(time).toISOString(), site.timezone)?.local ?? '',
    via: 'bluesky',
    source: uri,
    status: 'waiting' as const,
    text: toMarkdown(said),
  };
  const isReadable = comment.text !== '' && whyNoComment(comment, site) === null;
  return isReadable ? { comment, parent: reply?.parent.uri } : null;
}

/** Plain text with its links, whose own text apps shorten. */
function toMarkdown({ text, facets = [] }: Pick<AppBskyFeedPost.Record, 'text' | 'facets'>): string {
  const parts = Array.from(new RichText({ text: text.toWellFormed(), facets }).segments(), (segment) => {
    const { href, protocol } = URL.parse(segment.link?.uri ?? '') ?? { href: '', protocol: '' };
    const lines = segment.text.split('\n').map((line) => line.replace(/\S(?:.*\S)?/, escapeMarkdown));
    return /^https?:$/.test(protocol) ? `[${lines.join(' ')}](<${href}>)` : lines.join('\n');
  });
  const whole = parts.join('').trim();
  return whole.replace(/(?<!\n)\n(?!\n)/g, '  \n');
}
