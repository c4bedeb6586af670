import { describeStatus, wasSkipped } from '../http/answer.ts';
import { isRendered, type Page, samplePages } from '../visit/pages.ts';
import { isHtml, type Visit } from '../visit/visit.ts';
import { type Check, checksOf, type Problem, problemIf } from './check.ts';

/** Links between the pages of the site, as far as the budget goes. Other sites are not asked. */

/** Addresses that are asked for. */
const followed = 40;

/** Links of one page that are checked. */
const maxPerPage = 1000;

interface Followed {
  readonly href: string;
  readonly target: string;
  readonly fragment: string;
  readonly page: Page;
}

const listLinks = (visit: Visit): Promise<readonly Followed[] | null> =>
  visit.once('links', async () => {
    const links: Followed[] = [];
    for (const page of await samplePages(visit)) {
      for (const { href } of page.html.anchors.slice(0, maxPerPage)) {
        const target = visit.local(href, page.answer.finalUrl);
        if (!target) continue;
        const { hash } = new URL(href, page.answer.finalUrl);
        links.push({ href, target, fragment: decode(hash.slice(1)), page });
      }
    }
    const targets = [...new Set(links.map(({ target }) => target))];
    const chosen = new Set(visit.choose('links between pages', targets, followed));
    return links.length > 0 ? links.filter(({ target }) => chosen.has(target)) : null;
  });

export const linkChecks: readonly Check[] = checksOf('links', 'Links between pages', listLinks, [
  {
    id: 'links-there',
    severity: 'error',
    title: 'Links between pages are not broken',
    source: 'RFC 9110, 15.5.5',
    fix: 'Correct the address, or let the old one redirect.',
    find: async (links, visit) => {
      const problems = new Map<string, Problem>();
      await eachTarget(links, async ({ target, page }) => {
        const answer = await visit.ask(target);
        const isBroken =
          answer.failure !== null || (answer.status >= 400 && ![401, 403, 405, 429].includes(answer.status));
        if (!wasSkipped(answer) && isBroken)
          problems.set(target, [page.url, `${target}: ${describeStatus(answer)}`]);
      });
      return [...problems.values()];
    },
  },
  {
    id: 'links-straight',
    severity: 'note',
    title: 'Links between pages lead there without a redirect',
    source: 'each redirect is a request more',
    fix: 'Link to the final address.',
    find: async (links, visit) => {
      const problems: Problem[] = [];
      await eachTarget(links, async ({ target, page }) => {
        const answer = await visit.ask(target);
        if (answer.status === 200 && answer.hops.length > 0)
          problems.push([page.url, `${target} redirects to ${answer.finalUrl}`]);
      });
      return problems;
    },
  },
  {
    id: 'links-parts',
    severity: 'warning',
    title: 'Links to a part of a page are not broken',
    source: 'WHATWG HTML, 7.4.6.4',
    fix: 'Correct the part behind #, or give the element that id.',
    find: async (links, visit) => {
      const problems = new Map<string, Problem>();
      for (const { target, fragment, href, page } of links) {
        if (fragment === '' || fragment === 'top' || fragment.startsWith(':~:')) continue;
        const answer = await visit.ask(target);
        if (answer.status !== 200 || !isHtml(answer) || answer.isCut) continue;
        const html = visit.html(answer);
        // A script marks a range of lines: `#L10-L20`, `#10-20`.
        const place = fragment.replace(/^(L?\d+)-L?\d+$/, '$1');
        if (isRendered({ html }) && !html.targets.has(place))
          problems.set(`${target}#${fragment}`, [page.url, `${href}: there is no #${fragment}`]);
      }
      return [...problems.values()];
    },
  },
  {
    id: 'links-secure',
    severity: 'note',
    title: 'Links to the site itself stay with HTTPS',
    source: 'each is a redirect, the first one unprotected',
    fix: 'Write https:// addresses.',
    find: async (_, visit) => {
      if (visit.base.protocol !== 'https:') return [];
      const plain = `http://${visit.base.host}/`;
      return (await samplePages(visit)).flatMap(({ html, url }) => {
        const link = html.anchors.find(({ href }) => href.startsWith(plain));
        return problemIf(link !== undefined, url, link?.href ?? '');
      });
    },
  },
]);

/** Each address once, with the first page that links to it. */
async function eachTarget(
  links: readonly Followed[],
  visit: (link: Followed) => Promise<void>,
): Promise<void> {
  const seen = new Set<string>();
  await Promise.all(links.filter(({ target }) => seen.size !== seen.add(target).size).map(visit));
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
