import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { watchFiles } from '../../../src/dev/watch-files.ts';
import { watchModules } from '../../../src/dev/watch-modules.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'agentsite-watching-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text = ''): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

describe('files', () => {
  function watch(): string[][] {
    const reports: string[][] = [];
    const { close } = watchFiles(root, ['content', 'public'], (files) => void reports.push([...files]));
    onTestFinished(close);
    return reports;
  }
  const until = (reports: string[][], file: string) => expect.poll(() => reports.flat()).toContain(file);

  it('that change are reported once per edit, with slashes', async () => {
    write('content/posts/a.md', '1');
    const reports = watch();
    write('content/posts/a.md', '2');
    write('content/posts/a.md', '3');
    await until(reports, 'content/posts/a.md');
    expect(reports.flat().filter((file) => file === 'content/posts/a.md')).toHaveLength(1);
  });

  it('in folders that are created later are reported too', async () => {
    const reports = watch();
    write('public/a.txt');
    await until(reports, 'public');
    write('public/deep/b.txt');
    await until(reports, 'public/deep');
    write('public/deep/c.txt');
    await until(reports, 'public/deep/c.txt');
  });

  it('of editors and outside of the places are not reported', async () => {
    write('content/a.md');
    const reports = watch();
    for (const file of ['content/.a.md.swp', 'content/a.md~', 'content/.#a.md', 'other/a.md']) write(file);
    write('content/b.md');
    await until(reports, 'content/b.md');
    expect(new Set(reports.flat())).toEqual(new Set(['content/b.md']));
  });
});

describe('modules', () => {
  it('are reported to Vite as added, changed and removed', async () => {
    write('src/a.ts', '1');
    const events: string[] = [];
    const { close } = watchModules(
      (event, file) => void events.push(`${event} ${file}`),
      [join(root, 'src')],
    );
    onTestFinished(close);
    const until = (event: string) => expect.poll(() => events).toContain(event);
    write('src/a.ts', '2');
    await until(`change ${join(root, 'src/a.ts')}`);
    write('src/deep/b.ts');
    await until(`add ${join(root, 'src/deep/b.ts')}`);
    rmSync(join(root, 'src/deep'), { recursive: true });
    await until(`unlink ${join(root, 'src/deep/b.ts')}`);
    expect(events.filter((event) => event.startsWith('add'))).toHaveLength(1);
  });
});
