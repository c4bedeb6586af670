import { describeStatus } from '../../http/answer.ts';
import { isRendered, metaOf, renderedPages, samplePages } from '../../visit/pages.ts';
import { findLink } from '../../visit/visit.ts';
import { type Check, checksOf, type Problem, problemIf, quote } from '../check.ts';
import { htmlElementChecks } from './html-elements.ts';
import { htmlSeveralChecks } from './html-several.ts';

/** What the HTML of pages says to programs, assistive technology and agents in browsers. */

const delivery: readonly Check[] = checksOf('html', 'Pages', samplePages, [
  {
    id: 'html-rendered',
    severity: 'error',
    title: 'The text of a page is in its HTML',
    source: 'afdocs rendering-strategy',
    fix: 'Render pages on the server or when the site is built: most programs run no scripts.',
    wrong: (page) =>
      !isRendered(page) && `${page.html.text.trim().length} characters of text, ${page.html.scripts} scripts`,
  },
]);

const pages: readonly Check[] = checksOf('html', 'Pages', renderedPages, [
  {
    id: 'html-language',
    severity: 'warning',
    title: 'A page names its language',
    source: 'WHATWG HTML, 3.2.6.2; WCAG 3.1.1',
    fix: '<html lang="en">',
    wrong: ({ html }) =>
      !/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(html.language) && `lang is ${quote(html.language)}`,
  },
  {
    id: 'html-title',
    severity: 'error',
    title: 'A page has a title',
    source: 'WCAG 2.4.2; Lighthouse document-title',
    fix: '<title>What the page is about</title>',
    wrong: ({ html }) => html.title === '' && 'no title',
  },
  {
    id: 'html-titles-differ',
    severity: 'warning',
    title: 'Pages have titles of their own',
    source: 'WCAG 2.4.2',
    fix: 'Put the title of the text first, and the name of the site behind it.',
    find: (all) => {
      const first = new Map<string, string>();
      return all.flatMap(({ html, url }): Problem[] => {
        const other = first.get(html.title);
        if (other === undefined) first.set(html.title, url);
        return problemIf(
          other !== undefined && html.title !== '',
          url,
          `“${html.title}” is the title of ${other} too`,
        );
      });
    },
  },
  {
    id: 'html-description',
    severity: 'note',
    title: 'A page has a description',
    source: 'Lighthouse meta-description',
    fix: '<meta name="description" content="One sentence about the page">',
    wrong: (page) => !metaOf(page, 'description')?.trim() && 'no description',
  },
  {
    id: 'html-viewport',
    severity: 'note',
    title: 'A page fits small screens',
    source: 'Lighthouse viewport',
    fix: '<meta name="viewport" content="width=device-width">',
    wrong: (page) => metaOf(page, 'viewport') === undefined && 'no viewport',
  },
  {
    id: 'html-canonical',
    severity: 'note',
    title: 'A page names its canonical address',
    source: 'RFC 6596',
    fix: '<link rel="canonical" href="https://example.org/about/">',
    wrong: ({ html }) => !findLink(html, 'canonical') && 'no canonical link',
  },
  {
    id: 'html-canonical-once',
    severity: 'warning',
    title: 'A page names one canonical address at most',
    source: 'Google: consolidate duplicate URLs',
    fix: 'Keep one <link rel="canonical">: with two of them, both are ignored.',
    wrong: ({ html }) => {
      const links = html.links.filter(({ rel = '' }) => rel.toLowerCase() === 'canonical');
      return links.length > 1 && links.map(({ href }) => href).join(', ');
    },
  },
  {
    id: 'html-canonical-absolute',
    severity: 'warning',
    title: 'The canonical address is absolute, and of this site',
    source: 'RFC 6596; Lighthouse canonical',
    fix: 'Write the whole address, with the host at which the site is published (set the URL of the site where it is built).',
    wrong: ({ html }, visit) => {
      const href = findLink(html, 'canonical')?.href;
      const isFine = href === undefined || (URL.canParse(href) && visit.local(href) !== null);
      return !isFine && `canonical is ${quote(href)}`;
    },
  },
  {
    id: 'html-canonical-there',
    severity: 'error',
    title: 'The canonical address answers',
    source: 'RFC 6596',
    fix: 'Name an address at which the page is.',
    wrong: async ({ html }, visit) => {
      const href = findLink(html, 'canonical')?.href;
      const answer = href && URL.canParse(href) ? await visit.follow(href) : null;
      return answer !== null && answer.status !== 200 && `${href}: ${describeStatus(answer)}`;
    },
  },
  {
    id: 'html-heading',
    severity: 'warning',
    title: 'A page has one heading of the first level',
    source: 'afdocs section-header-quality; WCAG 1.3.1',
    fix: 'Mark the title of the page as <h1>, and nothing else.',
    wrong: ({ html }) => {
      const first = html.headings.filter(({ level }) => level === 1);
      return (
        first.length !== 1 &&
        (first.length === 0 ? 'no h1' : `${first.length}: ${first.map(({ text }) => `“${text}”`).join(', ')}`)
      );
    },
  },
  {
    id: 'html-main',
    severity: 'warning',
    title: 'A page marks its main part',
    source: 'WHATWG HTML, 4.4.14; agents cut menus away by it',
    fix: 'Put the text into one <main>, menus into <nav>.',
    wrong: ({ html }) => html.mains !== 1 && `${html.mains} main elements`,
  },
  {
    id: 'html-content-start',
    severity: 'note',
    title: 'The first half of a page contains its text',
    source: 'afdocs content-start-position',
    fix: 'Shorten what is before the text, or put menus behind it.',
    wrong: ({ html }) => {
      const words = html.text.replace(/\s+/g, ' ');
      const first = html.main.find((block) => block.length > 60)?.slice(0, 60) ?? '';
      const at = words.indexOf(first);
      return (
        first !== '' &&
        words.length > 4000 &&
        at > words.length / 2 &&
        `it begins after ${at} of ${words.length} characters`
      );
    },
  },
]);

export const htmlChecks: readonly Check[] = [
  ...delivery,
  ...pages,
  ...htmlElementChecks,
  ...htmlSeveralChecks,
];
