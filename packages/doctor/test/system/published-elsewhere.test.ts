import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenRules, examineSite, listFindings } from './examine-site.ts';
import { type HealthySite, serveHealthySite } from './healthy-site.ts';

const published = 'https://notes.example.org';

describe('a site that is examined before it is published', () => {
  const examine = async (plant: (site: HealthySite) => void) => {
    const site = await serveHealthySite({ publishedAs: published });
    plant(site);
    const examination = await examineSite(site.origin, { publishedAs: published });
    await site.close();
    return examination;
  };

  it('has no finding: addresses of its documents are asked for where it is', async () => {
    const examination = await examine(() => undefined);
    expect(listFindings(examination)).toBe('');
    expect(examination.publishedAs).toBe(published);
  });

  it('is recognized by the canonical address of the first page', async () => {
    const site = await serveHealthySite({ publishedAs: published });
    const examination = await examineSite(site.origin);
    await site.close();
    expect([examination.publishedAs, listFindings(examination)]).toEqual([published, '']);
  });

  it('reports that a page names localhost', async () => {
    const examination = await examine((site) =>
      site.edit('/about/', (text) =>
        text.replace('<nav>', '<nav><a href="http://localhost:4321/">Here</a> '),
      ),
    );
    expect(brokenRules(examination)).toEqual(['security-localhost']);
  });
});

describe('a site on HTTPS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-doctor-'));
  const file = (name: string) => join(folder, name);
  beforeAll(() => {
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const { status, stderr } = spawnSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '90',
        '-keyout',
        file('key.pem'),
        '-out',
        file('cert.pem'),
        ...subject,
      ],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(stderr);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['nothing else', [], () => undefined],
    [
      'no word on coming back by HTTPS',
      ['security-hsts'],
      (site: HealthySite) => site.header('/', 'strict-transport-security', null),
    ],
    [
      'an image by plain HTTP',
      ['security-mixed'],
      (site: HealthySite) =>
        site.edit('/about/', (text) =>
          text.replace('src="/image.png"', 'src="http://notes.example.org/image.png"'),
        ),
    ],
    [
      'a link to itself by plain HTTP',
      ['links-secure'],
      (site: HealthySite) =>
        site.edit('/about/', (text) =>
          text.replace('<nav>', `<nav><a href="${site.origin.replace('https', 'http')}/">Home</a> `),
        ),
    ],
  ] as const)('reports that no one vouches for its certificate, and %s', async (_, rules, plant) => {
    const tls = { key: readFileSync(file('key.pem')), cert: readFileSync(file('cert.pem')) };
    const site = await serveHealthySite({ tls });
    plant(site);
    const examination = await examineSite(site.origin);
    await site.close();
    expect(brokenRules(examination), listFindings(examination)).toEqual(['security-certificate', ...rules]);
  });
});

describe('--send', () => {
  it('sends one message, and sees that its repetition is not sent', async () => {
    const site = await serveHealthySite();
    const examination = await examineSite(site.origin, { sendTo: 'owner@example.org' });
    await site.close();
    expect(listFindings(examination)).toBe('');
    expect(site.messages).toHaveLength(1);
    expect(site.messages[0]).toContain('owner@example.org');
  });

  it('is called with an endpoint that sends the repetition too', async () => {
    const site = await serveHealthySite();
    site.change((reply) => {
      reply.body = String(reply.body).replace(',"replayed":true', '');
    }, '/wp-json/site/v1/contact');
    const examination = await examineSite(site.origin, { sendTo: 'owner@example.org' });
    await site.close();
    expect(brokenRules(examination)).toEqual(['contact-send']);
  });

  it('nothing is sent without it', async () => {
    const site = await serveHealthySite();
    await examineSite(site.origin);
    await site.close();
    expect(site.messages).toEqual([]);
  });
});
