import { expect, it } from 'vitest';
import { examineSite, listFindings } from './examine-site.ts';
import { type HealthySite, serveHealthySite } from './healthy-site.ts';

/** What sites do otherwise than the healthy one, and rightly: no rule may speak of it. */
const about = '/about/';
const ways: readonly (readonly [name: string, plant: (site: HealthySite) => void])[] = [
  [
    'a main part by its role',
    (site) =>
      site.edit(about, (text) => text.replace('<main', '<div role="main"').replace('</main>', '</div>')),
  ],
  [
    'a field that its placeholder names',
    (site) =>
      site.edit(about, (text) => text.replace('</main>', '<input name="q" placeholder="Search"></main>')),
  ],
  [
    'a link without words that only eyes shall see',
    (site) =>
      site.edit(about, (text) => text.replace('</h1>', '<a href="/about/" aria-hidden="true"></a></h1>')),
  ],
  [
    'a link that the heading beside it names',
    (site) =>
      site.edit(about, (text) =>
        text.replace('<h1', '<a href="/about/" aria-labelledby="top"></a><h1 id="top"'),
      ),
  ],
];

it.each(ways)('%s is no finding', async (_, plant) => {
  const site = await serveHealthySite();
  plant(site);
  const examination = await examineSite(site.origin);
  await site.close();
  expect(listFindings(examination)).toBe('');
});
