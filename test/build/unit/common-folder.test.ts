import { expect, it } from 'vitest';
import { findPlaceProblem } from '../../../src/astro/common-folder.ts';

it('engine and site may be anywhere below one folder at the top of the disk, and nowhere else', () => {
  expect(findPlaceProblem('/home/me/site', '/home/me/site/node_modules/agentsite')).toBeNull();
  expect(findPlaceProblem('/home/me/site', '/home/engine')).toBeNull();
  expect(findPlaceProblem('/home/me/site', '/opt/engine')).toBe(
    'The site is in /home/me/site and the engine in /opt/engine: Astro compiles components only where both are below one folder.',
  );
});
