import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { plainEnvironment } from '../../helpers/environment.ts';
import { layOutExample, projectRoot } from '../../helpers/project-copy.ts';

/** Promises of the build as a whole, on the example content and a few files more. */
const folder = mkdtempSync(join(tmpdir(), 'agentsite-build-'));
const project = join(folder, 'site');
// Some tests build three times, each with a theme to compile.

const canaries = {
  draft: 'draftcanary7f3a91',
  future: 'futurecanary2b8c44',
  locked: 'lockedcanary9d1e07',
  lockedSummary: 'summarycanary5c6b12',
  password: 'passwordcanary3e8f65',
  lockedTalk: 'talkcanary8b41d2',
  note: 'notecanary5fa021',
};

/** What only the page and the twin of its document may contain. */
const unlisted = 'unlistedcanary4e7d20';
const shared = 'sharedcanary61c9f8';
const shareKey = 'abcdefghijklmnopqrstuvwx';

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}

function build(cwd = project, ...options: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/build.ts', ...options], {
    cwd,
    env: { ...plainEnvironment, SITE_URL: inject('siteUrl') },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

/** Every file below a folder with the digest of its bytes. */
function digestFiles(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(root, file), createHash('sha256').update(readFileSync(file)).digest('hex')])
      .sort(),
  );
}

beforeAll(() => {
  layOutExample(project, inject('siteFolder'));
  write(
    'content/posts/secret-draft.md',
    `---\ntitle: ${canaries.draft}\ndate: 2026-01-01\ndraft: true\n---\n\n${canaries.draft}\n`,
  );
  write(
    'content/posts/later.md',
    `---\ntitle: ${canaries.future}\ndate: 2091-01-01\n---\n\n${canaries.future}\n`,
  );
  write(
    'content/talks/behind-closed-doors.md',
    `---\ntitle: Behind closed doors\ndate: 2026-01-01\npassword: ${canaries.password}\nevent: ${canaries.lockedTalk}\nlocation: ${canaries.lockedTalk}\nslides: https://example.org/${canaries.lockedTalk}\nvideo: https://example.org/${canaries.lockedTalk}\n---\n\nText\n`,
  );
  write(
    'content/posts/behind-a-password.md',
    `---\ntitle: Behind a password\ndate: 2026-01-01\npassword: ${canaries.password}\ndescription: ${canaries.lockedSummary}\n---\n\n## ${canaries.locked} heading\n\n${canaries.locked} text\n`,
  );
  const notes = (words: string) =>
    `${words} %%${canaries.note}%% <!-- ${canaries.note} --> {/* ${canaries.note} */}`;
  write(
    'content/posts/with-notes.md',
    `---\ntitle: "${notes('Noted')}"\ndate: 2026-01-01 # ${canaries.note}\ndescription: "${notes('In short')}"\n---\n\n${notes('One')}\n\n%%\n${canaries.note}\n\n${canaries.note}\n%%\n\n[//]: # (${canaries.note})\n\n- ${notes('two')}\n\n| ${notes('three')} |\n| --- |\n\n## ${notes('Four')}\n\n<div>\n${notes('five')}\n</div>\n`,
  );
  write(
    'content/posts/for-friends.md',
    `---\ntitle: ${unlisted}\ndate: 2026-10-30\nvisibility: unlisted\nslug: ${unlisted}\nsticky: true\nseries: ${unlisted}\ncategories: [guides]\ntags: [markdown]\nredirectFrom: [/old-${unlisted}/]\n---\n\n## ${unlisted}\n\n${unlisted} [manual](/manual/)\n`,
  );
  write(
    'content/posts/for-a-friend.md',
    `---\ntitle: ${shared}\ndate: 2026-10-29\ndraft: true\nshare: { key: ${shareKey}, until: 2090-01-01 }\n---\n\n${shared}\n`,
  );
  const { status, output } = build();
  expect(output).toMatch(/documents/);
  expect(status, output).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the publish gate', () => {
  it.each(Object.entries(canaries))('keeps the %s out of every byte of the output', (_, canary) => {
    const needle = Buffer.from(canary);
    const found = Object.keys(digestFiles(join(project, 'dist'))).filter((file) =>
      readFileSync(join(project, 'dist', file)).includes(needle),
    );
    expect(found).toEqual([]);
  });

  it.each([
    [unlisted, unlisted],
    [shared, `_shared/${shareKey}`],
  ])('publishes %s in its page and its twin alone, and asks not to index them', (canary, place) => {
    const files = Object.keys(digestFiles(join(project, 'dist')));
    const read = (file: string) => readFileSync(join(project, 'dist', file));
    const holders = files.filter((file) => read(file).includes(canary));
    // The build's own record of its files is served to nobody.
    expect(holders.filter((file) => file.startsWith('client/'))).toEqual([
      `client/${place}.md`,
      `client/${place}/index.html`,
    ]);
    expect(holders.filter((file) => file.endsWith('.sqlite'))).toEqual([]);
    const naming = files.filter((file) => file.startsWith('client/') && read(file).includes(place));
    expect(naming).toEqual([`client/${place}.md`, `client/${place}/index.html`]);
    const html = read(`client/${place}/index.html`).toString();
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).not.toContain('/wp-json/wp/v2/posts/');
    // The days of the lists that would have had it are as they were.
    expect(read('client/posts/index.html').toString()).not.toContain('October 30, 2026');
  });

  it('says on a shared draft until when it is there, and nothing that only its author can do', () => {
    const html = readFileSync(join(project, `dist/client/_shared/${shareKey}/index.html`), 'utf8');
    expect(html).toContain('A draft, shared with you until January 1, 2090.');
    expect(html).not.toContain('draft: true');
  });

  it('publishes the title of a protected document, so that the search for canaries does check it', () => {
    const needle = Buffer.from('Behind a password');
    const found = Object.keys(digestFiles(join(project, 'dist'))).filter((file) =>
      readFileSync(join(project, 'dist', file)).includes(needle),
    );
    expect(found).toContain('client/behind-a-password/index.html');
    expect(found).toContain('server/content.sqlite');
  });
});

/** What a build of the same project gives when nothing is left of earlier ones. */
function buildFromNothing(): Record<string, string> {
  const kept = join(folder, 'kept');
  mkdirSync(kept, { recursive: true });
  renameSync(join(project, 'dist'), join(kept, 'dist'));
  renameSync(join(project, 'node_modules/.cache'), join(kept, 'cache'));
  // Smaller copies of images are named by their digest, and take longer than all else.
  const images = join(project, 'node_modules/.cache/agentsite/images');
  cpSync(join(kept, 'cache/agentsite/images'), images, { recursive: true, preserveTimestamps: true });
  const { status, output } = build();
  expect(status, output).toBe(0);
  const digests = digestFiles(join(project, 'dist'));
  for (const [from, to] of [
    ['dist', 'dist'],
    ['cache', 'node_modules/.cache'],
  ] as const) {
    rmSync(join(project, to), { recursive: true });
    renameSync(join(kept, from), join(project, to));
  }
  return digests;
}

it('makes a content index that was damaged again, whether the content changed or not', () => {
  const file = join(project, 'dist/server/content.sqlite');
  const whole = readFileSync(file);
  for (const change of [null, 'One more sentence.']) {
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, 100, Math.floor(damaged.length / 2));
    writeFileSync(file, damaged);
    if (change) write('content/posts/extra.md', `---\ntitle: Extra\ndate: 2026-01-01\n---\n\n${change}\n`);
    const { status, output } = build();
    expect(status, output).toBe(0);
    expect(readFileSync(file).equals(whole)).toBe(change === null);
  }
  rmSync(join(project, 'content/posts/extra.md'));
  const { status, output } = build();
  expect(status, output).toBe(0);
  expect(readFileSync(file).equals(whole)).toBe(true);
});

it('gives after an edit, a removal and an addition what a build from nothing gives, whenever its files were written', () => {
  const about = readFileSync(join(project, 'content/pages/about.md'), 'utf8');
  write('content/pages/about.md', `${about}\nOne more sentence.\n`);
  rmSync(join(project, 'content/posts/later.md'));
  write(
    'content/posts/new-one.md',
    '---\ntitle: A new one\ndate: 2026-11-01\n---\n\nSee [about](../pages/about.md).\n',
  );
  const edited = build();
  expect(edited.status, edited.output).toBe(0);
  expect(edited.output).toMatch(/2 compiled/);
  for (const file of Object.keys(digestFiles(join(project, 'content')))) {
    utimesSync(join(project, 'content', file), 1_700_000_000, 1_700_000_000);
  }
  // The list of changes says what the builds before this one published.
  const withoutList = (files: Readonly<Record<string, string>>) =>
    Object.entries(files).filter(([file]) => !/^client\/(?:changes\.json$|_changes\/)/.test(file));
  expect(withoutList(digestFiles(join(project, 'dist')))).toEqual(withoutList(buildFromNothing()));
  // Images are checked again when their times change.
  expect(build().status).toBe(0);
});

it('follows a page that moved, on the pages that link to it', () => {
  write('content/posts/moving.md', '---\ntitle: Moving\ndate: 2026-11-02\n---\n\nHere.\n');
  write('content/pages/pointing.md', '---\ntitle: Pointing\n---\n\nSee [the other](../posts/moving.md).\n');
  expect(build().status).toBe(0);
  const pointing = () => readFileSync(join(project, 'dist/client/pointing/index.html'), 'utf8');
  expect(pointing()).toContain('href="/moving/"');
  write('content/posts/moving.md', '---\ntitle: Moving\nslug: moved\ndate: 2026-11-02\n---\n\nHere.\n');
  expect(build().status).toBe(0);
  expect(pointing()).not.toContain('href="/moving/"');
  expect(pointing()).toContain('href="/moved/"');
  for (const file of ['posts/moving', 'pages/pointing']) rmSync(join(project, `content/${file}.md`));
});

it('publishes a file that was put into public/, and removes it again', () => {
  write('public/notes.txt', 'As it is.\n');
  expect(build().status).toBe(0);
  expect(readFileSync(join(project, 'dist/client/notes.txt'), 'utf8')).toBe('As it is.\n');
  rmSync(join(project, 'public/notes.txt'));
  expect(build().status).toBe(0);
  expect(existsSync(join(project, 'dist/client/notes.txt'))).toBe(false);
});

it('writes nothing when nothing changed', () => {
  const { status, output } = build();
  expect(status).toBe(0);
  expect(output).toMatch(/0 compiled/);
  expect(output).toMatch(/0 pages rendered/);
  expect(output).toMatch(/\b0 other files written, 0 stale ones removed/);
});

it('says it as one JSON object to programs, and in lines without colours where there is no terminal', () => {
  const { output } = build(project, '--json');
  expect(JSON.parse(output)).toMatchObject({
    ok: true,
    texts: { report: { compiled: 0 } },
    pages: { rendered: 0 },
    files: { written: 0, removed: 0 },
    problems: [],
  });
  const lines = build().output.trimEnd().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toMatch(/^Built\. \d+\.\d s$/);
});

it('stops with the list of problems, and leaves what was published as it was', () => {
  const before = digestFiles(join(project, 'dist/client'));
  write('content/posts/broken.md', '---\ntitel: Broken\ndate: 2026-01-01\n---\n\n[x](/nowhere-at-all/)\n');
  const { status, output } = build();
  expect(status).toBe(1);
  expect(output).toContain(
    'content/posts/broken.md:2:1 titel: is not a field of posts; did you mean "title"?',
  );
  expect(output).not.toMatch(/^\s+at /m);
  const { problems, ok } = JSON.parse(build(project, '--json').output);
  expect(ok).toBe(false);
  expect(problems).toContainEqual(expect.objectContaining({ field: 'titel', line: 2, column: 1 }));
  expect(digestFiles(join(project, 'dist/client'))).toEqual(before);
  rmSync(join(project, 'content/posts/broken.md'));
});

it('a site without any content builds', () => {
  const empty = join(folder, 'empty');
  layOutExample(empty, inject('siteFolder'));
  rmSync(join(empty, 'content'), { recursive: true });
  cpSync(join(projectRoot, 'content/skills'), join(empty, 'content/skills'), { recursive: true });
  const { status, output } = build(empty);
  expect(status, output).toBe(0);
  expect(readFileSync(join(empty, 'dist/client/index.html'), 'utf8')).toContain('<h1');
});
