import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { frameBundle, runBundle } from '../../../src/build/fast/run-bundle.ts';

interface Exports {
  readonly add: (a: number, b: number) => number;
  readonly places: readonly [string, string];
  readonly parse: (file: string) => string;
  readonly resolve: (name: string) => string;
  readonly load: (name: string) => Promise<object>;
  readonly isStrict: boolean;
  readonly packages: readonly unknown[];
}

const code = `
exports.add = function (a, b) { const sum = a + b; return sum; };
exports.places = [__filename, __dirname];
exports.parse = (file) => require('node:path').parse(file).name;
exports.resolve = resolvePackage;
exports.load = importModule;
exports.packages = ['leven', 'express'].map((name) => require(name));
exports.isStrict = (function () { return this === undefined; })();
`;

const compiledName = (bundle: string) => `${bundle}.${cachedDataVersionTag()}.v8`;

let folder = '';
let kept = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agentsite-bundle-'));
  kept = join(folder, 'kept');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string): string {
  const file = join(folder, name);
  writeFileSync(file, frameBundle(code, ['leven', 'express']));
  return file;
}

it('has of Node what a module has', async () => {
  const file = write('one.cjs');
  const { exports } = await runBundle<Exports>(file, undefined);
  expect(exports.add(2, 3)).toBe(5);
  expect(exports.places).toEqual([file, folder]);
  expect(exports.parse('/a/b.md')).toBe('b');
  expect(exports.resolve('astro/package.json')).toMatch(/^file:.*\/node_modules\/astro\/package\.json$/);
  expect(await exports.load('node:path')).toHaveProperty('join');
  expect(exports.isStrict).toBe(true);
});

it('has of packages what an import has, whatever kind of module they are', async () => {
  const { exports } = await runBundle<Exports>(write('one.cjs'), undefined);
  expect(exports.packages).toEqual([await import('leven'), await import('express')]);
});

it('keeps what was compiled once, with the functions that ran, and nothing of other bundles', async () => {
  const older = await runBundle<Exports>(write('older.cjs'), kept);
  older.keepCompiled();
  const before = statSync(join(kept, compiledName('older.cjs'))).size;

  const file = write('one.cjs');
  const first = await runBundle<Exports>(file, kept);
  first.exports.add(2, 3);
  first.keepCompiled();
  expect(readdirSync(kept)).toEqual([compiledName('one.cjs')]);
  // Of another version of Node.
  writeFileSync(join(kept, 'one.cjs.1.v8'), '');
  writeFileSync(join(kept, 'older.cjs.1.v8'), '');
  const compiled = join(kept, compiledName('one.cjs'));
  expect(statSync(compiled).size).toBeGreaterThan(before);

  utimesSync(compiled, 1, 1);
  const second = await runBundle<Exports>(file, kept);
  expect(second.exports.add(2, 3)).toBe(5);
  second.keepCompiled();
  expect(statSync(compiled).mtimeMs).toBe(1000);
  rmSync(compiled);
  (await runBundle<Exports>(file, kept)).keepCompiled();
  expect(readdirSync(kept).sort()).toEqual(['one.cjs.1.v8', compiledName('one.cjs')].sort());
});

it('runs all the same, and keeps it again, where what was kept is damaged', async () => {
  const file = write('one.cjs');
  (await runBundle<Exports>(file, kept)).keepCompiled();
  const compiled = join(kept, compiledName('one.cjs'));
  const whole = readFileSync(compiled);
  const flipped = Buffer.from(whole);
  flipped.writeUInt8(flipped.readUInt8(whole.length - 200) ^ 255, whole.length - 200);
  for (const damaged of [Buffer.alloc(0), whole.subarray(0, 100), flipped]) {
    writeFileSync(compiled, damaged);
    const run = await runBundle<Exports>(file, kept);
    expect(run.exports.add(2, 3)).toBe(5);
    run.keepCompiled();
    expect(readFileSync(compiled).equals(damaged)).toBe(false);
    expect(statSync(compiled).size).toBeGreaterThan(100);
    expect((await runBundle<Exports>(file, kept)).exports.add(2, 3)).toBe(5);
  }
});

it('runs all the same where nothing can be kept', async () => {
  const file = write('one.cjs');
  const run = await runBundle<Exports>(file, join(file, 'below-a-file'));
  run.keepCompiled();
  expect(run.exports.add(2, 3)).toBe(5);
});
