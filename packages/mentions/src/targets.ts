import type { Document, Library, Site } from 'agentsite/model';

/** Paths of documents that can be mentioned: today's and old ones. */
export const listTargets = ({ documents }: Library): string[] =>
  documents.flatMap(({ locked, path, redirectFrom }) => (locked ? [] : [path, ...redirectFrom]));

/** The path below the site that an address names, with a slash at the end; null for one of another site. */
export function pathOfTarget(target: string, { url }: Pick<Site, 'url'>): string | null {
  const [asked, own] = [URL.parse(target), new URL(url)];
  const folder = own.pathname.replace(/\/$/, '');
  if (!asked || !/^https?:$/.test(asked.protocol) || asked.host !== own.host) return null;
  if (!asked.pathname.startsWith(`${folder}/`) && asked.pathname !== folder) return null;
  const path = decodePath(asked.pathname.slice(folder.length));
  return path.endsWith('/') ? path : `${path}/`;
}

/** The document that an address names, at its path or an old one. */
export function documentAt({ site, documents }: Library, target: string): Document | undefined {
  const path = pathOfTarget(target, site);
  const isHere = (old: string) => path !== null && (old === path || `${old}/` === path);
  return documents.find((document) => document.path === path || document.redirectFrom.some(isHere));
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // No document has an address that isn't UTF-8.
    return path;
  }
}
