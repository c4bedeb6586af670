import { expect, it } from 'vitest';
import { adviseOnAstro } from '../../../src/cli/site/astro-version.ts';

it('says nothing of the tested minor version', () => {
  for (const installed of ['7.3.5', '7.3.6', '7.3.12'])
    expect(adviseOnAstro(installed, '~7.3.5'), installed).toBe(null);
});

it.each(['7.3.4', '7.4.0', '8.0.0', '6.3.5', '7.3.6-beta.1'])(
  'names the tested range next to %s',
  (version) => {
    const advice = adviseOnAstro(version, '7.3.5');
    expect(advice).toContain(`Astro ${version} is installed`);
    expect(advice).toContain('npm install astro@~7.3.5');
  },
);

it('says how to install an Astro that is missing', () => {
  expect(adviseOnAstro(null, '~7.3.5')).toContain('npm install astro@~7.3.5');
});
