import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { projectRoot } from '../../helpers/project-copy.ts';

const parent = mkdtempSync(join(tmpdir(), 'agentsite-settings-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
let count = 0;

/** Runs a command in a folder with these settings. */
function run(command: string, text: string) {
  const root = join(parent, String(++count));
  mkdirSync(join(root, 'content'), { recursive: true });
  writeFileSync(join(root, 'site.ts'), text);
  const file = join(projectRoot, 'src/cli/agentsite.ts');
  return spawnSync(process.execPath, [file, ...command.split(' ')], { cwd: root, encoding: 'utf8' });
}

/** What `check` says of a file of settings, line by line. */
const problemsOf = (text: string): readonly string[] =>
  (JSON.parse(run('check --json', text).stdout) as { problems: string[] }).problems;

const whole = `import type { SiteSettings } from 'agentsite';

export const site = {
  title: 'Notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  timezone: 'Europe/Berlin',
  language: 'en',
  owner: { name: 'The owner', slug: 'owner' },
  navigation: [{ label: 'About', path: '/about/' }],
} satisfies SiteSettings;
`;

it('settings that can be used have no problems', () => {
  expect(problemsOf(whole)).toEqual([]);
});

it('everything that is wrong is said at once, each at its line, with the nearest name', () => {
  const text = whole
    .replace("title: 'Notes'", "titel: 'Notes'")
    .replace("'Europe/Berlin'", "'Europe/Berln'")
    .replace("'en'", "'en_GB.UTF-8'")
    .replace("slug: 'owner'", "slgu: 'owner'")
    .replace("path: '/about/' }", "pathh: '/about/' }")
    .replace('} satisfies', "  logo: { src: '/logo.svg' },\n  words: { 'theme.ligth': 'Day' },\n} satisfies");
  expect(problemsOf(text)).toEqual([
    'site.ts:3:21 title: is missing',
    'site.ts:4:3 titel: is not a setting; did you mean "title"?',
    'site.ts:7:3 timezone: "Europe/Berln" is not an IANA time zone such as Europe/Berlin; did you mean "Europe/Berlin"?',
    'site.ts:8:3 language: "en_GB.UTF-8" is not a language tag such as en or pt-BR; did you mean "en-GB"?',
    'site.ts:9:3 owner.slug: is missing',
    'site.ts:9:31 owner.slgu: is not a setting; did you mean "slug"?',
    'site.ts:10:16 navigation.0.path: is missing',
    'site.ts:10:34 navigation.0.pathh: is not a setting; did you mean "path"?',
    'site.ts:11:11 logo.src: there is no public/logo.svg',
    'site.ts:12:12 words.theme.ligth: the interface has no such word; the nearest is "theme.light"',
  ]);
});

it.each([
  ["'Notes'", '17', 'site.ts:4:3 title: must be a string, and is 17'],
  ["'Notes'", "''", 'site.ts:4:3 title: must not be empty'],
  [
    "'https://notes.example.org'",
    "'notes.example.org'",
    'site.ts:6:3 url: must be an address such as https://example.org, and is "notes.example.org"',
  ],
  [
    "language: 'en'",
    "deploy: 'netlfy'",
    'site.ts:8:3 deploy: must be one of server, static, github-pages, netlify, cloudflare, and is "netlfy"; did you mean "netlify"?',
  ],
])('%s as %s: %s', (right, wrong, sentence) => {
  expect(problemsOf(whole.replace(right, wrong))).toContain(sentence);
});

it('a file without settings, and one that Node cannot read, are named', () => {
  expect(problemsOf('export const other = 1;\n')).toEqual(['site.ts:1:1 site: is missing']);
  const [line] = problemsOf('export const site = {\n');
  expect(line).toMatch(/^site\.ts:1:1 site: cannot be read: /);
});

it.each(['check', 'build', 'new post Hello', 'verify', 'start'])(
  'agentsite %s says it without a stack',
  (command) => {
    const { status, stdout, stderr } = run(command, whole.replace('title:', 'titel:'));
    expect(status).toBe(1);
    expect(stdout + stderr).toContain('site.ts:4:3 titel: is not a setting; did you mean "title"?');
    expect(stdout + stderr).not.toMatch(/^\s+at |node:internal/m);
  },
);
