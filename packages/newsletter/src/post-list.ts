import { z } from 'agentsite/plugin';

/** A post that can be sent. The build writes it; whatever sends reads it. */
const postSchema = z.object({
  /** Name of its files: `ID.html` and `ID.txt`; absent for older posts, which digests mention. */
  file: z.string().optional(),
  /** What it is recognized by after it was renamed, edited or imported again: hashes of its ID, addresses, text, title. */
  keys: z.array(z.string()),
  /** `2026-11-28T12:00:00`, on the clock of the site. */
  date: z.string(),
  url: z.string(),
  path: z.string(),
  title: z.string(),
  summary: z.string(),
  language: z.string(),
  topics: z.array(z.string()),
});
export type Post = z.output<typeof postSchema>;

const listSchema = z.object({
  /** Newest first. */
  posts: z.array(postSchema),
  /** Keys of all others. */
  older: z.array(z.string()),
});
export type PostList = z.output<typeof listSchema>;

export const folder = '/newsletter/';
const listName = 'posts.json';

export const writeList = (list: PostList): Readonly<Record<string, string>> => ({
  [listName]: JSON.stringify(list),
});

/** @param read the text of a published file; @throws where no build has the plugin */
export function readList(read: (path: string) => string | null): PostList {
  const text = read(folder + listName);
  if (text === null)
    throw new Error(
      `There is no ${folder}${listName}. Run \`npx agentsite build\` with newsletter() in \`plugins\`.`,
    );
  return listSchema.parse(JSON.parse(text));
}
