import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ContentProject, post } from '../../../../test/helpers/content-project.ts';
import { projectRoot } from '../../../../test/helpers/project-copy.ts';

const project = new ContentProject({
  'package.json': '{ "type": "module" }',
  'site.ts':
    "export const site = { title: 'Field notes', description: 'Notes.', url: 'https://notes.example.org', owner: { name: 'The owner', slug: 'owner' } };\n",
  'content/posts/hello.md': post('Text.', 'id: 137\n'),
  'mail.eml':
    'From: Ada <ada@example.org>\nSubject: Comment on /hello/\nDate: Wed, 25 Nov 2026 08:00:00 +0000\n\nDoes it work?\n',
});
afterAll(() => project.remove());

const comment = (input: string, ...words: string[]) =>
  spawnSync(process.execPath, [join(projectRoot, 'src/cli/agentsite.ts'), 'comment', ...words], {
    cwd: project.root,
    encoding: 'utf8',
    input,
  });

it('agentsite comment adds a mail and a reply to content/, once, without the address', () => {
  expect(comment('', 'mail.eml').stdout).toContain('content/comments/137.yaml: comment 1 on /hello/.');
  expect(comment('', 'mail.eml').stderr).toBe('This comment is there already.\n');
  const reply = comment('Yes.\n', '--on', '/hello/', '--parent', '1', '--author', 'owner');
  expect(reply.stdout).toContain('comment 2 on /hello/');
  const text = readFileSync(join(project.root, 'content/comments/137.yaml'), 'utf8');
  expect(text.replace(/(?<=id: 2\n[\s\S]*date: ).*/, 'now')).toBe(`- id: 1
  name: Ada
  date: 2026-11-25T08:00:00
  text: Does it work?
- id: 2
  parent: 1
  name: The owner
  author: owner
  date: now
  text: Yes.
`);
});

it('agentsite comment says what is missing', () => {
  writeFileSync(join(project.root, 'other.eml'), 'From: Bo <bo@example.org>\nSubject: Hello\n\nHi.\n');
  expect(comment('', 'other.eml').stderr).toBe('The subject names no page: add --on /path/.\n');
  expect(comment('Hi.', '--on', '/nowhere/').stderr).toBe('No document is at /nowhere/.\n');
});
