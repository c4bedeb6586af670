import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { ContentProject } from '../../../../test/helpers/content-project.ts';
import { addComments } from '../../src/add-comments.ts';

let project: ContentProject;
afterEach(() => project?.remove());

const list = '- id: 1\n  date: 2026-01-03T08:00:00\n  text: Yes.\n';

it('a list with a mark can be added to', () => {
  project = new ContentProject({ 'content/comments/7.yaml': `\uFEFF${list}` });
  addComments(project.root, 7, [{ date: '2026-01-04T08:00:00', text: 'No.' }]);
  const written = readFileSync(join(project.root, 'content/comments/7.yaml'), 'utf8');
  expect(written).toMatch(/^- id: 1\n.*- id: 2\n.*text: No\./s);
});
