import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { openBrokenBuilds } from './broken-builds.ts';

const folder = makeQuickFolder('failed');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let site: ReturnType<typeof openBrokenBuilds>;
beforeAll(() => {
  site = openBrokenBuilds(folder);
});

/** Shares of the changes that a build makes; most are written in the first half, and moved in the second. `npm run test:killed` takes more. */
const places = [0, 0.25, 0.5, 0.6, 0.75, 0.97];

it.each([
  ['throw', []],
  ['kill', []],
  ['kill', ['--plain']],
])(
  'a build that ends by a %s, %j, leaves the last one whole, or is completed by the next one',
  (how, options) => {
    site.restore();
    const changes = Number(/(\d+) changes of dist/.exec(site.build({}, options).stdout)?.[1]);
    const outcomes = places.map((place) => {
      site.restore();
      expect(site.identify()).toBe('old');
      const at = Math.max(1, Math.round(place * changes));
      const ended = site.build({ FAIL_AT: String(at), FAIL_HOW: how }, options);
      expect(ended.status === 0 && ended.signal === null, ended.stdout + ended.stderr).toBe(false);
      const outcome = site.identify();
      // Whatever was left, the next build is the new one.
      expect(site.build().status).toBe(0);
      expect(site.identify()).toBe('new');
      return outcome;
    });
    expect(outcomes).not.toContain('damaged');
    expect(outcomes[0]).toBe('old');
    expect(outcomes.at(-1)).toMatch(/^new/);
    expect(outcomes).toContain('new, completed');
  },
);
