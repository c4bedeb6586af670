import { expect, it } from 'vitest';
import { renderRobotsTxt } from '../../../src/core/discovery/robots-txt.ts';
import { contentSignal, usageHeaders } from '../../../src/core/front/headers.ts';
import { createSite } from '../../helpers/library.ts';

const site = createSite();
const text = renderRobotsTxt(site);
const groups = text.split('\n\n').filter((block) => block.startsWith('User-agent:'));

it('every group, the one for all and those of named bots, repeats the signal and allows everything', () => {
  expect(groups.length).toBeGreaterThan(10);
  expect(groups[0]).toBe('User-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=no\nAllow: /');
  for (const group of groups) {
    expect(group).toMatch(
      /^User-agent: \S+\nContent-Signal: search=yes, ai-input=yes, ai-train=no\nAllow: \/$/,
    );
  }
  for (const bot of ['GPTBot', 'ClaudeBot', 'Google-Extended', 'PerplexityBot', 'CCBot']) {
    expect(groups.some((group) => group.startsWith(`User-agent: ${bot}\n`))).toBe(true);
  }
});

it('disallows nothing, since all that is advertised must be open', () => {
  expect(text).not.toMatch(/disallow/i);
});

it('names the sitemap by its absolute address, and has no directive that crawlers do not know', () => {
  expect(text.endsWith('\n\nSitemap: https://notes.example.org/sitemap.xml\n')).toBe(true);
  const names = text.split('\n').flatMap((line) => /^([\w-]+):/.exec(line)?.[1] ?? []);
  expect([...new Set(names)]).toEqual(['User-agent', 'Content-Signal', 'Allow', 'Sitemap']);
});

it('says the same as the Content-Signal header, whatever the owner decides', () => {
  const other = createSite({ contentSignal: { search: false, aiInput: false, aiTrain: true } });
  expect(renderRobotsTxt(other)).toContain(`Content-Signal: ${contentSignal(other)}\n`);
  expect(contentSignal(other)).toBe('search=no, ai-input=no, ai-train=yes');
  expect(usageHeaders(other)).toEqual({
    'Content-Signal': contentSignal(other),
    'Content-Usage': 'train-ai=y, ai-use=n, search=n',
  });
});

it('is UTF-8 without a byte order mark', () => {
  expect(text).toMatch(/^[\x20-\x7e\n]+$/);
});
