import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proveHidden } from '../../../src/import/proof/canaries.ts';
import { compareTexts } from '../../../src/import/proof/texts.ts';
import { exportedComment, exportFile } from '../../helpers/export-file.ts';

describe('texts are compared as readers see them', () => {
  it('quotes, dashes, markup and addresses do not count; words and their order do', () => {
    const old = '<p>“One” &#8211; two <b>three</b> four</p>';
    expect(compareTexts('<p>10×12 (2023)</p>', '<p>10x12 (2023)</p>').missing).toBe(0);
    expect(compareTexts(old, '<p>"One" - two</p><p><i>three</i> four</p>')).toMatchObject({
      words: 4,
      missing: 0,
      added: 0,
    });
    expect(compareTexts(old, '<p>One two four</p>').missing).toBe(0.25);
    expect(compareTexts(old, '<p>One three two four</p>')).toMatchObject({ missing: 0.25, added: 0.25 });
    expect(compareTexts(old, '<p>One two three four five</p>').added).toBe(0.25);
  });

  it('code counts to the character', () => {
    const old = '<pre class="wp-block-code"><code>a &lt; b\r\n\tc  </code></pre>';
    expect(compareTexts(old, '<pre><code>a &#x3C; b\n\tc  \n</code></pre>').codeEqual).toBe(1);
    expect(compareTexts(old, '<pre><code>a &lt; b\n c</code></pre>').codeEqual).toBe(0);
  });
});

describe('hidden texts', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'agentsite-proof-'));
    mkdirSync(join(folder, 'dist'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const prove = (page: string) => {
    const secret = 'These are words that nobody was ever shown by anyone.';
    writeFileSync(
      join(folder, 'export.xml'),
      exportFile([
        {
          id: 1,
          content: `<p>Everybody may read this very public sentence.</p>`,
          more: exportedComment({ id: 1, approved: '0', content: 'A held remark about something else.' }),
        },
        { id: 2, status: 'private', content: `<p>${secret}</p>` },
        { id: 3, status: 'draft', content: '<p>Everybody may read this very public sentence.</p>' },
      ]),
    );
    writeFileSync(join(folder, 'dist/page.html'), page);
    return proveHidden([join(folder, 'export.xml')], join(folder, 'dist'));
  };

  it('are looked for in all that is published, but for what public texts say too', async () => {
    expect(await prove('<p>Everybody may read this very public sentence.</p>')).toMatchObject({ wrong: [] });
    expect((await prove('x these are <b>words</b>, that nobody was y')).wrong).toEqual([
      '“these are words that nobody was” is in page.html',
    ]);
    expect((await prove('A held remark about something else.')).wrong).not.toEqual([]);
  });
});
