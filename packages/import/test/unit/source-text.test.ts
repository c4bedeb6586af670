import { mkdtempSync, promises, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readExport } from '../../src/wordpress/read-export.ts';
import { readText } from '../../src/wordpress/source-text.ts';
import { exportFile } from '../helpers/export-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agentsite-source-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Titles of an export, and the problems of its bytes: how many, and in which document. */
async function read(bytes: Buffer): Promise<{ titles: string[]; repaired: unknown[] }> {
  const file = join(folder, 'export.xml');
  writeFileSync(file, bytes);
  const titles: string[] = [];
  const repaired: unknown[] = [];
  for await (const record of readExport('export.xml', readText(file))) {
    if (record.kind === 'item') titles.push(record.item.title);
    if (record.kind === 'repaired') repaired.push([record.what, record.count, record.place.ordinal]);
  }
  return { titles, repaired };
}

const written = (title: string): string =>
  exportFile([
    { id: 7, title: 'One 💀 📀' },
    { id: 8, title },
  ]);
/** So that what is checked is behind the first piece that is read. */
const long = (title: string): string => exportFile([{ content: 'x'.repeat(300_000) }, { id: 8, title }]);

describe('the text of an export', () => {
  it('is UTF-8, with or without a byte order mark, whatever its characters are cut by', async () => {
    const title = 'é💀'.repeat(100_000);
    for (const mark of ['', '\ufeff'])
      expect(await read(Buffer.from(mark + written(title)))).toEqual({
        titles: ['One 💀 📀', title],
        repaired: [],
      });
  });

  it('is what the file declares, where it is not UTF-8', async () => {
    const declared = (name: string, text: string) => text.replace(/encoding="[^"]*"/, `encoding="${name}"`);
    const latin = Buffer.from(declared('ISO-8859-1', long('Straße é')), 'latin1');
    expect(await read(latin)).toEqual({ titles: ['Item 1', 'Straße é'], repaired: [] });
    const cyrillic = Buffer.concat([
      Buffer.from(declared('windows-1251', long('')).replace(/<!\[CDATA\[\]\]><\/title>[\s\S]*/, '')),
      Buffer.from([0xcc, 0xe8, 0xf0]),
      Buffer.from(long('').slice(long('').indexOf('<![CDATA[]]></title>')).replace('<![CDATA[]]>', '')),
    ]);
    expect((await read(cyrillic)).titles[1]).toBe('Мир');
    const utf8 = Buffer.from(declared('ISO-8859-1', written('Straße é')));
    expect((await read(utf8)).titles[1]).toBe('Straße é');
    const wide = Buffer.from(`\ufeff${declared('UTF-16', written('Straße é'))}`, 'utf16le');
    expect((await read(wide)).titles).toEqual(['One 💀 📀', 'Straße é']);
  });

  it('with bytes of an older encoding among UTF-8 is read as it was meant; the documents are named', async () => {
    const [before = '', after = ''] = written('@@').split('@@');
    const bytes = Buffer.concat([
      Buffer.from(`${before}né `),
      Buffer.from([0xe9, 0x93, 0x61, 0x94]),
      Buffer.from(after),
    ]);
    const { titles, repaired } = await read(bytes);
    expect(titles).toEqual(['One 💀 📀', 'né é“a”']);
    expect(repaired).toEqual([
      ['encoding', 2, 2],
      ['encoding', 1, 2],
    ]);
  });
});

it('an archive that is cut off is refused, also on a disk that is slow to say its size', async () => {
  const file = join(folder, 'cut.xml.gz');
  writeFileSync(file, gzipSync(written('Title')).subarray(0, 200));
  const { stat } = promises;
  promises.stat = ((path: string) => delay(50).then(() => stat(path))) as typeof stat;
  syncBuiltinESMExports();
  onTestFinished(() => {
    promises.stat = stat;
    syncBuiltinESMExports();
  });
  const readAll = async () => {
    for await (const text of readText(file)) expect(text).not.toBe('');
  };
  await expect(readAll()).rejects.toThrow('cut off');
});
