import { asList, isObject, type Json, readJson } from '../../documents/json-value.ts';
import { metaOf, renderedPages } from '../../visit/pages.ts';
import { type Check, checksOf, listed, problemIf, quote } from '../check.ts';

/** What the elements of a page say: images, links, forms, JSON-LD, languages. */
export const htmlElementChecks: readonly Check[] = checksOf('html', 'Pages', renderedPages, [
  {
    id: 'html-alt',
    severity: 'warning',
    title: 'Images have alternative text',
    source: 'WCAG 1.1.1; Lighthouse image-alt',
    fix: 'alt="what the image shows", or alt="" for decoration',
    wrong: ({ html }) => {
      const without = html.images.filter(({ alt, role }) => alt === undefined && role !== 'presentation');
      return (
        without.length > 0 &&
        `${without.length} of ${html.images.length}, such as ${without[0]?.src ?? 'one without src'}`
      );
    },
  },
  {
    id: 'html-names',
    severity: 'warning',
    title: 'Links and buttons have a name',
    source: 'WCAG 4.1.2; Lighthouse agent-accessibility-tree',
    fix: 'Give each a text, an aria-label, or an image with alt.',
    wrong: ({ html }) => {
      const links = html.anchors.filter(({ isNamed }) => !isNamed).map(({ href }) => `a link to ${href}`);
      return listed([...links, ...html.namelessButtons]);
    },
  },
  {
    id: 'html-labels',
    severity: 'warning',
    title: 'Fields of forms have a label',
    source: 'WCAG 3.3.2; Lighthouse agent-accessibility-tree',
    fix: '<label for="email">E-mail</label>, or an aria-label',
    wrong: ({ html }) => {
      const nameless = html.fields.filter(
        ({ isNamed, attributes: { type = '', name } }) =>
          // A box without a name switches styles, and is usually hidden by them.
          !isNamed && !/^(?:hidden|submit|button|reset|image)$/i.test(type) && (name || type !== 'checkbox'),
      );
      const { name, id, type } = nameless[0]?.attributes ?? {};
      return nameless.length > 0 && `the field ${quote(name ?? id ?? type)}`;
    },
  },
  {
    id: 'html-ids',
    severity: 'warning',
    title: 'Each ID occurs once in a page',
    source: 'WHATWG HTML, 3.2.6',
    fix: 'Give the second element another id.',
    wrong: ({ html }) => {
      const seen = new Set<string>();
      const twice = html.ids.find((id) => seen.size === seen.add(id).size);
      return twice !== undefined && `id=“${twice}” twice`;
    },
  },
  {
    id: 'html-refresh',
    severity: 'warning',
    title: 'A page does not redirect elsewhere by itself',
    source: 'WCAG 2.2.1; afdocs redirect-behavior',
    fix: 'Use a redirect of HTTP (301) instead of <meta http-equiv="refresh">.',
    wrong: ({ html }) => {
      const found = html.metas.find((found) => found['http-equiv']?.toLowerCase() === 'refresh');
      return found !== undefined && quote(found?.content);
    },
  },
  {
    id: 'html-open',
    severity: 'warning',
    title: 'Search engines may index the first page',
    source: 'Google: robots meta tag',
    fix: 'Remove noindex, unless the site must not be found.',
    wrong: (page, visit) => {
      const said = `${metaOf(page, 'robots') ?? ''} ${page.answer.headers['x-robots-tag'] ?? ''}`;
      return page.url === visit.base.href && /noindex/i.test(said) && said.trim();
    },
  },
  {
    id: 'html-size',
    severity: 'warning',
    title: 'The text of a page has at most 50,000 characters',
    source: 'afdocs page-size-html',
    fix: 'Split the page: many readers cut what is longer.',
    wrong: ({ html, answer }) =>
      !answer.isCut && html.text.length > 50_000 && `${html.text.length} characters`,
  },
  {
    id: 'html-tools',
    severity: 'warning',
    title: 'Forms for agents use toolname and tooldescription',
    source: 'WebMCP; Lighthouse webmcp-form-coverage',
    fix: 'toolname="search" tooldescription="…" on the form, toolparamdescription="…" on its fields; no hyphens.',
    each: ({ html, url }) =>
      html.forms.flatMap((form) => {
        const hyphens = Object.keys(form).filter((name) => /^tool-(?:name|description)$/.test(name));
        const half = 'toolname' in form !== 'tooldescription' in form;
        return problemIf(
          hyphens.length > 0 || half,
          url,
          hyphens[0] ?? `only ${'toolname' in form ? 'toolname' : 'tooldescription'}`,
        );
      }),
  },
  {
    id: 'html-json-ld',
    severity: 'error',
    title: 'JSON-LD is JSON with @context and @type',
    source: 'JSON-LD 1.1',
    fix: 'Let JSON.stringify write it; write < as \\u003c inside of <script>.',
    each: ({ html, url }) =>
      html.jsonLd.flatMap((text) => {
        const value = readJson(text);
        if (value === null) return [[url, `not JSON: ${text.trim().slice(0, 60)}`] as const];
        const roots = Array.isArray(value) ? asList(value) : [value];
        const isRight = roots.every(
          (root) =>
            isObject(root) &&
            root['@context'] !== undefined &&
            (root['@type'] !== undefined || Array.isArray(root['@graph'])),
        );
        return problemIf(!isRight, url, 'without @context, or without @type');
      }),
  },
  {
    id: 'html-json-ld-urls',
    severity: 'warning',
    title: 'Addresses in JSON-LD are absolute',
    source: 'schema.org: url; readers resolve nothing',
    fix: 'Write https://example.org/about/ rather than /about/.',
    each: ({ html, url }) =>
      html.jsonLd.flatMap((text) => {
        const relative = findRelative(readJson(text));
        return problemIf(relative !== null, url, relative ?? '');
      }),
  },
  {
    id: 'html-hreflang',
    severity: 'warning',
    title: 'hreflang names a language and an absolute address, and the page itself',
    source: 'RFC 5646; Google: localized versions',
    fix: '<link rel="alternate" hreflang="de" href="https://example.org/de/">, one for each language, that of the page too',
    wrong: ({ html, answer, url }, visit) => {
      const links = html.links.filter(
        ({ hreflang, rel = '', type = 'text/html' }) =>
          hreflang !== undefined && /\balternate\b/i.test(rel) && /html/i.test(type),
      );
      if (links.length === 0) return false;
      const wrong = links.find(
        ({ hreflang = '', href = '' }) =>
          !/^(?:x-default|[a-z]{2,3}(?:-[a-z0-9]{2,8})*)$/i.test(hreflang) || !URL.canParse(href),
      );
      if (wrong) return `hreflang=“${wrong.hreflang}” href=“${wrong.href}”`;
      const own = [url, answer.finalUrl].map((address) => visit.local(address));
      const hasItself = links.some(({ href = '' }) => own.includes(visit.local(href)));
      return !hasItself && 'the page is not among its languages';
    },
  },
]);

/** The first `url`, `@id`, `image` … that is an address without a host. */
function findRelative(value: Json, depth = 0): string | null {
  if (depth > 12 || typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const isAddress = /^(?:url|@id|image|logo|item|contentUrl|mainEntityOfPage)$/.test(name);
    if (isAddress && typeof inner === 'string' && inner.startsWith('/')) return `${name}: ${inner}`;
    const found = findRelative(inner as Json, depth + 1);
    if (found !== null) return found;
  }
  return null;
}
