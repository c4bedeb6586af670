import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderComments } from '../../../../src/core/markdown/comments.ts';
import { ContentProject, post, testSite } from '../../../../test/helpers/content-project.ts';
import { readCursor, readMentions, storeMentions } from '../../src/receive.ts';

/** An answer of `/api/mentions.jf2`, with names and addresses of nobody. */
const recorded = readFileSync(join(import.meta.dirname, 'mentions.jf2.json'), 'utf8');

async function withService<Result>(run: (url: string, asked: string[]) => Promise<Result>): Promise<Result> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const isKnown = request.url?.includes('token=secret');
    response.writeHead(isKnown ? 200 : 401, { 'Content-Type': 'application/json' });
    response.end(isKnown ? recorded : '{"error":"forbidden"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
  } finally {
    server.close();
  }
}

const read = (token: string, after = 0) =>
  withService(async (service, asked) => {
    const mentions = await readMentions(service, { domain: 'notes.example.org', token, after });
    return { mentions, asked };
  });

describe('mentions that a service received', () => {
  it('are read after the last one', async () => {
    const { mentions, asked } = await read('secret', 7);
    expect(mentions).toHaveLength(6);
    expect(asked).toEqual([
      '/api/mentions.jf2?domain=notes.example.org&token=secret&since_id=7&sort-dir=up&per-page=100&page=0',
    ]);
  });

  it('are not there with a wrong key, which is said', async () => {
    expect((await read('wrong')).mentions).toBe('status 401');
  });

  it('become comments of their documents, once', async () => {
    const project = new ContentProject({
      'content/posts/hello.md': post('Text.', 'id: 137\nredirectFrom: [/old-hello/]\n'),
      'content/comments/137.yaml':
        '# Mine\n- id: 4\n  name: Ada\n  date: 2026-01-03T08:00:00\n  text: First.\n',
    });
    const { mentions } = await read('secret');
    if (typeof mentions === 'string') throw new Error(mentions);
    const store = async () => {
      const { library, ...loaded } = await project.load();
      loaded.close();
      return storeMentions(project.root, library, mentions);
    };
    expect(await store()).toEqual([
      'https://elsewhere.example/lost: no document is at https://notes.example.org/nowhere/',
      'content/comments/137.yaml: https://reader.example/replies/1',
      'content/comments/137.yaml: https://social.example/@bo#like',
      'content/comments/137.yaml: https://blog.example/on-notes/',
      'content/comments/137.yaml: https://social.example/@cleo/9',
    ]);
    expect(await store()).toHaveLength(1);
    expect(readCursor(project.root)).toBe(1_692_956);

    const { library, ...loaded } = await project.load();
    loaded.close();
    const [document] = library.documents;
    expect(document?.comments?.map(({ id, type, name }) => [id, type, name])).toEqual([
      [4, 'comment', 'Ada'],
      [5, 'comment', 'Ines *Example*'],
      [6, 'like', 'Bo'],
      [7, 'mention', 'blog.example'],
      [8, 'repost', 'Cleo'],
    ]);
    const twin = renderComments(document?.comments ?? [], testSite);
    expect(twin).toContain(
      '**[Ines \\*Example\\*](https://reader.example/replies/1)**, July 5, 2026\n\n> Good, *but* [this](https://reader.example/x) is 2 \\* 2.',
    );
    expect(twin).toContain('**[Bo](https://social.example/@bo#like)**, July 6, 2026\n\n> Like');
    const yaml = readFileSync(join(project.root, 'content/comments/137.yaml'), 'utf8');
    expect(yaml.startsWith('# Mine\n- id: 4\n')).toBe(true);
    expect(yaml).toContain('date: 2026-07-05T11:44:41');
    expect(yaml).not.toMatch(/script|avatar/);
    project.remove();
    expect(existsSync(project.root)).toBe(false);
  });
});
