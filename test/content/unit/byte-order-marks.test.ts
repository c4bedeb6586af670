import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { loadEnvFile } from '../../../src/settings/load-env-file.ts';
import { ContentProject, post } from '../../helpers/content-project.ts';

let project: ContentProject | null = null;
afterEach(() => {
  project?.remove();
  project = null;
});

const files = {
  'content/tags.yaml': '- slug: garden\n  name: Garden\n',
  'content/categories.yaml': '- slug: notes\n  name: Notes\n',
  'content/authors.yaml': '- slug: owner\n  name: The owner\n',
  'content/redirects.yaml': '- from: /old/\n  to: /a/\n',
  'content/embeds.yaml': '- url: https://example.org/x\n  title: X\n',
  'content/media.yaml': '- file: posts/a.txt\n  title: Plan\n',
  'content/skills/water/SKILL.md': '---\nname: water\ndescription: How to water.\n---\n\nWater.\n',
  'content/comments/7.yaml': '- id: 1\n  date: 2026-01-03T08:00:00\n  text: Yes.\n',
  'content/posts/a.md': post('Words[^n].\n\n[^n]: Note.', 'id: 7\ntags: [garden]\n'),
  'content/posts/a.txt': 'Words.',
};

async function published(prefix: string) {
  project = new ContentProject(
    Object.fromEntries(Object.entries(files).map(([file, text]) => [file, prefix + text])),
  );
  const { library, close } = await project.load();
  const [document] = library.documents;
  const { digest: _, bytes: __, ...rest } = { digest: '', bytes: 0, ...document };
  const comments = rest.comments?.map(({ html }) => html);
  const body = document ? { ...library.body(document) } : null;
  const { terms, redirects, skills, authors } = library;
  const media = library.media.map(({ title }) => title);
  close();
  project.remove();
  return { terms, redirects, skills, authors, media, comments, body, headings: rest.headings };
}

it('a byte order mark changes nothing, in documents and in every list', async () => {
  expect(await published('\uFEFF')).toEqual(await published(''));
});

it.each(Object.keys(files).filter((file) => !file.endsWith('.txt')))(
  'UTF-16 in %s has a message',
  async (file) => {
    for (const bytes of [
      Buffer.from(`\uFEFF${'- slug: a\n'}`, 'utf16le'),
      Buffer.from('- slug: a\n', 'utf16le'),
    ]) {
      project = new ContentProject({ ...files, [file]: bytes });
      expect(await project.problems()).toContain(
        `${file}:1:1 text: is not UTF-8 but UTF-16; save the file as UTF-8.`,
      );
      project.remove();
    }
  },
);

describe('.env', () => {
  it.each([
    ['a byte order mark', Buffer.from('\uFEFFWEIR_ONE=1\nWEIR_TWO="a b"\n')],
    ['UTF-16', Buffer.from('\uFEFFWEIR_ONE=1\r\nWEIR_TWO="a b"\r\n', 'utf16le')],
    ['neither', Buffer.from('WEIR_ONE=1\nWEIR_TWO="a b"\n')],
  ])('is read with %s, and changes nothing that is set', (_, bytes) => {
    const folder = mkdtempSync(join(tmpdir(), 'agentsite-env-'));
    writeFileSync(join(folder, '.env'), bytes);
    process.env.WEIR_TWO = 'set';
    loadEnvFile(folder);
    expect([process.env.WEIR_ONE, process.env.WEIR_TWO]).toEqual(['1', 'set']);
    delete process.env.WEIR_ONE;
    delete process.env.WEIR_TWO;
    rmSync(folder, { recursive: true });
    loadEnvFile(folder);
    expect(existsSync(folder)).toBe(false);
  });
});
