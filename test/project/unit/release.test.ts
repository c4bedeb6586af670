import { expect, it } from 'vitest';
import { planRelease, readReleaseFiles } from '../../release.ts';

const files = readReleaseFiles();
const current = (JSON.parse(files['package.json'] ?? '') as { version: string }).version;
/** No file contains it, this one included. */
const next = [97, 31, 58].join('.');

it('all packages have the version of the engine, and need that one or a later one of its major version', () => {
  const manifests = Object.entries(files).filter(([file]) => file.endsWith('package.json'));
  expect(manifests.length).toBeGreaterThan(7);
  for (const [file, text] of manifests) {
    const { version, peerDependencies } = JSON.parse(text) as {
      version: string;
      peerDependencies?: Record<string, string>;
    };
    expect([version, peerDependencies?.agentsite ?? `^${current}`], file).toEqual([current, `^${current}`]);
  }
});

it('documents name packages in this version', () => {
  const documents = Object.entries(files).filter(([file]) => file.endsWith('.md') && file !== 'CHANGELOG.md');
  const found = documents.flatMap(([file, text]) =>
    Array.from(
      text.matchAll(/agentsite(?:-\w+)?[-@](\d+\.\d+\.\d+)/g),
      ([, version]) => `${file} ${version}`,
    ),
  );
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter((line) => !line.endsWith(` ${current}`))).toEqual([]);
});

it('a release sets the version everywhere, and nothing else', () => {
  const day = '# Changelog\n\n## 2026-11-30\n\n- A line.\n\n## 2026-11-28: version 1.0.0\n';
  const changed = planRelease({ ...files, 'CHANGELOG.md': day }, next);
  expect(changed['CHANGELOG.md']).toBe(day.replace('11-30', `11-30: version ${next}`));
  for (const [file, text] of Object.entries(files)) {
    if (file === 'CHANGELOG.md') continue;
    const back = changed[file]?.replaceAll(next, current);
    expect(back, file).toBe(text);
  }
  expect(changed['packages/import/package.json']).toContain(`"agentsite": "^${next}"`);
  expect(changed['package-lock.json']).not.toContain(`"agentsite": "^${current}"`);
  expect(changed['content/pages/manual/getting-started.md']).toContain(`create-agentsite-${next}.tgz`);
});

it('a release without a changed day, or with a lower version, is refused with a reason', () => {
  const released = { ...files, 'CHANGELOG.md': '## 2026-11-28: version 1.0.0\n' };
  expect(() => planRelease(released, next)).toThrow('Write what changed below a day');
  expect(() => planRelease(files, current)).toThrow(`${current} is not above ${current}`);
  expect(() => planRelease(files, 'next')).toThrow('"next" is not a version such as 1.1.0.');
});
