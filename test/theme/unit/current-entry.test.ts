import { expect, it } from 'vitest';
import { findCurrentEntry } from '../../../src/core/pages/current-entry.ts';

const navigation = ['/', '/about/', '/posts/', '/about/team/', 'https://shop.example/'].map((path) => ({
  path,
}));

it.each([
  ['/', [], '/'],
  ['/posts/', ['/'], '/posts/'],
  ['/one-post/', ['/', '/posts/'], '/posts/'],
  ['/about/team/history/', ['/', '/about/', '/about/team/'], '/about/team/'],
  ['/about/team/', ['/', '/about/'], '/about/team/'],
  ['/elsewhere/', ['/'], undefined],
])('%s below %j belongs to the entry %s', (path, above, entry) => {
  expect(findCurrentEntry(navigation, path, above)?.path).toBe(entry);
});
