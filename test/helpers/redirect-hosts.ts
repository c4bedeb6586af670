/**
 * What hosts of files make of `_redirects`. Cloudflare's part follows the rules engine and the asset handler of its
 * workers-sdk; Netlify's is closed, so it is taken to insert what the client sent without checking it.
 */
interface Line {
  readonly from: string;
  readonly to: string;
}

function readLines(lines: readonly string[]): Line[] {
  return lines.map((line) => {
    const [from = '', to = ''] = line.split(' ');
    return { from, to };
  });
}

function match(from: string, path: string): Record<string, string> | null {
  const source = from
    .split('*')
    .map((piece) => piece.replace(/[-/\\^$*+?.()|[\]{}]/g, '\\$&'))
    .join('(?<splat>.*)')
    .replace(/:([A-Za-z]\w*)/g, '(?<$1>[^/]+)');
  const found = new RegExp(`^${source}$`, 's').exec(path);
  return found && { ...found.groups };
}

function fill(to: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`:${name}`, () => value), to);
}

/** @returns the Location; null where no line matches */
export function answerOfCloudflare(lines: readonly string[], url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { pathname, origin } = new URL(url);
  for (const { from, to } of readLines(lines)) {
    const values = match(from, pathname);
    if (values === null) continue;
    const target = new URL(fill(to, values), url);
    return target.origin === origin ? target.pathname + target.search + target.hash : target.href;
  }
  return null;
}

/** @param path as it was sent, or decoded */
export function answerOfNetlify(lines: readonly string[], path: string): string | null {
  for (const { from, to } of readLines(lines)) {
    const values = match(from, path);
    if (values !== null) return fill(to, values);
  }
  return null;
}
