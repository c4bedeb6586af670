import { expect, test } from 'vitest';
import { newsletter } from '../../src/newsletter.ts';
import { optionsSchema } from '../../src/options.ts';

test.each([
  ['server', undefined, 0],
  ['github-pages', undefined, 1],
  ['github-pages', 'https://side.example.org', 0],
])('on %s with the sidecar %s, a check has %i findings', (deploy, sidecar, count) => {
  const { checks } = newsletter.definition.setup(optionsSchema.parse({ from: 'news@example.org' }));
  expect([...(checks?.({ site: { deploy, sidecar } } as never) ?? [])]).toHaveLength(count);
});
