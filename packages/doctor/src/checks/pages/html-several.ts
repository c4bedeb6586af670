import { describeStatus, wasSkipped } from '../../http/answer.ts';
import { metaOf, renderedPages } from '../../visit/pages.ts';
import type { Visit } from '../../visit/visit.ts';
import { type Check, checksOf, type Problem, problemIf, quote } from '../check.ts';

/** Addresses of images that are asked for, of all pages together. */
const maxImages = 12;
/** `/page/2/`, `?page=2`, `?paged=2` */
const secondPage = /[/?&](?:page|paged|p)[/=]2(?:[/&]|$)/;

/** What shows only where several answers are compared: pages of a list, descriptions, images. */
export const htmlSeveralChecks: readonly Check[] = checksOf('html', 'Pages', renderedPages, [
  {
    id: 'html-descriptions-differ',
    severity: 'note',
    title: 'Pages have descriptions of their own',
    source: 'Google: control your snippets',
    fix: 'Describe each page, or leave the description of the site to the first page.',
    find: (pages) => {
      const first = new Map<string, string>();
      return pages.flatMap((page): Problem[] => {
        const text = metaOf(page, 'description')?.trim() ?? '';
        const other = first.get(text);
        if (other === undefined) first.set(text, page.url);
        return problemIf(text !== '' && other !== undefined, page.url, `“${text}” describes ${other} too`);
      });
    },
  },
  {
    id: 'html-pages-differ',
    severity: 'error',
    title: 'The second page of a list is not the first one again',
    source: 'most programs run no scripts; Google: pagination',
    fix: 'Render each page of a list on the server or when the site is built, at an address of its own.',
    find: async (pages, visit) => {
      const problems = new Map<string, Problem>();
      for (const { html, answer } of pages) {
        const hrefs = [...html.links.map(({ href = '' }) => href), ...html.anchors.map(({ href }) => href)];
        const url = hrefs
          .map((href) => visit.local(href, answer.finalUrl))
          .find((href) => secondPage.test(href ?? ''));
        if (!url || url === answer.finalUrl || problems.size > 0) continue;
        const second = await visit.ask(url);
        const isSame = second.status === 200 && visit.html(second).main.join('\n') === html.main.join('\n');
        if (isSame) problems.set(url, [url, `the same text as ${answer.finalUrl}`]);
      }
      return [...problems.values()];
    },
  },
  {
    id: 'html-images',
    severity: 'error',
    title: 'Images of pages are there',
    source: 'WHATWG HTML, 4.8.3',
    fix: 'Correct the address, or publish the image.',
    find: (pages, visit) =>
      findLost(
        'images',
        visit,
        pages.flatMap(({ html, answer }) =>
          html.images.map(({ src = '' }) => [src, answer.finalUrl] as const),
        ),
      ),
  },
  {
    id: 'html-og-image',
    severity: 'warning',
    title: 'The image for previews (og:image) is there, at an absolute address',
    source: 'ogp.me',
    fix: '<meta property="og:image" content="https://example.org/image.png">',
    find: async (pages, visit) => {
      const named = pages.flatMap(({ html, answer }) =>
        html.metas.flatMap(({ property, content }) =>
          property === 'og:image' && content !== undefined ? [[content, answer.finalUrl] as const] : [],
        ),
      );
      const relative = named
        .filter(([src]) => !URL.canParse(src))
        .map(([src, url]): Problem => [url, quote(src)]);
      return [...relative, ...(await findLost('images for previews', visit, named))];
    },
  },
]);

/** Images that are not there, each address once; a server that refuses HEAD is asked again. */
async function findLost(
  what: string,
  visit: Visit,
  images: readonly (readonly [src: string, page: string])[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const asked = new Map(
    images.flatMap(([src, page]) => {
      const url = src === '' ? null : visit.local(src, page);
      return url === null ? [] : [[url, page] as const];
    }),
  );
  for (const [url, page] of visit.choose(what, [...asked], maxImages)) {
    let answer = await visit.ask(url, { method: 'HEAD' });
    if (answer.status >= 400) answer = await visit.ask(url);
    if (
      !wasSkipped(answer) &&
      (answer.failure || answer.status === 404 || answer.status === 410 || answer.status >= 500)
    )
      problems.push([page, `${url}: ${describeStatus(answer)}`]);
  }
  return problems;
}
