import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it, onTestFinished } from 'vitest';
import { importSite } from '../../src/import-site.ts';
import type { Loss } from '../../src/model/losses.ts';
import { unpackZip } from '../../src/wordpress/unpack-zip.ts';
import { exitCode, renderReport, renderReportJson, summarize } from '../../src/write/report.ts';
import { type ExportedItem, exportFile } from '../helpers/export-file.ts';
import { plainImport } from '../helpers/plain-import.ts';

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function bring(items: readonly ExportedItem[], recording?: readonly object[]) {
  const folder = scratch();
  const file = join(folder, 'export.xml');
  writeFileSync(file, exportFile(items));
  const rest = recording === undefined ? null : join(folder, 'rest.jsonl');
  if (rest !== null)
    writeFileSync(rest, (recording ?? []).map((line) => `${JSON.stringify(line)}\n`).join(''));
  return importSite({ ...plainImport, files: [file], rest, into: join(folder, 'site') }, () => undefined);
}

describe('the report', () => {
  it.each([
    [0, 0, 'Nothing was lost.'],
    [0, 2, 'Nothing was lost. 2 notes are listed below.'],
    [1, 0, '1 loss is listed below.'],
    [3, 1, '3 losses are listed below. 1 note is listed below.'],
  ])('says %i losses and %i notes in sentences', (losses, notes, words) => {
    expect(summarize(losses, notes, 'below')).toBe(words);
  });

  it('has one line with a count for what is the same in several documents, and for what is said twice', () => {
    const loss = (id: number | null, what: string): Loss => ({
      code: 'html-removed',
      what,
      fix: 'Gone.',
      place: id === null ? null : { id, title: `T${id}`, address: '', file: '' },
    });
    const losses = [
      ...[1, 2, 3, 4, 5, 6, 7].map((id) => loss(id, '<font>')),
      loss(null, 'a.svg'),
      loss(null, 'a.svg'),
      loss(8, '<u>'),
    ];
    const text = renderReport({ source: [], stopped: null, tallies: [], proof: null, losses, next: [] });
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual([
      '- `<font>` in 7 documents: 1 “T1”, 2 “T2”, 3 “T3”, 4 “T4”, 5 “T5” and 2 more. Gone.',
      '- `a.svg`, 2 times. Gone.',
      '- 8 “T8”: `<u>` Gone.',
    ]);
  });

  it('has no losses that are none: revisions, empty drafts of the editor, the name of the home page', async () => {
    const report = await bring([
      { id: 1, type: 'page', slug: 'home.html', link: 'https://old.example/' },
      { id: 2, type: 'revision', status: 'inherit', slug: '1-revision-v1', parent: 1 },
      { id: 3, status: 'auto-draft', slug: '' },
    ]);
    expect(report.losses.filter(({ code }) => ['slug-changed', 'trash-left'].includes(code))).toEqual([]);
    expect(report.tallies.flatMap(({ why }) => (why === '' ? [] : [why]))).toEqual([
      'empty drafts of the editor',
      'internal to WordPress',
    ]);
  });

  it('names documents that a recording and the export describe differently', async () => {
    const answer = (id: number, more: object) => ({
      route: `/wp/v2/posts/${id}`,
      body: {
        ...{ id, type: 'post', status: 'publish', slug: `item-${id}`, date: '2020-05-06T07:08:09' },
        ...{ content: { rendered: '<p>Words.</p>' }, ...more },
      },
    });
    const report = await bring(
      [{ id: 1 }, { id: 2 }, { id: 3, status: 'draft' }, { id: 4, slug: '%e6%97%a5' }],
      [
        answer(1, {}),
        answer(2, { slug: 'other', date: '2021-01-01T00:00:00' }),
        answer(3, {}),
        answer(4, { slug: '日' }),
        answer(9, {}),
      ],
    );
    expect(report.losses.filter(({ code }) => code === 'recording-differs').map(({ what }) => what)).toEqual([
      'slug item-2 in the export, other in the recording; date 2020-05-06T07:08:09 in the export, 2021-01-01T00:00:00 in the recording',
      'status draft in the export, publish in the recording',
      'post 9 is in the recording only',
    ]);
  });
});

describe('an archive that fills the disk', () => {
  const zeros = Buffer.alloc(20 * 1024 ** 2);

  it('is refused, and nothing of it stays', async () => {
    const folder = scratch();
    const file = join(folder, 'bomb.zip');
    writeFileSync(file, zipSync({ 'a.xml': new Uint8Array(10), 'b.xml': zeros }));
    const into = join(folder, 'into');
    const found = await unpackZip(file, into, (name) => name, 8 * 1024 ** 3);
    expect(found).toMatchObject({
      files: [],
      problem: expect.stringContaining('The archive is refused: unpacked'),
    });
    expect(existsSync(into)).toBe(false);
  });

  it('is refused also where the large file is skipped: it is read, and not kept in memory', async () => {
    const folder = scratch();
    const file = join(folder, 'bomb.zip');
    writeFileSync(file, zipSync({ 'a.xml': new Uint8Array(10), 'b.png': zeros }));
    const onlyXml = (name: string) => (name.endsWith('.xml') ? name : null);
    const found = await unpackZip(file, join(folder, 'into'), onlyXml, 8 * 1024 ** 3);
    expect(found.problem).toContain('The archive is refused: unpacked');
    expect(found.refused).toEqual(['b.png']);
  });

  it('is refused as an export and as media, and says so', async () => {
    const folder = scratch();
    const bomb = join(folder, 'bomb.zip');
    writeFileSync(bomb, zipSync({ 'a.xml': zeros, 'uploads/2020/01/a.txt': zeros }));
    const packed = join(folder, 'export.xml.gz');
    writeFileSync(packed, gzipSync(Buffer.concat([Buffer.from(exportFile([{ id: 1 }])), zeros])));
    const whole = join(folder, 'export.xml');
    writeFileSync(whole, exportFile([{ id: 1 }]));
    const run = (files: string[], media: string | null) =>
      importSite({ ...plainImport, files, media, into: join(folder, 'site') }, () => undefined);
    expect(JSON.stringify((await run([whole], bomb)).losses)).toContain('The archive is refused');
    expect(JSON.stringify((await run([bomb, whole], null)).losses)).toContain('The archive is refused');
    const gzipped = await run([packed], null);
    expect(exitCode(gzipped)).toBe(2);
    expect(gzipped.stopped).toMatch(/larger than 16 MB: it is refused/);
    expect(readdirSync(folder)).toContain('site');
  });
});

it('report.json has the fix of a loss under its old name as well', () => {
  const losses: Loss[] = [{ code: 'link-dead', place: null, what: '/gone/', fix: 'Remove the link.' }];
  const report = { source: [], stopped: null, tallies: [], proof: null, losses, next: [] };
  const { losses: written } = JSON.parse([...renderReportJson(report)].join(''));
  expect(written).toEqual([{ ...losses[0], remedy: 'Remove the link.' }]);
});
