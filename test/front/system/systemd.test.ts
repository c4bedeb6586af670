import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../sidecar/config.ts';
import { readCredentials } from '../../../sidecar/process/credentials.ts';
import { memorySettings } from '../../../src/hosts/memory-settings.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

const units = join(projectRoot, 'deploy/systemd');
const folder = mkdtempSync(join(tmpdir(), 'agentsite-systemd-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const analyze = (...parameters: string[]) =>
  spawnSync('systemd-analyze', parameters, {
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_COLORS: '0' },
  });

describe('the units', () => {
  it('the sidecar is locked in: systemd finds an exposure below 1.5 of 10', () => {
    const judged = analyze('security', '--offline=true', '--threshold=15', join(units, 'agentsite.service'));
    expect(judged.status, judged.stdout).toBe(0);
    expect(judged.stdout).toMatch(/Overall exposure level for agentsite\.service: 1\.[0-4]/);
    const stricter = analyze('security', '--offline=true', '--threshold=5', join(units, 'agentsite.service'));
    expect(stricter.status, 'the judge can also say no').not.toBe(0);
  });

  it('systemd understands every line of all of them', () => {
    // Paths that only the server has are replaced by one that is everywhere.
    const copies = readdirSync(units).map((name) => {
      const text = readFileSync(join(units, name), 'utf8')
        .replace(
          /\/srv\/agentsite\/current\/node_modules\/\.bin\/node|\/home\/agentsite\/site\/deploy\/publish|\/srv\/site\/node_modules\/\.bin\/agentsite|\/usr\/sbin\/nginx/g,
          '/bin/true',
        )
        .replace(/User=agentsite(?:-edit)?$/m, 'User=nobody');
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    expect(copies.length).toBe(8);
    const judged = analyze('verify', '--man=no', ...copies);
    expect(judged.status, judged.stderr).toBe(0);
    expect(judged.stderr).not.toMatch(/Unknown|ignoring|Failed to parse/i);
  });

  it('the sidecar has the limit of memory that the manual states, with the measured peak below 350 MB', () => {
    const manual = readFileSync(join(projectRoot, 'content/pages/manual/publishing/systemd.md'), 'utf8');
    const [, start, peak, limit] =
      /^\| up to 10,000 posts \| (\d+) MB \| (\d+) MB \| `(\d+M)` \|$/m.exec(manual) ?? [];
    const unit = readFileSync(join(units, 'agentsite.service'), 'utf8').replaceAll('\n# ', ' ');
    expect(unit).toContain(`MemoryMax=${limit}`);
    expect(unit).toContain(`10,000 posts: ${start} MB at the start, a peak of ${peak} MB`);
    expect(Number(peak)).toBeLessThan(350);
  });

  it('set no variable that the sidecar does not know, and none to a value that it refuses', () => {
    const text = readFileSync(join(units, 'agentsite.service'), 'utf8');
    const set = [...text.matchAll(/^Environment=(\w+)=(.*)$/gm)].map((match) => [match[1], match[2]]);
    expect(set.length).toBeGreaterThan(4);
    expect(Object.fromEntries(set)).toMatchObject(memorySettings);
    const read = readConfig(Object.fromEntries(set));
    expect(read).toMatchObject({
      ok: true,
      config: { HOST: '/run/agentsite/http.sock', OPERATIONS_PORT: 9464 },
    });
  });
});

it('credentials that systemd loads become settings, and only those that are meant for the sidecar', () => {
  writeFileSync(join(folder, 'agentsite_RESEND_API_KEY'), 're_key\n');
  writeFileSync(join(folder, 'agentsite_CONTACT_SECRET'), 's'.repeat(40));
  writeFileSync(join(folder, 'other_SECRET'), 'x');
  expect(readCredentials(folder)).toEqual({ RESEND_API_KEY: 're_key', CONTACT_SECRET: 's'.repeat(40) });
  expect(readCredentials(undefined)).toEqual({});
});
