import { describe, expect, it } from 'vitest';
import { findVocabulary, lintProject, lintText, listUnusedExceptions, patterns } from '../vocabulary.ts';

/** One offender for each pattern, in the order of the patterns. */
const planted = [
  'mostFiles',
  'anew',
  'in the place of',
  'mended',
  'remedy',
  'is told',
  'faults',
  'lies in',
  'stands',
  'holds',
  'leads to',
  'beside',
  'whoever',
  'process who',
  'so many',
  'dear',
  'looks at',
  'looks through',
  'takes it away',
  'texts',
  'unknown number',
  'pictures',
  'kinds of documents',
  'callers take turns',
  'edition',
  'ends too early',
  'posts of the future',
  'films',
  'sisters',
];

describe('the vocabulary', () => {
  it('is used everywhere (`node test/project/vocabulary.ts FOLDER`)', () => {
    expect(lintProject()).toEqual([]);
  });

  it.each(planted)('has a better word for "%s"', (words) => {
    expect(findVocabulary(`A line.\nIt ${words} x.\n`)).toEqual([
      { line: 2, word: expect.any(String), write: expect.stringMatching(/\w/) },
    ]);
  });

  it('has an offender for each pattern', () => {
    const unused = patterns.filter(({ find }) => !planted.some((words) => find.test(words)));
    expect(unused).toEqual([]);
  });

  it.each([
    ['a comment', '/** Some prose,\n * which stands here. */', 2, 'stands'],
    [
      'a phrase over two lines of a comment',
      '/**\n * A link in the\n * place of a frame.\n */',
      2,
      'in the place of',
    ],
    ['a string', "const a = 1;\nthrow new Error('The file is mended.');", 2, 'mended'],
    ['a template', 'log(`$' + '{count} texts`);', 1, 'texts'],
    ['an identifier', 'const x = 1;\nconst mostWords = 5;', 2, 'mostWords'],
    ['a part of an identifier', 'class A { #shownPictures = []; }', 1, 'shownPictures'],
    ['the name of a module', "import { a } from './picture-list.ts';", 1, 'picture'],
    ['Markdown', '# Title\n\nThe file lies in `content/`.', 3, 'lies in'],
    ['the output of --help', 'Usage: agentsite build\n\n  --force  builds anew', 3, 'anew'],
  ])('is checked in %s', (_, text, line, word) => {
    expect(findVocabulary(text)).toEqual([{ line, word, write: expect.any(String) }]);
  });

  it('leaves alone what only looks like it', () => {
    const text =
      '`<picture>`, almostEqual, default, a standard, mostly, recommended, GPSLatitude stands for it';
    expect(findVocabulary(text)).toEqual([]);
  });

  it('is reported with its place and what to write instead, where no exception covers it', () => {
    expect(lintText('src/a.ts', '\n// A fault.')).toEqual([
      expect.stringMatching(/^src\/a\.ts:2 {2}"fault" → problem/),
    ]);
    expect(lintText('test/contact/system/faults/a.ts', '\n// A fault.')).toEqual([]);
  });

  it('has no exception that nothing needs', () => {
    expect(listUnusedExceptions().map(({ place }) => place)).toEqual([]);
  });
});
