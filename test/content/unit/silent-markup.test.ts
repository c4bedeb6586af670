import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { advise } from '../../../src/content/check/advise.ts';
import { findSilentMarkup } from '../../../src/content/compile/text/silent-markup.ts';
import { splitSource } from '../../../src/content/read/front-matter.ts';
import { ContentProject, post } from '../../helpers/content-project.ts';

const project = new ContentProject({ 'content/pages/index.md': '---\ntitle: Home\n---\nHome.\n' });
afterEach(() => project.remove());

/** The warnings of a text, `line:column what`, without what to do about it. */
async function warningsOf(text: string): Promise<string[]> {
  project.write({
    'content/posts/a.md': post(text),
    'content/posts/a.png': pixel,
    'content/posts/a b.png': pixel,
    'public/a.heic': 'x',
    'public/b.tif': 'x',
  });
  const loaded = await project.load();
  loaded.close();
  const remarks = advise(loaded).filter(({ file }) => file.startsWith('content/posts/a.md:'));
  expect(remarks).toHaveLength(loaded.warnings.length);
  for (const { message } of loaded.warnings) expect(message).toMatch(/[;:] .*\w.*\.$/);
  return loaded.warnings.map(
    ({ line, column, message }) =>
      `${line}:${column} ${message.split(/ (?:is|begins|gives|does|refers|sends) /)[0]}`,
  );
}
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

it('an address with a space is named with both ways to write it', () => {
  expect(findSilentMarkup('![a](Foto Um.JPG "Title")').map(({ message }) => message)).toEqual([
    '"![a](Foto Um.JPG "Title")" is shown as it is written, since its address has a space; write (<Foto Um.JPG>) or (Foto%20Um.JPG).',
  ]);
});

describe('markup that does nothing', () => {
  it.each([
    ['So $a^2$ it is', ['5:4 "$a^2$"']],
    ['$x$ and $E = mc$ and $\\alpha$.', ['5:1 "$x$"', '5:9 "$E = mc$"', '5:22 "$\\alpha$"']],
    ['Text\n\n$$\n\\frac{1}{2}\n$$', ['7:1 "$$ \\frac{1}{2} $$"']],
    ['10^-6^ m, Cl^-^ and v~-1~, `10^-6^`, x^2^', ['5:3 "^-6^"', '5:13 "^-^"', '5:22 "~-1~"']],
    ['So \\(a^2\\) and\n\\[\\int f\\]', ['5:4 "\\(a^2\\)"', '6:1 "\\[\\int f\\]"']],
    ['```mermaid\npie\n```', ['5:1 "mermaid"']],
    ['Words[^1] and [^note].', ['5:6 "[^1]"', '5:15 "[^note]"']],
    ['Words\n\n[^1]: Lost.', ['7:1 "[^1]"']],
    ['See [the guide][guide] and [this page][].', ['5:5 "[the guide][guide]"', '5:28 "[this page][]"']],
    ['{{< youtube abc >}} {{% note %}}', ['5:1 "{{< youtube abc >}}"', '5:21 "{{% note %}}"']],
    [
      '{% include a.html %} {{ site.title | upcase }}',
      ['5:1 "{% include a.html %}"', '5:22 "{{ site.title | upcase }}"'],
    ],
    ['[gallery ids="1,2"] and [toc]', ['5:1 "[gallery ids="1,2"]"', '5:25 "[toc]"']],
    ['[box]Words[/box]', ['5:1 "[box]"']],
    [':::youtube{id="A"}\nWords\n:::', ['5:1 ":::youtube{id="A"}"']],
    ['::: warning\nWords\n:::', []],
    ['::: {note} Title\nWords\n:::', ['5:1 "::: {note} Title"']],
    ['::: {.tip}\nWords\n:::', ['5:1 "::: {.tip}"']],
    ['![a](a.png){width=50%} and [b](/){.button}', ['5:12 "{width=50%}"', '5:34 "{.button}"']],
    ['::youtube[abc]\n\n!!! note "A"\n    Words', ['5:1 "::youtube[abc]"', '7:1 "!!! note "A""']],
    ['An ==important word==.\n\n{:toc}', ['5:4 "==important word=="', '7:1 "{:toc}"']],
    ['## Title {#own}\n\nA line.\n{: .lead}', ['5:10 "{#own}"', '8:1 "{: .lead}"']],
    [
      '![a](Foto Um.JPG) [b](meu arquivo.pdf "T t") [c](/a b/) [d](https://a.example/b c)',
      [
        '5:1 "![a](Foto Um.JPG)"',
        '5:19 "[b](meu arquivo.pdf "T t")"',
        '5:46 "[c](/a b/)"',
        '5:57 "[d](https://a.example/b c)"',
      ],
    ],
    ['![a](Foto (1).JPG)', ['5:1 "![a](Foto (1).JPG)"']],
    ['![a](<a b.png>) ![a](a%20b.png "A title") ![a]( a.png )', []],
    ['[[Other page]] and ![[a.png]]', ['5:1 "[[Other page]]"', '5:20 "![[a.png]]"']],
    [
      '[a](http://localhost:3000/) <http://127.0.0.1/>',
      ['5:1 "http://localhost:3000/"', '5:29 "http://127.0.0.1/"'],
    ],
    ['<a href="http://localhost/x">x</a>', ['5:1 "http://localhost/x"']],
    ['<script>alert(1)</script>', ['5:1 <script>']],
    ['<p style="color:red" onclick="x()">x</p>', ['5:1 style="…"', '5:1 onclick="…"']],
    ['![a](/a.heic) <img src="/b.tif" alt="b">', ['5:1 public/a.heic', '5:15 public/b.tif']],
    ['<style>p{}</style>', ['5:1 <style>']],
    ['<a href="javascript:x()">x</a>', ['5:1 href="javascript:…"']],
    ['<script src="https://a.example/x.js"></script>', ['5:1 <script>']],
    ['<script src="https://[/x.js"></script>', []],
    ['##\u00a0Title\n\n-\u3000one\n-\u3000two', ['5:1 "## Title"', '7:1 "- one"', '8:1 "- two"']],
    ['1.\u00a0one\n2.\u00a0two\n\n> *\u202fone', ['5:1 "1. one 2. two"', '8:3 "* one"']],
    ['\u200b## Title\n\n\u2060- one', ['5:1 "\u200b## Title"', '7:1 "\u2060- one"']],
    ['\u200b```js\na\n```\n\nb', ['5:1 "\u200b```js"', '7:1 "```"']],
    ['##Title\n\nText\n###「題」', ['5:1 "##Title"', '8:1 "###「題」"']],
    ['＃　題\n\n＃＃題\n\n#＃ 題', ['5:1 "＃ 題"', '7:1 "＃＃題"', '9:1 "#＃ 題"']],
    ['• one\n• two\n\n> ・一\n> ・二', ['5:1 "• one • two"', '8:3 "・一 > ・二"']],
    [
      '– one\n– two\n\n１．一\n２．二\n\n1、一\n2、二',
      ['5:1 "– one – two"', '8:1 "１．一 ２．二"', '11:1 "1、一 2、二"'],
    ],
    ['·\tone\n·\ttwo\n\n-one\n-two', ['5:1 "· one · two"', '8:1 "-one -two"']],
    ['We did it :tada: :+1:', ['5:11 ":tada:"', '5:18 ":+1:"']],
    ['A thought. ^walk-1', ['5:12 "^walk-1"']],
    ['```js\nlet a;\n\n## Next\n', ['5:1 "```js"']],
    ['> ~~~ts\n> let a;\n\nText', ['5:3 "~~~ts"']],
    ['```klingon\na\n```\n\n```klingon\nb\n```', ['5:1 "klingon"']],
    ['```js twoslash {1}\na\n```\n\n```{.js .lineNos}\na\n```', ['5:1 "twoslash"', '9:1 ".lineNos"']],
    ['<div>\n\n    <p>In a box.</p>\n\n</div>', ['7:1 HTML behind a blank line']],
    [
      '![a](a.png#gh-light-mode-only) <img src="a.png#gh-dark-mode-only" alt="">',
      ['5:1 "a.png#gh-light-mode-only"', '5:32 "a.png#gh-dark-mode-only"'],
    ],
    [
      '<form action="https://a.example/"><button formaction="//b.example/">x</button></form>',
      ['5:1 action="https://a.example/"', '5:35 formaction="//b.example/"'],
    ],
    ['<form action="/search/"><input name="q"></form>', []],
    ['So 6*7*8 = 336, f(2)*x*y', ['5:5 "*7*"', '5:21 "*x*"']],
    ['The file __main__.py', ['5:10 "__main__"']],
    ['## \n\n> ###\n\n####### Deep', ['5:1 "## "', '7:3 "###"', '9:1 "####### Deep"']],
    ['It ended there.\n---\n\nOne line\nand another\n----', ['5:1 "It ended there."', '8:1 "One line"']],
    ['1. one\n  - part\n2. two\n\n10) ten\n   * part', ['6:3 "- part"', '10:4 "* part"']],
    ['| a | b |\n| 1 | 2 |\n\n> | a |\n> |---|---|', ['5:1 "| a | b |"', '8:3 "| a |"']],
    ['[a]() ![b]( ) [c](https://)', ['5:1 "[a]()"', '5:7 "![b]( )"', '5:15 "[c](https://)"']],
    ['[a](javascript:x())', ['5:1 "[a](javascript:x())"']],
    ['![a](a.png =300x200)', ['5:1 "![a](a.png =300x200)"']],
    ['As[^my note] and^[a note within] too', ['5:3 "[^my note]"', '5:17 "^[a note within]"']],
    [
      '++new++ ||he dies|| >!he dies!< {>>really?<<} {--old--}',
      ['5:1 "++new++"', '5:9 "||he dies||"', '5:22 "!he dies!<"', '5:33 "{>>really?<<}"', '5:47 "{--old--}"'],
    ],
    [
      "import A from './a.jsx'\n\nexport const b = 1",
      ['5:1 "import A from \'./a.jsx\'"', '7:1 "export const b = 1"'],
    ],
    ['<link rel="stylesheet" href="https://a.example/x.css">', ['5:1 href="https://a.example/x.css"']],
    ['<iframe src="http://a.example/"></iframe>', ['5:1 src="http://a.example/"']],
    ['<iframe src="https://a.example/"></iframe> <video src="https://a.example/x.mp4"></video>', []],
  ])('is named with its place: %s', async (text, expected) => {
    expect(await warningsOf(text)).toEqual(expected);
  });

  it('is nothing that people write in prose, in code, or as an escape', async () => {
    const text = [
      'It costs $5 and $10, US$ 5, $5-$10, 5$ or $HOME/$USER, $FOO_BAR/$BAZ; a=$1 b=$2.',
      '- [x] done\n- [ ] not yet',
      'The values a[i], a[i][j], m[x][y], f(x)[0], [x], [1], [sic], [citation needed] and [[1, 2], [3, 4]].',
      'It is [1](see below), [2](see version 2.0), [3](Smith et al.) and `[b](a b.png)`.',
      'In a shell `[[ -f x ]]` and if [[ -f x ]]; then.',
      'Escaped: \\$x^2\\$, \\[[a]], \\[toc], \\{{ a }}, \\[^1].',
      'Sets {1, 2}, {x | x > 0}, {a: 1}, C++ {}, at 10:30, a:hover, ::before and std::vector.',
      '`$x^2$ {{ a.b }} [toc] [[a]] [^1]` and $`x^2`$',
      '    $x^2$ [[a]] {{< b >}}',
      '```\n$x^2$ [toc] {{< b >}}\n:::tip\n[^1] [a][b]\n```',
      '[a link][ref] and [ref], ![image][pic], [$x^2$](https://a.example/) and a note[^n].',
      '[ref]: https://a.example/$x^2$\n[pic]: a.png\n\n[^n]: A note.',
      '<p class="note" data-style="x">words</p>',
      '<script type="application/ld+json">{"a": "[[b]]"}</script>',
      '<!-- {{< b >}} [toc] style="" -->',
      'On ~5 km, H~2~O.',
      'If a == b or a==b==c, and ===, then x::y[0], std::map{1}! What?! No!!! Yes',
      'Title\n=====',
      'A #hashtag here,\n#1 in the list, #here and ＃タグ.\n\n#hashtag first',
      '– Come in, he said.\n\n• alone\n\n-\u2014 or not, -5 and\n-6',
      'It was on the\n1.\u00a0May. Or *so*,\n*or so*, **or**\n**so**.',
      '10:30:15, a:b:c, :nothing:, `:tada:`, [x](https://a.example/:tada:/), <https://a.example/:x:>, \\:tada: and ::+1',
      '~~~\na\n~~~~\n\n- ```sh\n  npm\n  ```\n\n> ````md\n> ```\n> ````\n\n```\n```',
      '    <p>code</p>',
      '```js\nleft; // [!code --]\n// highlight-next-line\nright; /* [!code focus] */\n```',
      'Said %%to nobody%% and {/* not even here */} at last.\n\n%%\nNothing of this is said.\n%%\n\n> [!faq]- Where are they?\n> Gone.\n\n::: tip Where to look\nNowhere.\n:::',
      'Some *a*b, **2**3, 2 * 3 * 4, __init__ and `2*3*4`, i++ and ++i, C++ or g++, a || b||c.',
      'Short title\n---\n\nText.\n\n---\n\n1. one\n   - part\n2. two\n  \n- a\n  - b\n\n| a |\n|---|\n| b |',
      'import taxes and export goods, [up](#), x ^ [y], {-x-} and see > !x.\nimport "quotas" now',
      '```text\na\n```\n\n```mermaid\ngraph LR\n  A --> B\n```\n\n```math\nx\n```\n\n```js title="a" {1} ins={2}\na\nb\n```',
    ].join('\n\n');
    expect(await warningsOf(text)).toEqual([]);
  });

  it('is not in the example content', () => {
    const folder = join(import.meta.dirname, '../../../content');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.md'),
    );
    expect(files.length).toBeGreaterThan(30);
    for (const file of files) {
      const { body } = splitSource(readFileSync(join(folder, file), 'utf8'));
      expect([file, findSilentMarkup(body)]).toEqual([file, []]);
    }
  });

  it('is named again by a build that compiles nothing', async () => {
    expect(await warningsOf('So $a^2$ it is')).toHaveLength(1);
    const again = await project.load();
    again.close();
    expect([again.report.compiled, again.warnings.length]).toEqual([0, 1]);
  });
});

it('one tilde is a tilde, and two strike out', async () => {
  project.write({ 'content/posts/a.md': post('H~2~O, ~[a *b*](https://a.example/)~ and ~~gone~~.') });
  const loaded = await project.load();
  const { html, markdown } = loaded.library.body(
    loaded.library.documents.find(({ kind }) => kind === 'post') as never,
  );
  loaded.close();
  expect(html.trim()).toBe(
    '<p>H<sub>2</sub>O, ~<a href="https://a.example/">a <em>b</em></a>~ and <del>gone</del>.</p>',
  );
  expect(markdown).toContain('H₂O, ~[');
});
