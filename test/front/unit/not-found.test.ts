import { describe, expect, it } from 'vitest';
import { errorLinks } from '../../../src/core/front/headers.ts';
import {
  notFoundError,
  renderNotFoundJson,
  renderNotFoundMarkdown,
} from '../../../src/core/front/not-found.ts';
import { isRelation } from '../../discovery/unit/registered-relations.ts';
import { createSite } from '../../helpers/library.ts';

const site = createSite();
const near = [{ title: 'Twins [of pages]', path: '/manual/über (uns)/' }];

const fixedPlaces = `## Where to look

- [Index of the site for programs](https://notes.example.org/llms.txt)
- [API catalog](https://notes.example.org/.well-known/api-catalog)
- [OpenAPI description](https://notes.example.org/openapi.json)
- [Sitemap](https://notes.example.org/sitemap.xml)
`;

describe('the Markdown 404', () => {
  it('has an H1, the reason, near pages and where to look', () => {
    expect(renderNotFoundMarkdown(site, '/manual/twin.md', near)).toBe(`# Page not found

Nothing is published at \`/manual/twin.md\`, or its kind has no Markdown form.

## Did you mean

- [Twins \\[of pages\\]](https://notes.example.org/manual/%C3%BCber%20%28uns%29.md)

${fixedPlaces}`);
  });

  it('says nothing of the address where it is not known', () => {
    expect(renderNotFoundMarkdown(site, null, [])).toBe(
      `# Page not found\n\nNothing is published at this address, or its kind has no Markdown form.\n\n${fixedPlaces}`,
    );
  });

  it.each(['/`code` <b>/', '/a\nb', '/\ud800', `/${'x'.repeat(10_000)}`, '/](javascript:alert(1))'])(
    'shows a hostile address as harmless text: %j',
    (path) => {
      const [, , reason] = renderNotFoundMarkdown(site, path, []).split('\n');
      expect(reason).toMatch(
        /^Nothing is published at `[^`<\n]{1,220}`, or its kind has no Markdown form\.$/,
      );
    },
  );
});

describe('the JSON 404', () => {
  it('is an Error object whose links redirect, near pages first', () => {
    expect(notFoundError(site, near)).toMatchObject({
      code: 'rest_no_route',
      data: { status: 404 },
      links: [
        {
          href: 'https://notes.example.org/manual/%C3%BCber%20(uns)/',
          rel: 'related',
          title: 'Twins [of pages]',
        },
        { href: 'https://notes.example.org/llms.txt', rel: 'describedby', type: 'text/plain' },
        { href: 'https://notes.example.org/.well-known/api-catalog', rel: 'api-catalog' },
        { href: 'https://notes.example.org/openapi.json', rel: 'service-desc' },
        { href: 'https://notes.example.org/sitemap.xml', rel: 'index' },
      ],
    });
    expect(JSON.parse(renderNotFoundJson(site))).toEqual(notFoundError(site));
  });

  it('uses registered relations, and gives the same destinations as a header', () => {
    const links = notFoundError(site, near).links ?? [];
    expect(links.filter((link) => !isRelation(link.rel))).toEqual([]);
    const targets = [...errorLinks(links).matchAll(/<([^>]*)>; rel/g)].map((match) => match[1]);
    expect(targets).toEqual(links.map((link) => link.href));
  });
});
