import type { Lost } from '../model/export-model.ts';

/** Reads `_redirects` of Netlify and Cloudflare: `/old/* /new/:splat 301`. Conditional rules and rewrites are losses. */
export function readRedirectsFile(text: string) {
  const redirects: { from: string; to: string; status: number }[] = [];
  const lost: Lost[] = [];
  for (const line of text.split('\n').map((written) => written.replace(/(?:^|\s)#.*$/, '').trim())) {
    if (line === '') continue;
    const [from = '', to = '', code = '301', ...conditions] = line.split(/\s+/);
    const status = Number(code.replace('!', ''));
    const isPlain = /^\/[^*?]*\*?$/.test(from) && /^(?:\/|https?:)/.test(to) && conditions.length === 0;
    if (isPlain && [301, 302, 307, 308].includes(status))
      redirects.push({ from: nameParts(from.replace(/\*$/, ':splat*')), to: nameParts(to), status });
    else
      lost.push({
        code: 'redirect-not-kept',
        what: line,
        fix: 'It is more than a redirect from a path: write it by hand in content/redirects.yaml.',
      });
  }
  return { redirects, lost };
}

/** `/:year/:splat*` is `/{year}/{splat*}` here. */
const nameParts = (path: string): string => path.replace(/\/:(\w+\*?)/g, '/{$1}');
