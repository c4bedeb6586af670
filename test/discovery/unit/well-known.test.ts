import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderSkillsIndex } from '../../../src/core/discovery/agent-skills.ts';
import { renderAiCatalog } from '../../../src/core/discovery/ai-catalog.ts';
import { renderApiCatalog } from '../../../src/core/discovery/api-catalog.ts';
import { renderAuthMd } from '../../../src/core/discovery/auth-md.ts';
import { expiresAt, renderSecurityTxt } from '../../../src/core/discovery/security-txt.ts';
import { bareType, surfaceAt, surfaces } from '../../../src/core/model/surfaces.ts';
import { paths } from '../../../src/core/model/urls.ts';
import { createLibrary, createSite } from '../../helpers/library.ts';
import { isRelation } from './registered-relations.ts';

const site = createSite();

interface Target {
  readonly href: string;
  readonly type: string;
  readonly title: string;
}

describe('the API catalog', () => {
  const { linkset } = JSON.parse(renderApiCatalog(site)) as {
    linkset: { readonly anchor: string; readonly [relation: string]: unknown }[];
  };
  const at = (path: string) => linkset.find((entry) => entry.anchor === site.url + path)!;

  it('is a linkset of contexts whose other members are registered relations with lists of links', () => {
    expect(linkset.length).toBeGreaterThan(3);
    for (const { anchor, ...relations } of linkset) {
      expect(anchor).toMatch(/^https:\/\/notes\.example\.org\//);
      expect(Object.keys(relations).length).toBeGreaterThan(0);
      for (const [relation, targets] of Object.entries(relations)) {
        expect(isRelation(relation)).toBe(true);
        for (const target of targets as Target[]) {
          const surface = surfaceAt(target.href.slice(site.url.length));
          expect(surface && { type: bareType(surface.type), title: surface.title }).toEqual({
            type: target.type,
            title: target.title,
          });
        }
      }
    }
  });

  it('lists the interfaces as items and gives each its description and its documentation', () => {
    expect((at(paths.apiCatalog).item as Target[]).map(({ href }) => href)).toEqual([
      'https://notes.example.org/wp-json/',
      'https://notes.example.org/wp-json/agentsite/v1/passages',
      'https://notes.example.org/wp-json/agentsite/v1/mcp',
      'https://notes.example.org/wp-json/site/v1/contact',
    ]);
    for (const path of [paths.wpRoot, paths.mcp, paths.contactApi]) {
      expect(at(path)).toHaveProperty('service-desc');
      expect(at(path)).toHaveProperty('service-doc');
    }
    expect(at(paths.mcp)['service-desc']).toMatchObject([
      { href: 'https://notes.example.org/.well-known/mcp.json' },
    ]);
    expect(at('/')).toMatchObject({
      describedby: [{ href: 'https://notes.example.org/llms.txt', type: 'text/plain' }],
    });
  });
});

describe('the skills index', () => {
  const text = '---\nname: read\ndescription: Reads – überall.\n---\n\nRead.\n';
  const digest = `sha256:${hash('sha256', text, 'hex')}`;
  const library = createLibrary({
    skills: [{ name: 'read', description: 'Reads – überall.', text, digest }],
  });

  it('has the exact schema and for each skill name, type, description, address and digest', () => {
    expect(JSON.parse(renderSkillsIndex(library))).toEqual({
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      skills: [
        {
          name: 'read',
          type: 'skill-md',
          description: 'Reads – überall.',
          url: 'https://notes.example.org/.well-known/agent-skills/read/SKILL.md',
          digest,
        },
      ],
    });
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('is an empty list where there are no skills', () => {
    expect(JSON.parse(renderSkillsIndex(createLibrary()))).toMatchObject({ skills: [] });
  });
});

describe('security.txt', () => {
  it('has contact, expiry, language and its own address', () => {
    expect(renderSecurityTxt(site, '2026-11-21T10:00:00')).toBe(`Contact: https://notes.example.org/contact/
Expires: 2027-10-01T00:00:00Z
Preferred-Languages: en
Canonical: https://notes.example.org/.well-known/security.txt
`);
  });

  it.each([
    ['https://notes.example.org', undefined, 'https://notes.example.org/contact/'],
    ['http://notes.example.org', undefined, 'https://notes.example.org/contact/'],
    ['http://notes.example.org', 'mailto:me@example.org', 'mailto:me@example.org'],
  ])('of %s with the contact %s names %s', (url, contact, named) => {
    const other = createSite({ url, ...(contact === undefined ? {} : { contact }) });
    expect(renderSecurityTxt(other, '2026-11-21T10:00:00')).toContain(`Contact: ${named}\n`);
  });

  it.each([
    ['2026-01-01T00:00:00', '2026-12-01T00:00:00Z'],
    ['2026-02-28T23:59:59', '2027-01-01T00:00:00Z'],
    ['2028-12-31T23:59:59', '2029-11-01T00:00:00Z'],
  ])('a build at %s expires at %s', (now, expected) => {
    expect(expiresAt(now)).toBe(expected);
  });

  it('whenever it is built, it has 300 to 365 days', () => {
    for (let day = 0; day < 1500; day++) {
      const now = Date.UTC(2026, 0, 1, 12) + day * 86_400_000;
      const left = (Date.parse(expiresAt(new Date(now).toISOString().slice(0, 19))) - now) / 86_400_000;
      expect(left).toBeGreaterThan(300);
      expect(left).toBeLessThan(365);
    }
  });

  it('two builds in one month are alike', () => {
    expect(renderSecurityTxt(site, '2026-11-01T00:00:00')).toBe(
      renderSecurityTxt(site, '2026-11-30T23:59:59'),
    );
  });
});

/** Of Agentic Resource Discovery, as its conformance test lists them. */
const standardTypes = [
  'application/ai-catalog+json',
  'application/agent-card+json',
  'application/a2a-agent-card+json',
  'application/mcp-server-card+json',
  'application/agent-skills+zip',
  'application/agent-skills+gzip',
  'text/markdown; profile="urn:air:agent-skills"',
  'application/ai-registry',
  'application/ai-registry+json',
];

describe('the AI catalog', () => {
  const queries = ['what is new here', 'write to the owner'];
  const skill = {
    name: 'read',
    description: 'Reads.',
    queries,
    text: '',
    digest: `sha256:${'0'.repeat(64)}`,
  };
  const catalog = JSON.parse(renderAiCatalog({ site, skills: [skill] }));

  it('has version, host and entries, and no other member', () => {
    expect(Object.keys(catalog)).toEqual(['specVersion', 'host', 'entries']);
    expect(catalog).toMatchObject({
      specVersion: '1.0',
      host: { displayName: 'Field notes', identifier: 'https://notes.example.org' },
    });
  });

  it('each entry has an identifier of the form urn:air, a media type, an address and 2 to 5 queries', () => {
    expect(catalog.entries.map((entry: { url: string }) => entry.url)).toEqual([
      'https://notes.example.org/.well-known/mcp/server-card.json',
      'https://notes.example.org/.well-known/agent-skills/read/SKILL.md',
    ]);
    for (const entry of catalog.entries) {
      expect(entry.identifier).toMatch(/^urn:air:notes\.example\.org:[a-z0-9-]+:[a-z0-9-]+$/);
      expect(standardTypes).toContain(entry.type);
      expect(entry.mediaType).toBe(entry.type);
      expect(entry.displayName).not.toBe('');
      expect(entry).not.toHaveProperty('data');
      expect(entry.representativeQueries.length).toBeGreaterThanOrEqual(2);
      expect(entry.representativeQueries.length).toBeLessThanOrEqual(5);
    }
  });

  it('makes a valid publisher of any host', () => {
    const local = JSON.parse(
      renderAiCatalog(createLibrary({ site: createSite({ url: 'http://[::1]:4321' }) })),
    );
    expect(local.entries[0].identifier).toMatch(/^urn:air:1:[a-z:-]+$/);
  });
});

describe('auth.md', () => {
  const text = renderAuthMd(site);

  it('has auth.md in its only H1', () => {
    expect(text.match(/^# .*$/gm)).toEqual(['# auth.md: no authentication']);
    expect(text.startsWith('# auth.md')).toBe(true);
  });

  it('says for whom it is, that there is no registration, no method, no credential, and how the token works', () => {
    expect(text).toContain('For agents and other programs');
    expect(text).toContain('There is no registration endpoint');
    expect(text).toContain('None are supported and none are needed');
    expect(text).toContain('Do not send any.');
    expect(text).toContain('`GET https://notes.example.org/wp-json/site/v1/contact`');
    expect(text).toContain('valid for 15 minutes and for one message');
    expect(text).toContain('10 messages an hour from one address and 25 a day');
    expect(text).toContain('within 24 hours');
  });

  it('links to surfaces alone', () => {
    const linked = [...text.matchAll(/\]\(https:\/\/notes\.example\.org([^)]*)\)/g)].map(
      (match) => match[1]!,
    );
    expect(linked.length).toBeGreaterThan(5);
    expect(linked.filter((path) => !surfaces.some((surface) => surface.path === path))).toEqual([]);
  });
});
