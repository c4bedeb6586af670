import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openNotice } from '../../src/proposals/notice.ts';

const minute = 60_000;
let folder: string;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  folder = mkdtempSync(join(tmpdir(), 'agentsite-notice-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

it('sends a mail at once, and then at most one an hour, also after a start', async () => {
  const sent: number[] = [];
  const parts = {
    folder,
    now: Date.now,
    count: async () => 3,
    send: async (count: number) => void sent.push(count),
  };
  const notice = openNotice(parts);
  for (let count = 0; count < 3; count++) notice.note();
  await vi.advanceTimersByTimeAsync(minute);
  expect(sent).toEqual([3]);
  notice.note();
  await vi.advanceTimersByTimeAsync(30 * minute);
  notice.close();
  expect(sent).toHaveLength(1);
  const next = openNotice(parts);
  await vi.advanceTimersByTimeAsync(30 * minute);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(300 * minute);
  expect(sent).toHaveLength(2);
  next.close();
});

it('sends none for what was withdrawn', async () => {
  const send = vi.fn();
  openNotice({ folder, now: Date.now, count: async () => 0, send }).note();
  await vi.advanceTimersByTimeAsync(minute);
  expect(send).not.toHaveBeenCalled();
});
