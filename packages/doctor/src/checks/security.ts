import { isLocalHost } from 'agentsite/model';
import { readDirectives } from '../documents/headers.ts';
import { readMarkdown } from '../documents/markdown-text.ts';
import type { Answer } from '../http/answer.ts';
import { answeredHome, findTwins, samplePages } from '../visit/pages.ts';
import { type Check, checksOf, type Problem, problemIf, type Rule } from './check.ts';

/** Security headers, and unintended disclosure. */

const day = 86_400_000;
/** A frame of a stack in the words of Node, Python, PHP, Java and Ruby; a server with its version. */
const traces =
  /\bat [^\n]{1,150}[/\\][\w.-]+\.[cm]?[jt]s:\d+:\d+|Traceback \(most recent call last\)|\bon line (?:<b>)?\d+[^\n]{0,9}|\bat [\w$.]+\([\w]+\.(?:java|kt):\d+\)|[\w./-]+\.rb:\d+:in |\b(?:nginx|Apache|PHP|Werkzeug|Tomcat|openresty|Express)\/\d+\.[\d.]+/;
function header(
  id: string,
  title: string,
  source: string,
  fix: string,
  isThere: (home: Answer) => boolean,
): Rule<Answer> {
  return {
    id,
    severity: 'note',
    title,
    source,
    fix,
    wrong: (home) => !isThere(home) && 'no such header',
  };
}

const headers: readonly Check[] = checksOf('security', 'A first page', answeredHome, [
  header(
    'security-nosniff',
    'Browsers trust the declared media types (nosniff)',
    'WHATWG Fetch, 3.6',
    'X-Content-Type-Options: nosniff',
    ({ headers: sent }) => sent['x-content-type-options']?.toLowerCase() === 'nosniff',
  ),
  header(
    'security-csp',
    'A policy says which scripts may run',
    'CSP 3; OWASP secure headers',
    "Content-Security-Policy: default-src 'self' (add what the pages load from elsewhere)",
    ({ headers: sent }) => sent['content-security-policy'] !== undefined,
  ),
  header(
    'security-frames',
    'The site says who may show it in a frame',
    'CSP 3, frame-ancestors',
    "Content-Security-Policy: frame-ancestors 'none', or X-Frame-Options: DENY",
    ({ headers: sent }) =>
      /frame-ancestors/.test(sent['content-security-policy'] ?? '') || sent['x-frame-options'] !== undefined,
  ),
  header(
    'security-referrer',
    'The site limits what other sites learn about where a reader comes from',
    'Referrer Policy',
    'Referrer-Policy: strict-origin-when-cross-origin',
    ({ headers: sent }) => sent['referrer-policy'] !== undefined,
  ),
  {
    id: 'security-versions',
    severity: 'note',
    title: 'Headers do not disclose software versions',
    source: 'OWASP information leakage',
    fix: 'nginx: server_tokens off; PHP: expose_php = Off; Express: app.disable("x-powered-by")',
    wrong: ({ headers: sent }) => {
      const version = [sent.server, sent['x-powered-by'], sent['x-aspnet-version']].find((value) =>
        /\/\d|\d\.\d/.test(value ?? ''),
      );
      return version !== undefined && version;
    },
  },
  {
    id: 'security-traces',
    severity: 'warning',
    title: 'Errors disclose neither stack traces nor versions',
    source: 'OWASP improper error handling',
    fix: 'Run the server in its production mode (NODE_ENV=production, DEBUG = False, display_errors = Off; nginx: server_tokens off).',
    find: async (_, visit) => {
      const broken = ['%', '%ff', '?page[]=%00'].map((path) => visit.below(path));
      const problems: Problem[] = [];
      for (const url of [visit.missingPage, ...broken]) {
        const { status, text } = await visit.ask(url);
        const [seen] = (status >= 400 && traces.exec(text)) || [];
        if (seen && problems.length === 0) problems.push([url, `${status}: ${seen}`]);
      }
      return problems;
    },
  },
  {
    id: 'security-cors',
    severity: 'error',
    title: 'No other site may read answers with the cookies of a reader',
    source: 'WHATWG Fetch, CORS protocol',
    fix: 'Access-Control-Allow-Origin: * without Access-Control-Allow-Credentials.',
    wrong: async (home, visit) => {
      const origin = 'https://agentsite-doctor.invalid';
      const answer = await visit.ask(home.finalUrl, { headers: { Origin: origin } });
      const isOpen =
        answer.headers['access-control-allow-origin'] === origin &&
        answer.headers['access-control-allow-credentials'] === 'true';
      return isOpen && `any origin is allowed with credentials (asked as ${origin})`;
    },
  },
  {
    id: 'security-cookies',
    severity: 'warning',
    title: 'A page that everybody may read sets no cookie, or a guarded one',
    source: 'RFC 6265bis; caches do not keep what sets cookies',
    fix: 'Set no cookie on pages; else Secure; HttpOnly; SameSite=Lax.',
    wrong: ({ cookies }) => {
      const open = cookies.filter(
        (cookie) => !/;\s*httponly/i.test(cookie) || !/;\s*samesite=/i.test(cookie),
      );
      return open.length > 0 && (open[0]?.replace(/=[^;]*/, '=…') ?? '');
    },
  },
]);

const secured: readonly Check[] = checksOf(
  'security',
  'HTTPS',
  async (visit) => {
    const home = await visit.home();
    return visit.base.protocol === 'https:' && home.status > 0 ? home : null;
  },
  [
    {
      id: 'security-certificate',
      severity: 'error',
      title: 'Browsers accept the certificate, and will in two weeks',
      source: 'RFC 5280',
      fix: 'Renew the certificate (certbot renew), and send the whole chain.',
      wrong: ({ certificate }, { options }) => {
        if (!certificate) return false;
        const days = Math.floor((Date.parse(certificate.validTo) - options.now.getTime()) / day);
        if (certificate.problem !== null) return certificate.problem;
        return days < 14 && `valid for ${days} more days`;
      },
    },
    {
      id: 'security-hsts',
      severity: 'warning',
      title: 'HSTS: browsers return by HTTPS only',
      source: 'RFC 6797',
      fix: 'Strict-Transport-Security: max-age=31536000',
      wrong: ({ headers: sent }) => {
        const age = Number(
          readDirectives(sent['strict-transport-security']?.replaceAll(';', ',')).get('max-age') ?? 0,
        );
        return age < 86_400 && (sent['strict-transport-security'] ?? 'no such header');
      },
    },
    {
      id: 'security-mixed',
      severity: 'error',
      title: 'Pages load nothing by plain HTTP',
      source: 'W3C Mixed Content',
      fix: 'Write https:// addresses of images, scripts and styles.',
      find: async (_, visit) =>
        (await samplePages(visit)).flatMap(({ html, url }) => {
          const plain = html.resources.filter((address) => /^http:\/\//i.test(address));
          return problemIf(plain.length > 0, url, plain[0] ?? '');
        }),
    },
  ],
);

const disclosure: readonly Check[] = checksOf('security', 'Pages', samplePages, [
  {
    id: 'security-drafts',
    severity: 'error',
    title: 'Nothing that is published calls itself a draft',
    source: 'issues of docusaurus-plugin-llms and others: drafts in twins and indexes',
    fix: 'Leave drafts out where the site is built (Hugo: without -D), in every form: pages, Markdown, feeds, indexes.',
    find: async (pages, visit) => {
      const twins = (await findTwins(visit)).flatMap(({ text: { frontMatter }, url }): Problem[] => {
        const data = frontMatter?.kind === 'data' ? frontMatter.data : {};
        const isDraft = data.draft === true || data.published === false || data.status === 'draft';
        return problemIf(isDraft, url, 'its front matter says draft');
      });
      const llms = await visit.llms();
      const listed = llms
        ? readMarkdown(llms.answer.text)
            .links.filter(({ href }) => /\/(?:_?drafts?)\//.test(href))
            .map(({ href }): Problem => [llms.url, href])
        : [];
      const named = pages
        .filter(({ url }) => /\/_?drafts?\//.test(url))
        .map(({ url }): Problem => [url, 'the address of a draft']);
      return [...twins, ...listed, ...named];
    },
  },
  {
    id: 'security-future',
    severity: 'warning',
    title: 'Nothing that is published is dated later than tomorrow',
    source: 'a date in the future is how documents are scheduled',
    fix: 'Leave documents with a future date out where the site is built (Hugo: without -F).',
    find: (pages, { options }) =>
      pages.flatMap(({ html, url }) => {
        const date = html.metas.find(({ property }) => property === 'article:published_time')?.content ?? '';
        return problemIf(Date.parse(date) > options.now.getTime() + day, url, `published ${date}`);
      }),
  },
  {
    id: 'security-localhost',
    severity: 'error',
    title: 'Documents of a public site do not name localhost',
    source: 'the address of the site was not set where it was built',
    fix: 'Set the address of the site where it is built, and build it again.',
    find: async (pages, visit) => {
      if (isLocalHost(new URL(visit.publishedOrigin).hostname)) return [];
      const twins = (await findTwins(visit)).map(({ url, text: { links } }) => ({
        url,
        hrefs: links.map(({ href }) => href),
      }));
      const all = [
        ...pages.map(({ url, html }) => ({
          url,
          hrefs: [...html.anchors, ...html.links].map(({ href }) => href ?? ''),
        })),
        ...twins,
      ];
      return all.flatMap(({ url, hrefs }) => {
        const local = hrefs.find(
          (href) => /^https?:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(href) && visit.local(href) === null,
        );
        return problemIf(local !== undefined, url, local ?? '');
      });
    },
  },
]);

const owned: readonly Check[] = checksOf(
  'security',
  'Requests for files that should not be there (only with --own)',
  async (visit) => (visit.options.isOwn ? visit : null),
  [
    {
      id: 'security-files',
      severity: 'error',
      title: 'The repository and the settings of the site are not published',
      source: 'OWASP WSTG-CONF-04',
      fix: 'Publish only the folder that the build makes. nginx: location ~ /\\.(?!well-known) { return 404; }',
      find: async (visit) => {
        const problems: Problem[] = [];
        for (const [path, pattern] of [
          ['.git/HEAD', /^ref: refs\//],
          ['.env', /^\s*[A-Z][A-Z0-9_]*=/m],
        ] as const) {
          const answer = await visit.ask(visit.below(path));
          if (answer.status === 200 && pattern.test(answer.text.slice(0, 2000)))
            problems.push([answer.url, 'it can be read']);
        }
        return problems;
      },
    },
  ],
);

export const securityChecks: readonly Check[] = [...headers, ...secured, ...disclosure, ...owned];
