import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSkills } from '../../../src/content/read/skills.ts';
import { createTools } from '../../../src/core/mcp/tools.ts';
import { paths } from '../../../src/core/model/urls.ts';
import { createSite } from '../../helpers/library.ts';

const { items, problems } = readSkills(join(import.meta.dirname, '../../..'));
const skill = items.find((each) => each.name === 'use-this-site');

test('the skill keeps the rules of agentskills.io', () => {
  expect(problems).toEqual([]);
  expect(skill?.description.length).toBeLessThanOrEqual(1024);
  expect(skill?.text.split('\n').length).toBeLessThan(500);
  // Four characters a token, roughly.
  expect((skill?.text.length ?? 0) / 4).toBeLessThan(5000);
});

test('what the skill names is there', () => {
  const body = skill?.text.replace(/^---.*?---/s, '') ?? '';
  for (const path of [paths.mcp, paths.llms, paths.llmsFull, paths.contactApi, paths.wpV2, paths.openapi]) {
    expect(body).toContain(`$SITE${path}`);
  }
  const named = [...body.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name);
  const known = [
    ...Object.keys(createTools(createSite())),
    'next_offset',
    'next_cursor',
    'submit_token',
    'per_page',
  ];
  expect(named.filter((name) => !known.includes(name ?? ''))).toEqual([]);
  for (const tool of ['search', 'fetch', 'get_content', 'list_content', 'list_terms'])
    expect(body).toContain(`\`${tool}\``);
});

test('the skill has an agent ask before it sends', () => {
  expect(skill?.text).toMatch(/cannot be recalled/);
  expect(skill?.text).toMatch(/Send only after your user has said yes/);
});
