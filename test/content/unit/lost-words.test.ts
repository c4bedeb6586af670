import { afterEach, expect, it } from 'vitest';
import { findLostWords } from '../../../src/content/compile/text/lost-words.ts';
import { ContentProject, post } from '../../helpers/content-project.ts';

const find = (markdown: string, html: string, text: string) =>
  findLostWords(markdown, html, text).map(({ at, words }) => [
    markdown.slice(0, at).split('\n').length,
    words.join(' '),
  ]);

it.each([
  ['a line', 'One.\n\nTwo lost words.\n\nThree.', 'One. Three.', [[3, 'Two lost words']]],
  [
    'a word that is elsewhere too',
    'Careful!\n\nBe careful, Careful.',
    'Be careful, Careful.',
    [[1, 'Careful']],
  ],
  ['the end of a line', '# One two\n\nThree four', 'One Three four', [[1, 'two']]],
  ['a line of a quotation with CRLF', '> One\r\n> two\r\n\r\nThree', 'One Three', [[2, 'two']]],
  ['words without spaces', '漢字\n\n国際会議です', '漢字 会議です', [[3, '国 際']]],
  ['combining marks', 'हिन्दी लेख', 'हिन्दी', [[1, 'लेख']]],
])('reports %s that the HTML does not have', (_, markdown, text, lost) => {
  expect(find(markdown, `<p>${text}</p>`, text)).toEqual(lost);
});

it.each([
  ['emphasis in a word', '**un**believ*able*', 'unbelievable'],
  [
    'links and images',
    '[a](/b/c.md "d")s ![e](f.png) [g][h] <https://i.example>\n\n[h]: /j "k"',
    'as g https://i.example',
    '<img alt="e">',
  ],
  ['escapes and entities', 'caf&eacute; \\&eacute; `&amp;`', 'café &eacute; &amp;'],
  ['lists and tasks', '1. one\n2. two\n\n- [x] three', 'one two three'],
  ['code', '```js title="a.js" {1}\nb: c\n```', 'b: c'],
  ['callouts and containers', '> [!NOTE]\n> one\n\n:::tip{.wide}\ntwo\n:::', 'Hinweis one Tipp two'],
  ['lines that are joined', '国際\n会議', '国際会議'],
  ['HTML', '<style>\np {}\n\nb {}\n</style>\n<b title="one">two</b>three', 'twothree', '<b title="one">'],
  ['formulas', 'x $`\\frac{a}{b}`$\n\n```math\n\\sum\n```', 'x a b'],
])('finds nothing in %s', (_, markdown, text, html = '') => {
  expect(find(markdown, html, text)).toEqual([]);
});

let project: ContentProject | null = null;
afterEach(() => project?.remove());

it('builds and checks warn of them, with the line', async () => {
  project = new ContentProject({
    'content/posts/a.md': post(
      'Words.\n\n| a | b |\n| - | - |\n| one | two | three four |\n\nHTML[^1]\n\n[^1]: Note.\n\n*[HTML]: HyperText\r\n',
    ),
  });
  const loaded = await project.load();
  loaded.close();
  expect(loaded.warnings).toEqual([
    {
      file: 'content/posts/a.md',
      line: 9,
      column: 15,
      field: 'text',
      message:
        '"three four" does not show: the page has these words nowhere, or less often than the text; check the markup of this line.',
    },
  ]);
});

it.each(['](', '<a', '<style>', '```math\n', '[a]: b "\n', '][', 'a ', 'a\n', '1. ', "](a '", '&', '<a "'])(
  'takes little time for %j many times',
  (part) => {
    const started = process.cpuUsage();
    findLostWords(part.repeat(100_000 / part.length), '<p title="x"></p>', 'x a b '.repeat(10_000));
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1e6).toBeLessThan(5);
  },
);

it('a second note of the same name is reported where it is', async () => {
  project = new ContentProject({
    'content/posts/a.md': post('One[^a] and two[^a].\n\n[^a]: First note.\n\nMore.\n\n[^a]: Second note.'),
  });
  const loaded = await project.load();
  loaded.close();
  expect(loaded.warnings.map(({ line, message }) => `${line} ${message}`)).toContain(
    '11 "[^a]" does not show: a note of this name is defined above; give it another name.',
  );
});
