import { expect, it } from 'vitest';
import { adaptMarkdown } from '../../src/markdown/adapt-markdown.ts';

it('signs that begin private notes here were text in the old site', () => {
  const cleaning = { addresses: {}, lose: () => undefined } as never;
  const adapted = adaptMarkdown('100%% of `50%%`, not 60%%.', (written) => written, cleaning);
  expect(adapted).toBe('100\\%% of `50%%`, not 60\\%%.');
});
