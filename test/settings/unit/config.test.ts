import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../sidecar/config.ts';
import { environmentSchema, settingFacts } from '../../../sidecar/environment.ts';
import { readCredentials } from '../../../sidecar/process/credentials.ts';
import { writtenLists } from '../../settings.ts';

const root = join(import.meta.dirname, '../../..');
const names = Object.keys(environmentSchema.shape);
const secrets = Object.entries(environmentSchema.shape)
  .filter(([, schema]) => settingFacts.get(schema)?.secret)
  .map(([name]) => name);
const problemsOf = (environment: Record<string, string>): string[] => {
  const read = readConfig(environment);
  return read.ok ? [] : read.problems;
};

describe('the lists of settings', () => {
  it.each(writtenLists)('$file is what the code says (`npm run settings` writes it)', ({ file, render }) => {
    const text = readFileSync(join(root, file), 'utf8');
    expect(render(text)).toBe(text);
  });

  it('every setting has facts; the unit and the deployment guide name the secrets', () => {
    for (const schema of Object.values(environmentSchema.shape)) {
      expect(settingFacts.get(schema)?.meaning).toMatch(/\.$/);
    }
    expect(secrets).toEqual(['REDIS_URL', 'RESEND_API_KEY', 'SMTP_URL', 'CONTACT_SECRET']);
    const unit = readFileSync(join(root, 'deploy/systemd/agentsite.service'), 'utf8');
    for (const name of secrets) expect(unit).toContain(name);
  });
});

describe('a value that cannot be used', () => {
  it.each([
    [
      { PORT: 'abc' },
      'PORT cannot be used: it wants a whole number from 1 to 65535, or 0 for any free port.',
    ],
    [
      { CONTACT_SITE_DAY: '0' },
      'CONTACT_SITE_DAY cannot be used: it wants a whole number from 1 to 1000000.',
    ],
    [
      { SITE_URL: 'example.org' },
      'SITE_URL cannot be used: it wants an address that begins with http:// or https://.',
    ],
    [
      { LOG_LEVEL: 'warns' },
      'LOG_LEVEL cannot be used: it wants one of fatal, error, warn, info, debug, silent; did you mean "warn"?',
    ],
    [
      { CONTACT_TOO: 'a@example.org' },
      'CONTACT_TOO is not a setting of Agentsite; did you mean "CONTACT_TO"? All settings are in .env.example.',
    ],
    ...[
      'smtp://user:123#x@mail.example.org:587',
      'smtps://user:9/x@mail.example.org',
      'smtp://u:1?x@host',
    ].map((SMTP_URL): [Record<string, string>, string] => [
      { SMTP_URL },
      'SMTP_URL cannot be used: it wants an address that begins with smtp:// or smtps://; in a password, write % as %25, / as %2F, # as %23, ? as %3F, : as %3A and @ as %40.',
    ]),
    [
      { MCP_HOSTS: 'http://tools.example' },
      'MCP_HOSTS cannot be used: it wants host names without ports, with commas between them.',
    ],
    [{ REDIS_URL: 'redis://u:100%@host' }, 'REDIS_URL cannot be read: a % in it must be written %25.'],
  ])('%j is explained by what is wanted', (environment, sentence) => {
    expect(problemsOf(environment)).toEqual([sentence]);
  });

  it('is in no sentence, whichever setting contains it and wherever it comes from', () => {
    const canary = 'canary7f3a';
    const folder = mkdtempSync(join(tmpdir(), 'agentsite-credentials-'));
    const broken = fc
      .tuple(fc.constantFrom('', 'smtp://u:', 'redis://u:', 'https://', '%zz', '-1', '\n', '['), fc.string())
      .map(([start, end]) => `${start}${canary}${end}`);
    const given = fc.dictionary(fc.constantFrom(...names, 'SMTP_ULR', 'CONTACT_SECRETE', 'REDIS_'), broken);
    let refused = 0;
    fc.assert(
      fc.property(given, fc.boolean(), (settings, fromFiles) => {
        for (const [name, value] of Object.entries(settings)) {
          writeFileSync(join(folder, `agentsite_${name}`), value);
        }
        const problems = problemsOf(fromFiles ? readCredentials(folder) : settings);
        for (const name of Object.keys(settings)) rmSync(join(folder, `agentsite_${name}`));
        if (problems.length > 0) refused += 1;
        expect(problems.join('\n')).not.toContain(canary);
      }),
      { numRuns: 500 },
    );
    expect(refused).toBeGreaterThan(300);
    rmSync(folder, { recursive: true });
  });
});
