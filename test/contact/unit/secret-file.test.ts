import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSecretFile } from '../../../sidecar/adapters/secret-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentsite-secret-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the secret is made once, for its owner alone, and stays', () => {
  const first = readSecretFile(folder);
  expect(first).toHaveLength(32);
  expect(readSecretFile(folder)).toEqual(first);
  expect(readdirSync(folder)).toEqual(['secret']);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
});

test('a file that has no secret is refused with the fix', () => {
  writeFileSync(join(folder, 'secret'), 'hello');
  expect(() => readSecretFile(folder)).toThrow(/Delete it/);
});
