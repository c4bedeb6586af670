import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { importSite } from '../../src/import-site.ts';
import { cleanSvg } from '../../src/write/clean-svg.ts';
import { exportFile } from '../helpers/export-file.ts';
import { FolderImport, lossesOf } from '../helpers/folder-import.ts';
import { plainImport } from '../helpers/plain-import.ts';

const drawing = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}>${inside}</svg>`;
const cleaned = (text: string): string | null => {
  const result = cleanSvg(Buffer.from(text));
  return result && Buffer.from(result.bytes).toString();
};

describe('an imported drawing', () => {
  it.each([
    ['a script', '<script>alert(1)</script>', ''],
    ['a script with a prefix', '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>', ''],
    ['a script of HTML', '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>', ''],
    ['foreign content', '<foreignObject><p>x</p></foreignObject>', ''],
    ['a handler', '<rect onclick="alert(1)" width="1"/>', '<rect width="1"/>'],
    ['a program as a link', '<a href="java&#10;script:alert(1)"><text>x</text></a>', '<a><text>x</text></a>'],
    ['an old program as a link', '<a xlink:href=" javascript:alert(1)"/>', '<a/>'],
    ['data as a link', '<a href="data:text/html,x"/>', '<a/>'],
    [
      'an animated link',
      '<a href="#x"><set attributeName="href" to="javascript:alert(1)"/></a>',
      '<a href="#x"></a>',
    ],
    ['an animated handler', '<animate attributeName="onclick" to="x"/>', ''],
    ['an outside image', '<image href="https://spy.example/x.png"/>', '<image/>'],
    ['an outside image without a scheme', '<image href="//spy.example/x.png"/>', '<image/>'],
    ['an outside fragment', '<use xlink:href="https://spy.example/x.svg#a"/>', '<use/>'],
    ['an outside paint', '<rect fill="url(https://spy.example/x.svg#a)"/>', '<rect/>'],
    ['an outside style', '<rect style="fill:u\\72l(//spy.example)"/>', '<rect/>'],
    ['an imported style sheet', '<style type="text/css">@import "https://spy.example/x.css";</style>', ''],
    ['an outside font', '<style><![CDATA[@font-face{src:url("https://spy.example/f")}]]></style>', ''],
    ['another base', '<g xml:base="https://spy.example/"/>', '<g/>'],
  ])('loses %s', (_, inside, left) => {
    expect(cleaned(drawing(inside))).toBe(drawing(left));
  });

  it('loses a style sheet in an instruction, and a handler of its own', () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet href="https://spy.example/x.xsl"?>`;
    expect(cleaned(`${text}${drawing('', ' onload="alert(1)"')}`)).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>${drawing('')}`,
    );
  });

  it.each([
    ['elements in entities', `<!DOCTYPE svg [<!ENTITY x "<script>alert(1)</script>">]>${drawing('&x;')}`],
    ['entities of other files', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${drawing('&x;')}`],
    ['broken XML', '<svg><script>alert(1)</svg>'],
    ['an encoding that hides marks', `<?xml version="1.0" encoding="ISO-2022-JP"?>${drawing('')}`],
  ])('is refused with %s', (_, text) => {
    expect(cleaned(text)).toBeNull();
  });

  it('stays to the byte where it only draws', () => {
    const text = `<?xml version="1.0"?>\n<!-- licence -->${drawing('<defs><path id="a" d="M0 0"/></defs><use href="#a"/><image href="data:image/png;base64,AA=="/><a href="https://old.example/">x</a><style>.a{fill:url(#g)}</style><rect fill="url(#g)"/>')}`;
    expect(cleaned(text)).toBe(text);
  });
});

describe('a drawing of each system', () => {
  const bad = drawing('<script>alert(1)</script>');

  it('is cleaned on its way from a folder, and named', async () => {
    using old = new FolderImport();
    old.write({
      'hugo.toml': 'title = "G"\n',
      'content/a.md': 'Words.\n',
      'static/a.svg': bad,
      'static/b.SVG': bad,
      'static/c.svg': '<svg',
    });
    const report = await old.run();
    expect(old.filesIn('public')).toEqual(['a.svg', 'b.SVG']);
    for (const file of ['a.svg', 'b.SVG']) expect(old.read(`public/${file}`)).toBe(drawing(''));
    expect(lossesOf(report, 'html-removed')).toEqual(['public/a.svg', 'public/b.SVG']);
    expect(lossesOf(report, 'file-refused')).toEqual(['public/c.svg']);
  });

  it.each(['<g>', '<script>', '<a/><g>'])(
    'is refused where elements are too deep in each other: %s',
    (tag) => {
      expect(cleanSvg(Buffer.from(drawing(tag.repeat(1100) + '</g>'.repeat(1100))))).toBeNull();
      expect(cleanSvg(Buffer.from(drawing('<g><a/></g>'.repeat(1100))))).not.toBeNull();
    },
  );

  it.each([
    ['wordpress', '/wp-content/uploads/2024/05/a.svg', '2024/05/a.svg'],
    ['ghost', '/content/images/2024/05/a.svg', '2024/05/a.svg'],
  ] as const)('is cleaned on its way from %s', async (system, address, file) => {
    const folder = mkdtempSync(join(tmpdir(), 'svg-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'media/2024/05'), { recursive: true });
    writeFileSync(join(folder, 'media', file), bad);
    const source = join(folder, 'export');
    writeFileSync(
      source,
      system === 'ghost'
        ? JSON.stringify({ db: [{ meta: {}, data: { posts: [] } }] })
        : exportFile([{ id: 1 }]),
    );
    const into = join(folder, 'site');
    await importSite(
      { ...plainImport, system, files: [source], media: join(folder, 'media'), into },
      () => undefined,
    );
    expect(readFileSync(join(into, 'public', address), 'utf8')).toBe(drawing(''));
  });
});
