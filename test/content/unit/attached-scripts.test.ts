import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSearchTextRows } from '../../../src/build/index/search-text-rows.ts';
import { compileComment } from '../../../src/content/compile/comments.ts';
import { compileMarkdown } from '../../../src/content/compile/compile-markdown.ts';
import type { ReferenceResolver } from '../../../src/content/compile/text/references.ts';
import { contentIndexSchema } from '../../../src/core/search-index/content-index.ts';
import { endOfAddress } from '../../../src/core/text/bare-address.ts';
import { createLibrary, createSite } from '../../helpers/library.ts';

const references: ReferenceResolver = {
  resolve: (url) =>
    url.includes(':')
      ? { kind: 'external', url }
      : {
          kind: 'file',
          image: { src: `/media/${url}`, width: 900, height: 400 },
          contentFile: url,
          source: url,
        },
};
const compile = (markdown: string) =>
  compileMarkdown({
    markdown,
    file: 'content/posts/x.md',
    lineOffset: 4,
    path: '/x/',
    description: null,
    site: createSite(),
    references,
  });
const htmlOf = (markdown: string) => compile(markdown).html.trim();
const inside = (markdown: string) => htmlOf(markdown).replace(/^<p>|<\/p>$/g, '');

describe('emphasis next to punctuation of a script without spaces', () => {
  it.each([
    ['水門は**「閉鎖」**された。', '水門は<strong>「閉鎖」</strong>された。'],
    ['**警告！**近寄らないで。', '<strong>警告！</strong>近寄らないで。'],
    ['他说**“别去。”**然后走了。', '他说<strong>“别去。”</strong>然后走了。'],
    ['이것은 **수문(gate)**입니다.', '이것은 <strong>수문(gate)</strong>입니다.'],
    ['川の*（古い）*橋', '川の<em>（古い）</em>橋'],
    ['~~廃止！~~復活', '<del>廃止！</del>復活'],
    [
      '見る**[地図](https://map.example/)**を',
      '見る<strong><a href="https://map.example/">地図</a></strong>を',
    ],
    ['打つ**`ls`**と', '打つ<strong><code>ls</code></strong>と'],
    ['**~~「旧」~~と*「新」***が', '<strong><del>「旧」</del>と<em>「新」</em></strong>が'],
    ['𠮷野**（よしの）**𠮷', '𠮷野<strong>（よしの）</strong>𠮷'],
    [
      '（**大**学）と**「川」**と**「橋」**と**海**',
      '（<strong>大</strong>学）と<strong>「川」</strong>と<strong>「橋」</strong>と<strong>海</strong>',
    ],
    ['เขา**"ไป"**แล้ว', 'เขา<strong>"ไป"</strong>แล้ว'],
  ])('%s', (markdown, html) => {
    expect(inside(markdown)).toBe(html);
    const { markdown: twin, text, summary } = compile(markdown);
    expect(twin).toBe(`${markdown}\n`);
    expect(text + summary).not.toMatch(/[*~]/);
  });

  it('is emphasis in headings, tables, quotes, lists, links, descriptions of images, notes and comments', () => {
    const { html, headings } = compile(
      '## **「川」**の話\n\n| **「川」**の |\n|--|\n| **（橋）**と |\n\n> - **「川」**の [**「橋」**と](https://a.example/)[^1]\n\n![**「海」**の](a.png)\n\n[^1]: **「注」**です',
    );
    expect(html).not.toContain('*');
    expect(html.match(/<strong>/g)).toHaveLength(6);
    expect(html).toContain('alt="「海」の"');
    expect(headings).toEqual([{ depth: 2, id: '川の話', text: '「川」の話' }]);
    expect(compileComment('水門は**「閉鎖」**された。')).toBe(
      '<p>水門は<strong>「閉鎖」</strong>された。</p>\n',
    );
  });

  it('is none in code, addresses, names and Latin text, as CommonMark says', () => {
    const kept = '`は**「川」**の` 名_「川」_前 a**"b"**c \\*「川」\\*の';
    expect(htmlOf(kept)).toBe(
      '<p><code>は**「川」**の</code> 名_「川」_前 a**&quot;b&quot;**c *「川」*の</p>'.replaceAll(
        '&quot;',
        '"',
      ),
    );
    expect(htmlOf('```\nは**「川」**の\n```')).toContain('は**「川」**の');
    expect(htmlOf('[川](https://a.example/**「川」**の "**「川」**の")')).toContain('title="**「川」**の"');
  });

  it('keeps its letters in a twin that is made from HTML', () => {
    expect(compile('<kbd>K</kbd> 水門は**「閉鎖」**された。').markdown).toBe(
      '`K` 水門は**「閉鎖」**された。\n',
    );
  });
});

describe('a line that ends between two wide letters', () => {
  it('goes on without a space, in all but the twin', () => {
    const markdown = '川沿いの水\n門。\n「昔」の\n**話**\n[です](https://a.example/)。';
    const { html, text, excerpt, summary, markdown: twin } = compile(markdown);
    expect(html).toContain(
      '<p>川沿いの水門。「昔」の<strong>話</strong><a href="https://a.example/">です</a>。</p>',
    );
    expect([text, excerpt, summary]).toEqual(Array(3).fill('川沿いの水門。「昔」の話です。'));
    expect(twin).toBe(`${markdown}\n`);
  });

  it('does so in lists, quotes, headings and HTML, and with line ends of Windows', () => {
    expect(htmlOf('- 水\n  門')).toContain('<li>水門</li>');
    expect(htmlOf('> 水\r\n> 門')).toContain('<p>水門</p>');
    expect(compile('水\n門\n===').headings).toEqual([{ depth: 2, id: '水門', text: '水門' }]);
    expect(htmlOf('**水**\n*門*')).toBe('<p><strong>水</strong><em>門</em></p>');
    expect(htmlOf('𠮷\n野')).toBe('<p>𠮷野</p>');
    expect(htmlOf('<p>水\n門</p>')).toBe('<p>水門</p>');
    expect(htmlOf('他说\n“水门”\n开了')).toBe('<p>他说“水门”开了</p>');
  });

  it('is nothing to search by part of a text', () => {
    const database = new DatabaseSync(':memory:');
    database.exec(contentIndexSchema);
    const words = ['川沿いの水\n門', '> 川沿いの水\n> 門', '<kbd>K</kbd>\n\n川沿いの水\n門'];
    const documents = words.map((text) => {
      const { html, markdown, text: plain, stored } = compile(text);
      return { title: 'A gate', html, markdown, text: plain, ...(stored === undefined ? {} : { stored }) };
    });
    const library = createLibrary({ documents });
    for (const [at, document] of library.documents.entries())
      createSearchTextRows(database, 'main')(at + 1, document, library.body(document));
    const rows = database
      .prepare("SELECT 1 FROM search_text WHERE CAST(content AS TEXT) LIKE '%水門%'")
      .all();
    expect(rows).toHaveLength(3);
  });

  it('is a space between Hangul and Latin words, and stays in code and behind a break', () => {
    expect(htmlOf('수문은\n강에 gate\nopen 水\ngate')).toBe('<p>수문은\n강에 gate\nopen 水\ngate</p>');
    expect(htmlOf('```\n水\n門\n```')).toContain('水\n門');
    expect(htmlOf('水  \n門')).toBe('<p>水<br>\n門</p>');
  });
});

describe('a bare address', () => {
  it.each([
    'https://a.example/map|。次',
    'https://a.example/map|（地図）を',
    'https://a.example/map|をご覧',
    'https://a.example|です',
    'https://a.example/|を見る',
    'https://a.example/docs/|는 좋다',
    'https://a.example/map|” and',
    'https://a.example/map|’s',
    'https://a.example/map|» puis',
    'https://a.example/map|“ heißt',
    'https://a.example/map|—then',
    'https://a.example/map|… more',
    'https://a.example/map|؟',
    'https://a.example/map|　次',
    'https://a.example/Weir_(river)| is',
    'https://ja.example/wiki/水門| は',
    'https://ja.example/wiki/水門_(曖昧さ回避)|。',
    'https://ja.example/search?q=水門#歴史|、次',
    'https://水門.example/地図/| は',
    'https://ko.example/wiki/수문| 은',
    'https://ru.example/путь| и',
    'https://de.example/straße| ist',
    'www.a.example/map|を',
  ])('ends where it says: %s', (text) => {
    const [address = '', rest = ''] = text.split('|');
    expect(endOfAddress(address + rest, 0)).toBe(address.length);
    const { html, markdown } = compile(`${address}${rest} x`);
    expect(html).toContain(`>${address}</a>${rest} x`);
    expect(markdown).toBe(`${address}${rest} x\n`);
  });

  it('is followed by words, other addresses and emphasis', () => {
    expect(htmlOf('参见https://a.example/。https://b.example/を**「読む」**と')).toBe(
      '<p>参见<a href="https://a.example/">https://a.example/</a>。<a href="https://b.example/">https://b.example/</a>を<strong>「読む」</strong>と</p>',
    );
    expect(htmlOf('**https://a.example/**です')).toBe(
      '<p><strong><a href="https://a.example/">https://a.example/</a></strong>です</p>',
    );
    expect(htmlOf('«www.a.example»、（www.b.example）は ask@a.example。ask@b.example、')).toBe(
      '<p>«<a href="http://www.a.example">www.a.example</a>»、（<a href="http://www.b.example">www.b.example</a>）は <a href="mailto:ask@a.example">ask@a.example</a>。<a href="mailto:ask@b.example">ask@b.example</a>、</p>',
    );
  });

  it('leaves what is written behind it in the description', () => {
    const { summary } = compile('地図は https://a.example/map。水門の話も読めます（https://b.example/）。');
    expect(summary).toBe('地図は。水門の話も読めます。');
    expect(compile('See https://a.example/Weir_(river) and www.b.example now.').summary).toBe('See and now.');
  });

  it('in brackets or as a destination is what its author wrote', () => {
    expect(htmlOf('<https://a.example/水。門> [水](https://a.example/「水」)')).toBe(
      '<p><a href="https://a.example/%E6%B0%B4%E3%80%82%E9%96%80">https://a.example/水。門</a> <a href="https://a.example/%E3%80%8C%E6%B0%B4%E3%80%8D">水</a></p>',
    );
  });
});

describe('a tilde or a caret', () => {
  it.each([
    '화~목(10~17시)에 엽니다',
    '水門は2~4月、橋は11~12月です',
    '星期一~星期三，8~17点',
    '啊~今天真好~',
    'LD_PATH=~/lib:~/opt/lib',
    'Pages 3~5/7~9, and ~4 or ~6',
    'a^2+b^2=c^2, 2^10 and 2^12',
    '**水~**門~',
  ])('is a sign everywhere in "%s"', (markdown) => {
    for (const text of [markdown, `## ${markdown}`, `- ${markdown}`]) {
      const { html, markdown: twin } = compile(text);
      const shown = html.replace(/<\/?(?:p|ul|li|strong|h2[^>]*)>|\n/g, '');
      expect(shown).toBe(markdown.replaceAll('**', ''));
      expect(twin).toBe(`${text}\n`);
    }
    expect(compileComment(markdown)).not.toMatch(/<(?:del|su[bp])>/);
  });

  it('shifts next to others that do not', () => {
    expect(inside('2~4日、H~2~O と SO~4~^2-^ x^2^+y^2^ C~6~H~12~O~6~ 1^st^ m^2')).toBe(
      '2~4日、H<sub>2</sub>O と SO<sub>4</sub><sup>2-</sup> x<sup>2</sup>+y<sup>2</sup> C<sub>6</sub>H<sub>12</sub>O<sub>6</sub> 1<sup>st</sup> m^2',
    );
    expect(htmlOf('~~水~~ a~[b *c*](https://a.example/)~')).toBe(
      '<p><del>水</del> a~<a href="https://a.example/">b <em>c</em></a>~</p>',
    );
  });
});

describe('whatever is next to what', () => {
  it('code behind an address stays code, and a letter of two units stays one', () => {
    expect(htmlOf('https://a.example/。`2~3`~水')).toBe(
      '<p><a href="https://a.example/">https://a.example/</a>。<code>2~3</code>~水</p>',
    );
    expect(htmlOf('https://a.example/x𠮷')).toBe(
      '<p><a href="https://a.example/x">https://a.example/x</a>𠮷</p>',
    );
  });

  it('no sign is lost, and the twin is what was written', () => {
    const pieces = fc.constantFrom(
      ...[
        '水',
        '門は',
        '수문',
        'b',
        '𠮷',
        'ก',
        '「',
        '」',
        '。',
        '（',
        '）',
        '(',
        ')',
        '"',
        ' ',
        '“',
        '”',
        '：',
        '😀',
      ],
      ...['3~5', '~', '^', 'a^2+b', '**', '*', '~~', '`c~d`', '\\~', '\\*', '—', 'x'],
      ...['https://a.example/', 'https://a.example/水', 'www.b.example', 'ask@c.example', '/~u/'],
    );
    const lettersOf = (text: string) => text.match(/[\p{L}\p{N}\p{So}]/gu)?.join('');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const markdown = `水 ${parts.join('')}`.trim();
        const { html, text, markdown: twin } = compile(markdown);
        for (const standIn of ['\u0001', '\u2e0e', '\u1680', '%01']) expect(html).not.toContain(standIn);
        expect(lettersOf(text)).toBe(lettersOf(markdown));
        if (!/<su[bp]>/.test(html)) expect(twin).toBe(`${markdown}\n`);
      }),
      { numRuns: 1000 },
    );
  });
});

it.each(['```foo``\n\n', '- a\n- ```\n  b\n  ```\n\n', '> ```\n\n', '```\n\n``` x\n```\n\n'])(
  'signs behind what only looks like code are those of words: %j',
  (before) => {
    expect(htmlOf(`${before}수문은 월~금 09~18시에 열린다.`)).toContain(
      '<p>수문은 월~금 09~18시에 열린다.</p>',
    );
  },
);
