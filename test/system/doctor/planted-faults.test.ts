import { afterAll, describe, expect, it } from 'vitest';
import { checks, type Examination, examine } from '../../../src/doctor/examine.ts';
import { httpFaults } from './faults/http-faults.ts';
import { textFaults } from './faults/text-faults.ts';
import { type HealthySite, serveHealthySite } from './healthy-site.ts';

const today = new Date();

/** Examines a site as its owner, with a budget that is no limit. */
function visit({ origin }: HealthySite): Promise<Examination> {
  return examine(
    {
      url: new URL(origin),
      isOwn: true,
      isPrivateAllowed: true,
      publishedAs: null,
      requests: 400,
      milliseconds: 60_000,
      pages: 6,
      areas: [],
      mcp: null,
      sendTo: null,
    },
    { now: () => performance.now(), today },
    () => undefined,
  );
}

const broken = ({ results }: Examination) =>
  results.flatMap(({ check, outcome }) =>
    outcome.kind === 'broken'
      ? outcome.findings.map(({ url, seen }) => `${check.id}: ${seen} at ${url}`)
      : [],
  );
const brokenRules = ({ results }: Examination) =>
  results.filter(({ outcome }) => outcome.kind === 'broken').map(({ check }) => check.id);

it('a site that does everything right has no finding, and every rule is examined', async () => {
  const site = await serveHealthySite();
  const examination = await visit(site);
  await site.close();
  expect(broken(examination)).toEqual([]);
  expect(examination.results.filter(({ outcome }) => outcome.kind === 'not-examined')).toEqual([]);
  const absent = examination.results.filter(({ outcome }) => outcome.kind === 'not-offered');
  expect(absent.map(({ check }) => check.id)).toEqual([]);
});

const faults = [...httpFaults, ...textFaults];

describe('a planted fault is found, and nothing else is reported', () => {
  const found = new Set<string>();

  it.each(faults)('%s: %s', async (rule, _, plant) => {
    const site = await serveHealthySite();
    plant(site);
    const examination = await visit(site);
    await site.close();
    expect([...new Set(brokenRules(examination))], broken(examination).join('\n')).toEqual([rule]);
    found.add(rule);
  });

  afterAll(() => {
    const rules = new Set(checks.map(({ id }) => id));
    console.log(
      `${faults.length} faults planted; ${found.size} of ${rules.size} rules were shown to find theirs`,
    );
  });
});
