import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { plainEnvironment } from '../../../../test/helpers/environment.ts';
import { projectRoot } from '../../../../test/helpers/project-copy.ts';
import type { Report } from '../../src/report/json-report.ts';
import { type HealthySite, serveHealthySite } from './healthy-site.ts';

/** The command, run as people and workflows run it. */
const folder = mkdtempSync(join(tmpdir(), 'agentsite-doctor-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

let site: HealthySite;
beforeEach(async () => {
  site = await serveHealthySite();
});
afterEach(() => site.close());

async function run(...options: string[]) {
  const child = spawn(
    process.execPath,
    [join(projectRoot, 'packages/doctor/src/commands/doctor.ts'), ...options],
    {
      // Not in the folder of a site, whose address would be taken.
      cwd: folder,
      env: { ...plainEnvironment, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [status] = await once(child, 'close');
  return { status: status as number, stdout, stderr };
}
const report = async (...options: string[]) =>
  JSON.parse((await run(site.origin, '--private', '--json', ...options)).stdout) as Report;
const breakLlms = () => site.edit('/llms.txt', (text) => text.replace('# Field notes', 'Field notes'));

describe('what is asked for', () => {
  it.each([
    [[], 'Name one address'],
    [['a', 'b'], 'Name one address'],
    [['http://'], 'is not an address'],
    [['example.org', '--pages', '0'], '--pages takes a whole number'],
    [['example.org', '--fail-on', 'all'], '--fail-on takes'],
    [['example.org', '--area', 'htpp'], 'no area htpp'],
    [['example.org', '--ignore', 'llms-tilte'], 'no rule llms-tilte'],
    [['example.org', '--fail-on', 'new'], 'requires --compare'],
    [['example.org', '--send', 'a@example.org'], '--own'],
    [['example.org', '--fast'], 'There is no option --fast'],
    [['example.org', '--compare', '/nowhere.json'], 'There is no /nowhere.json'],
    [['example.org', '--junit', '/nowhere/report.xml'], '/nowhere/report.xml cannot be written'],
  ])('%j is refused in a sentence', async (options, sentence) => {
    const { status, stderr } = await run(...options);
    expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });

  it('in the folder of a site its own address needs no word', async () => {
    const settings = `export const site = { title: 'Notes', description: 'Notes.', url: '${site.origin}', owner: { name: 'A', slug: 'a' } };`;
    writeFileSync(join(folder, 'site.ts'), settings);
    onTestFinished(() => rmSync(join(folder, 'site.ts')));
    const { stdout } = await run('--private', '--json');
    expect((JSON.parse(stdout) as Report).url).toBe(`${site.origin}/`);
  });

  it('--help explains the command', async () => {
    expect(await run('--help')).toEqual({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('Usage: '),
    });
  });
});

describe('limits', () => {
  it('addresses of this machine are not asked for without --private, by name or by number', async () => {
    let asked = 0;
    site.change(() => {
      asked++;
    });
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
      const { status, stdout } = await run(site.origin.replace('127.0.0.1', host));
      expect([status, stdout]).toEqual([2, expect.stringContaining('--private')]);
    }
    expect(asked).toBe(0);
  });

  it('robots.txt binds the doctor by its name, and --own frees it', async () => {
    const paths = new Set<string>();
    site.edit('/robots.txt', (text) => `User-agent: agentsite-doctor\nDisallow: /about\n\n${text}`);
    site.change((_, { path }) => {
      paths.add(path);
    });
    const { skipped } = await report();
    expect([...paths].filter((path) => path.startsWith('/about'))).toEqual([]);
    expect(skipped.map(({ reason }) => reason)).toEqual(['robots.txt disallows it; --own asks all the same']);
    await report('--own');
    expect(paths).toContain('/about/');
  });

  it('no more requests than --requests, by a client that says what it is', async () => {
    const agents = new Set<string>();
    let count = 0;
    site.change((_, { headers }) => {
      count++;
      agents.add(String(headers['user-agent']).split('/')[0] ?? '');
    });
    const { requests, skipped } = await report('--requests', '30');
    expect([count, requests, [...agents]]).toEqual([30, 30, ['agentsite-doctor']]);
    expect(skipped[0]?.reason).toContain('--requests');
  });

  it('at most two requests are open at a time', async () => {
    let open = 0;
    let most = 0;
    const slow = createServer((_, response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(
          '<title>A page</title><a href="/a">a</a><a href="/b">b</a><a href="/c">c</a><a href="/d">d</a>',
        );
      }, 5);
    });
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    await run(`http://127.0.0.1:${(slow.address() as AddressInfo).port}`, '--private');
    slow.close();
    expect(most).toBe(2);
  });

  it('other hosts are not asked, also when a redirect or a card leads there', async () => {
    site.edit('/.well-known/mcp.json', (text) =>
      text.replaceAll(`${site.origin}/mcp`, 'https://mcp.example.com/'),
    );
    const { results } = await report('--area', 'mcp');
    expect(results.find(({ id }) => id === 'mcp-initialize')?.outcome).toBe('not-offered');
  });
});

describe('the report', () => {
  it('for people: findings with what was seen and the fix, without colours where they are not wanted', async () => {
    breakLlms();
    const { status, stdout } = await run(site.origin, '--private', '--area', 'llms');
    expect(status).toBe(1);
    expect(stdout).toContain('seen  it begins with “Field notes”');
    expect(stdout).toContain('fix   Begin the file with "# Name of the site".');
    expect(stdout).not.toContain('\u001b');
  });

  it('begins with the score, the worst problem and the order of the others; rules can be left out', async () => {
    breakLlms();
    site.header('/', 'referrer-policy', null);
    site.header('/', 'cache-control', 'public, max-age=9999999');
    const ask = (...options: string[]) =>
      run(site.origin, '--private', '--area', 'http,llms,security', ...options);
    const { stdout } = await ask();
    expect(stdout.split('\n').slice(2, 7).join('\n')).toMatch(
      /^Score \d+ .*\n\nFirst\n1\. llms\.txt begins with the name/,
    );
    const ignored = await ask('--ignore', 'security-referrer,llms-title', '--sarif', join(folder, 'a.sarif'));
    expect([ignored.status, ignored.stdout]).toEqual([0, expect.not.stringContaining('llms-title')]);
    const { runs } = JSON.parse(readFileSync(join(folder, 'a.sarif'), 'utf8'));
    expect(runs[0].results).toMatchObject([{ ruleId: 'http-cache-control', ruleIndex: 0, level: 'warning' }]);
    expect(runs[0].tool.driver.rules[0].id).toBe('http-cache-control');
  });

  it('says what it examined in part; --all follows everything; --badge is an SVG image', async () => {
    site.edit(
      '/llms.txt',
      (text) =>
        text + Array.from({ length: 30 }, (_, at) => `- [${at}](${site.origin}/about/?n=${at})\n`).join(''),
    );
    const { sampled } = await report('--area', 'llms');
    expect(sampled).toContainEqual({ what: 'links of llms.txt', examined: 12, of: 34 });
    expect((await report('--area', 'llms', '--all', '--badge', join(folder, 'a.svg'))).sampled).toEqual([]);
    expect(XMLValidator.validate(readFileSync(join(folder, 'a.svg'), 'utf8'))).toBe(true);
  });

  it('--json is as --schema describes it', async () => {
    breakLlms();
    const { stdout } = await run('--schema');
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const isValid = ajv.compile(JSON.parse(stdout));
    expect(isValid(await report()), JSON.stringify(isValid.errors)).toBe(true);
  });

  it('the score is the weight of what is kept among what is kept or broken', async () => {
    breakLlms();
    const { results, score, areas } = await report('--area', 'llms');
    const weight = { error: 10, warning: 3, note: 1 };
    const sum = (outcomes: string[]) =>
      results
        .filter(({ outcome }) => outcomes.includes(outcome))
        .reduce((total, { severity }) => total + weight[severity], 0);
    expect(score).toBe(Math.floor((100 * sum(['kept'])) / sum(['kept', 'broken'])));
    expect(areas[0]?.score).toBe(score);
  });

  it('--html is one file that loads nothing and shows no markup of the site; --junit is XML', async () => {
    site.edit('/llms.txt', (text) => text.replace('# Field notes', '<script>alert(1)</script>'));
    const [html, junit] = [join(folder, 'report.html'), join(folder, 'report.xml')];
    await run(site.origin, '--private', '--html', html, '--junit', junit);
    const page = readFileSync(html, 'utf8');
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toMatch(/<script|\ssrc=|<link|url\(/);
    const xml = readFileSync(junit, 'utf8');
    expect(XMLValidator.validate(xml)).toBe(true);
    const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(xml);
    expect(testsuites['@_failures']).toBe('1');
  });

  it.each([
    ['error', 1],
    ['warning', 1],
    ['never', 0],
  ])('--fail-on %s gives status %i for a site with an error', async (level, status) => {
    breakLlms();
    expect((await run(site.origin, '--private', '--area', 'llms', '--fail-on', level)).status).toBe(status);
  });

  it('a note is no failure, unless --fail-on says so', async () => {
    site.header('/', 'referrer-policy', null);
    const ask = (...options: string[]) => run(site.origin, '--private', '--area', 'security', ...options);
    expect([(await ask()).status, (await ask('--fail-on', 'note')).status]).toEqual([0, 1]);
  });

  it('--compare says what was fixed and what is new', async () => {
    site.header('/', 'referrer-policy', null);
    const old = join(folder, 'old.json');
    writeFileSync(old, JSON.stringify(await report()));
    site.header('/', 'referrer-policy', 'no-referrer');
    breakLlms();
    const compare = () => run(site.origin, '--private', '--compare', old, '--fail-on', 'new');
    const { stdout, status } = await compare();
    expect(stdout).toMatch(/\+ The site limits what other sites learn .* security-referrer/);
    expect(stdout).toMatch(/- llms\.txt begins with the name of the site .* llms-title/);
    expect(status).toBe(1);
    writeFileSync(old, JSON.stringify(await report()));
    expect((await compare()).status).toBe(0);
  });
});

describe('the action', () => {
  const action = parse(readFileSync(join(projectRoot, 'packages/doctor/action.yml'), 'utf8')) as {
    inputs: Record<string, { default?: string }>;
    runs: { steps: { run?: string; env?: Record<string, string> }[] };
  };
  const step = action.runs.steps.find(({ run }) => run !== undefined);

  /** Runs the script of the action as GitHub does, with the doctor of this project instead of that of the registry. */
  async function act(inputs: Readonly<Record<string, string>>) {
    const place = mkdtempSync(join(folder, 'action-'));
    writeFileSync(
      join(place, 'npx'),
      `#!/bin/sh\necho "$2" > ${place}/package\nshift 2\nexec ${process.execPath} ${join(projectRoot, 'packages/doctor/src/agentsite-doctor.ts')} "$@"\n`,
      { mode: 0o755 },
    );
    const fill = (text: string) =>
      text.replace(
        /\$\{\{ inputs\.([a-z-]+) \}\}/,
        (_, name) => inputs[name] ?? action.inputs[name]?.default ?? '',
      );
    const variables = Object.entries(step?.env ?? {}).map(([name, text]) => [name, fill(text)]);
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? ''], {
      cwd: place,
      env: {
        ...plainEnvironment,
        ...Object.fromEntries(variables),
        PATH: `${place}:${process.env.PATH}`,
        GITHUB_STEP_SUMMARY: join(place, 'summary.md'),
      },
      stdio: 'ignore',
    });
    const [status] = await once(child, 'close');
    return { status: status as number, read: (name: string) => readFileSync(join(place, name), 'utf8') };
  }

  it('examines the site, and leaves its reports and a summary', async () => {
    const { status, read } = await act({ url: site.origin, options: '--private --own' });
    expect(status).toBe(0);
    expect(read('package')).toBe('agentsite-doctor@latest\n');
    expect(read('summary.md')).toMatch(/^```text\n[\s\S]*100[\s\S]*\n```\n$/);
    expect(JSON.parse(read('agentsite-doctor/report.sarif')).version).toBe('2.1.0');
    expect(read('agentsite-doctor/badge.svg')).toContain('<svg');
    expect(read('agentsite-doctor/report.html')).toContain('<html');
  });

  it('fails when a rule is broken, with its reports, and runs no input as a command', async () => {
    breakLlms();
    const { status, read } = await act({ url: site.origin, options: '--private', folder: 'a $(touch b) c' });
    expect(status).toBe(1);
    expect(read('a $(touch b) c/report.sarif')).toContain('llms-title');
    expect(() => read('b')).toThrow('ENOENT');
  });
});
