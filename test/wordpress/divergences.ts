import type { Corpus, Exchange } from './corpus.ts';
import type { Difference } from './differences.ts';
import { leavesOutWords, sameWords } from './same-words.ts';

/**
 * Where this site answers otherwise than WordPress on purpose. Nothing else is excused; each entry says why, and
 * `covers` names the fields and requests that it is about.
 */
export interface Divergence {
  readonly name: string;
  readonly reason: string;
  covers(difference: Difference, exchange: Exchange, corpus: Corpus): boolean;
}

export const divergences: readonly Divergence[] = [
  {
    name: 'rendering',
    reason:
      'Texts are Markdown: they are not rendered as WordPress renders its own. The words must be the same.',
    covers: ({ where, expected, actual }, { request }) =>
      (/\.(?:title|content|excerpt|caption|description)\.rendered$/.test(where) ||
        (/\]\.title$/.test(where) && isRoute(request.path, 'search'))) &&
      sameWords(expected, actual),
  },
  {
    name: 'automatic excerpts',
    reason:
      'WordPress leaves lists and shortcodes out of an excerpt that it cuts itself; here nothing is left out.',
    covers: ({ where, expected, actual }) =>
      /\.excerpt\.rendered$/.test(where) && leavesOutWords(expected, actual),
  },
  {
    name: 'unpublished',
    reason:
      'Drafts, private, pending, scheduled and deleted documents are not there; WordPress tells that they exist.',
    covers: ({ where, actual }, exchange, corpus) => {
      const about = unpublishedIn(exchange.request.path, corpus);
      if (!about || exchange.status !== 401) return false;
      if (where === 'status') return actual === 404 || (actual === 400 && about === 'post');
      return /^body\.(?:code|message|data\.status|links)$/.test(where) || where === 'header link';
    },
  },
  {
    name: 'unpublished parent, embedded',
    reason: 'The same where an unpublished parent page would be embedded.',
    covers: ({ where }, _, corpus) =>
      corpus.pages.some(({ status }) => status !== 'publish') &&
      /_embedded\.up\[0\]\.(?:code|message|data\.status|links)$/.test(where),
  },
  {
    name: 'ways on',
    reason: 'A 404 says where to look instead, in its body and its Link header: the contract asks for it.',
    covers: ({ where, expected, actual }, { status }) =>
      status === 404 &&
      (/^body(?:\.value)?\.links$/.test(where) ||
        (where === 'header link' && String(actual).startsWith(`${expected}, `))),
  },
  {
    name: 'caching',
    reason: 'Answers carry Cache-Control and ETag, and so a conditional request is answered with 304.',
    covers: ({ where, expected, actual }, { request }) =>
      where === 'header cache-control' ||
      where === 'header etag' ||
      where === 'header expires' ||
      (request.headers?.['If-None-Match'] !== undefined &&
        ((where === 'status' && actual === 304) ||
          (actual === undefined && where === 'header content-type') ||
          (where.startsWith('body') && expected !== null && actual === null))),
  },
  {
    name: 'no comments',
    reason: 'There are no comments: every document is closed to them, and their collection is empty.',
    covers: ({ where, expected, actual }, { request }) =>
      (/\.(?:comment|ping)_status$/.test(where) && expected === 'open' && actual === 'closed') ||
      /_embedded\.replies$/.test(where) ||
      (isRoute(request.path, 'comments') &&
        /^(?:header x-wp-total(?:pages)?|header link|body\.length)$/.test(where)),
  },
  {
    name: 'no revisions',
    reason: 'Documents have no stored revisions: their history is that of the repository.',
    covers: ({ where }) => /\._links\.(?:version-history\[0\]\.count|predecessor-version)$/.test(where),
  },
  {
    name: 'passwords',
    reason: '`?password=` unlocks nothing: a protected text is decrypted in the browser, never here.',
    covers: ({ where }, { request, status }) =>
      /[?&]password/.test(request.path) &&
      (status === 200 || status === 500) &&
      isRoute(request.path, '(?:posts|pages)/\\d+') &&
      /^(?:status|body.*|header (?:link|allow|content-type|vary|x-robots-tag|x-content-type-options|access-control-.*))$/.test(
        where,
      ),
  },
  {
    name: 'pictures',
    reason:
      'A picture is one file without smaller copies, and has no page of its own: its link is the file. File names and sizes are those of this build.',
    covers: ({ where, expected }) =>
      /\.media_details\.(?:file|filesize|sizes(?:\..*)?)$/.test(where) ||
      (/(?:\.link|header link)$/.test(where) && /\/(?:hello-workshop\/lantern|pin)\//.test(String(expected))),
  },
  {
    name: 'portraits',
    reason:
      'Authors have no address that a third party could turn into a picture; one neutral drawing stands for all.',
    covers: ({ where }) => /\.avatar_urls\.(?:24|48|96)$/.test(where),
  },
  {
    name: 'own routes and types',
    reason:
      'The index lists what readers can use here: reading, with the types of this site, and without the routes of an editor. OPTIONS says the same.',
    covers: ({ where, expected, actual }, { request }) => {
      if (isRoot(request.path)) {
        return /^body\.(?:routes|namespaces)\b/.test(where) || /^body\.routes/.test(where);
      }
      if (request.method === 'OPTIONS') return /^body\.(?:methods|endpoints|schema|_links)\b/.test(where);
      if (isRoute(request.path, 'types'))
        return /^body\.(?:talk|plugin)$/.test(where) && expected === undefined;
      return (
        /\.(?:subtype|message)$/.test(where) &&
        String(actual).replace('talk, plugin, ', '') === String(expected)
      );
    },
  },
  {
    name: 'shared addresses',
    reason:
      'Two documents cannot share an address, nor one stand at that of the contact form; WordPress hides one of them.',
    covers: ({ where, expected, actual }) =>
      /(?:\.link|\.url|\.guid\.rendered|^header link)$/.test(where) &&
      String(actual).replace(/\/(?:135|212)\//, '') === String(expected).replace(/\/(?:about|contact)\//, ''),
  },
];

/** Is the path that of a wp/v2 route? */
function isRoute(path: string, route: string): boolean {
  return new RegExp(`^/wp-json/wp/v2/${route}/?(?:\\?|$)`, 'i').test(path);
}

function isRoot(path: string): boolean {
  return /^\/wp-json(?:\/|\/wp\/v2\/?)?(?:\?|$)/.test(path);
}

/** Does a request name something that is in the corpus and not published: the item itself, or the post of terms? */
function unpublishedIn(path: string, corpus: Corpus): 'item' | 'post' | null {
  const item = /^\/wp-json\/wp\/v2\/(?:posts|pages)\/(\d+)/.exec(path);
  const post = /^\/wp-json\/wp\/v2\/(?:categories|tags)\?(?:.*&)?post=(\d+)/.exec(path);
  const id = Number(item?.[1] ?? post?.[1] ?? 0);
  const document = [...corpus.posts, ...corpus.pages].find((candidate) => candidate.id === id);
  if (!document || document.status === 'publish') return null;
  return item ? 'item' : 'post';
}
