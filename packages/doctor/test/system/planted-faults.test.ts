import { describe, expect, it } from 'vitest';
import { checks } from '../../src/examine.ts';
import { brokenRules, examineSite, listFindings } from './examine-site.ts';
import { httpFaults } from './faults/http-faults.ts';
import { interfaceFaults } from './faults/interface-faults.ts';
import { pageFaults } from './faults/page-faults.ts';
import { textFaults } from './faults/text-faults.ts';
import { serveHealthySite } from './healthy-site.ts';

const faults = [...httpFaults, ...textFaults, ...pageFaults, ...interfaceFaults];

it('a site that does everything right has no finding, and every rule is examined', async () => {
  const site = await serveHealthySite();
  const examination = await examineSite(site.origin);
  await site.close();
  expect(listFindings(examination)).toBe('');
  expect(examination.results.filter(({ outcome }) => outcome.kind === 'not-examined')).toEqual([]);
  const absent = examination.results.filter(({ outcome }) => outcome.kind === 'not-offered');
  expect(absent.map(({ check }) => check.id)).toEqual([...onHttps.slice(0, 3), 'contact-send'].sort(byOrder));
});

describe('a planted fault is found, and nothing else is reported', () => {
  it.each(faults)('%s: %s', async (rule, _, plant) => {
    const site = await serveHealthySite();
    const path = plant(site);
    const examination = await examineSite(site.origin + (typeof path === 'string' ? path : ''));
    await site.close();
    expect(brokenRules(examination), listFindings(examination)).toEqual([rule]);
  });
});

/** Rules of which the faults are planted in `published-elsewhere.test.ts`. */
const onHttps = ['security-certificate', 'security-hsts', 'security-mixed', 'links-secure'];
const order = checks.map(({ id }) => id);
const byOrder = (a: string, b: string) => order.indexOf(a) - order.indexOf(b);

it('a fault was planted for every rule', () => {
  const planted = new Set<string>([
    ...faults.map(([rule]) => rule),
    ...onHttps,
    'contact-send',
    'security-localhost',
  ]);
  expect(order.filter((id) => !planted.has(id))).toEqual([]);
  expect(new Set(order).size).toBe(order.length);
});
