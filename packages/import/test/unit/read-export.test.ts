import { describe, expect, it } from 'vitest';
import type { ExportItem, ExportRecord } from '../../src/model/export-model.ts';
import { readExport } from '../../src/wordpress/read-export.ts';
import { exportedMeta, exportFile } from '../helpers/export-file.ts';

/** Reads a text in pieces of a few characters, as a stream may come. */
async function read(text: string, piece = 7): Promise<{ records: ExportRecord[]; problem: string }> {
  const records: ExportRecord[] = [];
  async function* pieces() {
    for (let at = 0; at < text.length; at += piece) yield text.slice(at, at + piece);
  }
  try {
    for await (const record of readExport('export.xml', pieces())) records.push(record);
  } catch (error) {
    return { records, problem: error instanceof Error ? error.message : String(error) };
  }
  return { records, problem: '' };
}

const itemsOf = (records: readonly ExportRecord[]): ExportItem[] =>
  records.flatMap((record) => (record.kind === 'item' ? [record.item] : []));

describe('reading an export', () => {
  it('gives the site, its authors and its documents, with documents to the character', async () => {
    const content = 'One & two <b>]]></b>\n\n\tthree  ';
    const { records, problem } = await read(
      exportFile([{ id: 7, content, more: exportedMeta('mood', 'glad') }]),
    );
    expect(problem).toBe('');
    const [item] = itemsOf(records);
    expect(item).toMatchObject({ id: 7, content, slug: 'item-7', meta: [{ key: 'mood', value: 'glad' }] });
    const head = records.find((record) => record.kind === 'head');
    expect(head).toMatchObject({ head: { title: 'Old & new', home: 'https://old.example' } });
    expect(records.filter((record) => record.kind === 'author')).toHaveLength(1);
  });

  it('reports the elements of WordPress by the end of their namespace', async () => {
    const text = exportFile([{ id: 7 }])
      .replace('xmlns:wp="http://wordpress.org/export/1.2/"', 'xmlns:w="https://wordpress.org/export/1.1/"')
      .replaceAll('<wp:', '<w:')
      .replaceAll('</wp:', '</w:');
    expect(itemsOf((await read(text)).records)[0]?.id).toBe(7);
  });

  it('leaves out characters that XML does not allow, counts them and names the document', async () => {
    const { records, problem } = await read(
      exportFile([{ id: 1, content: 'One\u0008 two\u000b\u0001.' }, { id: 2 }]),
    );
    expect(problem).toBe('');
    expect(itemsOf(records)[0]?.content).toBe('One two.');
    const repaired = records.flatMap((record) => (record.kind === 'repaired' ? [record] : []));
    expect(repaired.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(repaired[0]?.place.title).toBe('Item 1');
  });

  it('passes over what a plugin printed before the XML', async () => {
    const { records } = await read(`\uFEFF\n\n<br />Warning: something\n${exportFile([{ id: 3 }])}`);
    expect(itemsOf(records)).toHaveLength(1);
  });

  it('says at which line a file was cut off, and how much was read', async () => {
    const whole = exportFile([{ id: 1 }, { id: 2 }]);
    const { records, problem } = await read(whole.slice(0, whole.lastIndexOf('<wp:post_parent>')));
    expect(itemsOf(records)).toHaveLength(1);
    expect(problem).toMatch(/line \d+: the export was cut off.*1 document was read/s);
  });

  it('refuses a document type, so that no entity is expanded or fetched', async () => {
    const bomb = exportFile([{ content: 'x' }]).replace(
      '<rss',
      '<!DOCTYPE rss [<!ENTITY a SYSTEM "file:///etc/passwd">]><rss',
    );
    const { records, problem } = await read(bomb);
    expect(records).toEqual([]);
    expect(problem).toMatch(/document type declaration .* is not part of an export/);
  });

  it('reports a feed from an export, and where to make one', async () => {
    const { problem } = await read(
      '<?xml version="1.0"?><rss version="2.0"><channel><title>A feed</title><item><title>x</title></item></channel></rss>',
    );
    expect(problem).toMatch(/feed, not an export.*Tools > Export/);
  });

  it('stops at elements that are nested without end', async () => {
    const { problem } = await read(`<rss>${'<a>'.repeat(500)}`, 4096);
    expect(problem).toMatch(/nested more than 64 deep/);
  });
});
