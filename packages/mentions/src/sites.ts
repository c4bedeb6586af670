import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeComments, readStoredComments, type StoredComment } from 'agentsite/content';
import { parse, stringify } from 'yaml';
import { z } from 'zod';

/** What the owner thinks of others, for all ways in which comments arrive. */
const file = 'content/comments/_sites.yaml';
const list = z.array(z.string()).catch([]);
const schema = z.object({ approved: list, blocked: list }).catch({ approved: [], blocked: [] });
export type Sites = z.output<typeof schema>;

export function readSites(root: string): Sites {
  const path = join(root, file);
  return schema.parse(existsSync(path) ? parse(readFileSync(path, 'utf8')) : {});
}

export function writeSites(root: string, sites: Sites): void {
  mkdirSync(join(root, 'content/comments'), { recursive: true });
  writeFileSync(join(root, file), stringify(sites));
}

/** Is a comment of one of them? Each is a host, or a host with the beginning of a path: `bsky.app/profile/ada.example`. */
function isOf(sites: readonly string[], { url }: StoredComment): boolean {
  const { hostname = '', host = '', pathname = '' } = URL.parse(url ?? '') ?? {};
  return sites.some((site) =>
    site.includes('/')
      ? `${host}${pathname}/`.startsWith(`${site.replace(/\/$/, '')}/`)
      : hostname === site || hostname.endsWith(`.${site}`),
  );
}

/** Shows what waits of approved sites, and hides what was received of blocked ones. */
export function applySites(root: string, { approved, blocked }: Sites): void {
  for (const [document, comments] of readStoredComments(root)) {
    const changed = comments.map((comment): StoredComment => {
      if (comment.via === undefined || comment.via === 'mail') return comment;
      if (isOf(blocked, comment)) return { ...comment, status: 'hidden' };
      const { status, ...shown } = comment;
      return status === 'waiting' && isOf(approved, comment) ? shown : comment;
    });
    if (changed.some((comment, at) => comment.status !== comments[at]?.status))
      changeComments(root, document, () => changed);
  }
}
