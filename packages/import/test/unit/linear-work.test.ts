import { describe, expect, it } from 'vitest';
import { countSteps } from '../../../../test/helpers/counted-steps.ts';
import { splitFrontMatter } from '../../src/folder/rules/front-matter.ts';
import { replaceShortcodes } from '../../src/folder/systems/hugo-shortcodes.ts';
import { replaceLiquid } from '../../src/folder/systems/liquid.ts';
import { replaceComponents } from '../../src/folder/systems/mdx.ts';
import { adaptMarkdown } from '../../src/markdown/adapt-markdown.ts';
import { convertHtml } from '../../src/markdown/convert-html.ts';
import { DiskMaps } from '../../src/model/disk-map.ts';
import { SurveyMaker } from '../../src/plan/survey-maker.ts';
import { missingAddresses, missingWords, wordsOf } from '../../src/stored-text/missing-words.ts';
import { renderStoredText } from '../../src/stored-text/render-blocks.ts';
import { restrictionInRendered } from '../../src/wordpress/restrictions.ts';

const nothing = () => undefined;
const cleaning = {
  addresses: {
    link: (url: string) => ({ kind: 'checked' as const, url }),
    image: (url: string) => ({ kind: 'found' as const, url }),
    file: (url: string) => ({ kind: 'found' as const, url }),
  },
  lose: nothing,
  places: new Set<string>(),
};
const text = {
  id: 1,
  attachment: () => null,
  imagesOf: () => [],
  reusableBlock: () => null,
  embedHtml: () => null,
  replace: nothing,
  field: () => '',
  lose: nothing,
};
const template = {
  home: 'https://old.example',
  title: 'Title',
  addressOf: () => null,
  lose: nothing,
  tag: nothing,
};

function survey(content: string, markdown: boolean): void {
  const maps = new DiskMaps();
  const item = {
    ...{ file: 'a.xml', line: 1, id: 1, type: 'post', status: 'publish', title: '', link: '', guid: '' },
    ...{
      creator: '',
      excerpt: '',
      date: '',
      dateGmt: '',
      modified: '',
      modifiedGmt: '',
      slug: '',
      parent: 0,
    },
    ...{
      order: 0,
      password: '',
      sticky: false,
      attachmentUrl: '',
      terms: [],
      meta: [],
      comments: [],
      content,
    },
    ...(markdown ? { markdown: { resolve: (written: string) => written } } : {}),
  };
  new SurveyMaker(maps).add({ kind: 'item', item });
  maps.close();
}

/** What an import does with the text of one document. */
const work: Readonly<Record<string, (content: string) => void>> = {
  'a text of WordPress': (content) => void renderStoredText(content, text),
  HTML: (content) => void convertHtml(content, new Map(), cleaning),
  'shortcodes of Hugo': (content) => void replaceShortcodes(content, template),
  Liquid: (content) => void replaceLiquid(content, template),
  MDX: (content) => void replaceComponents(content, template),
  Markdown: (content) => void adaptMarkdown(content, (written) => written, cleaning),
  'front matter': (content) => void splitFrontMatter(`---\n${content}`),
  'front matter of JavaScript': (content) => void splitFrontMatter(`---js\n${content}\n---\n`),
  'the survey of HTML': (content) => survey(content, false),
  'the comparison with a recording': (content) => {
    restrictionInRendered(content);
    missingAddresses(content, content, () => false);
    missingWords(content, wordsOf(content));
  },
  'the survey of Markdown': (content) => survey(content, true),
};

/** Starts of what no end follows, ends without a start, and runs of one mark: each is repeated. */
const units = [
  ...[
    '\n',
    '\r\n',
    ' ',
    '\t',
    ' \n',
    '\n x',
    '\u00a0',
    '-',
    '=',
    '"',
    "'",
    '`',
    '```\n',
    '~~~\n',
    '*',
    '**a',
    '_',
    '\\',
    '(',
    ')',
    '#',
    '# ',
    '# a ',
    '# a {#',
    '|',
    '| a ',
    '&',
    '&#0',
    ':',
    '@',
  ],
  ...[
    '[',
    '[[',
    '[a ',
    '[a]',
    '[a b',
    '[a=',
    '[a b="',
    '[a b=c',
    '[a b=http://x ',
    '[a https://x',
    '](',
    '](a "',
    '![',
    '[^1]',
    '[a]: b\n',
  ],
  ...[
    '[caption]',
    '[caption',
    '[caption a="',
    '[code]',
    '[code',
    '[/code]',
    '[gallery ',
    '<p>[caption]',
    '<p>[caption',
  ],
  ...[
    '<',
    '<a',
    '<!--',
    '<!-- ',
    '<!-- >',
    '<![CDATA[',
    '<pre>',
    '<pre',
    '<svg>',
    '<p>',
    '</p>',
    '<h1>',
    '<h1',
    '<h1 id="a">',
    '<h1 id="',
    ' id="',
    '<a href="#x',
    '<a name=',
    '<figcaption',
    '<iframe ',
    '<script>',
    '<br />\n',
    ' on',
  ],
  ...[
    '<!-- wp:a ',
    '<!-- wp:a {"',
    '<!-- wp:a -->',
    '<!-- wp:a {"b":1} ',
    '<!--nextpage-->',
    '$latex ',
    '[:en]',
    'https://a.b/\n',
    '\nhttps://a.b ',
  ],
  ...[
    '{{',
    '{{<',
    '{{< a ',
    '{{< a "',
    '{{% a',
    '{{</*',
    '{{< highlight a >}}',
    '{%',
    '{% a ',
    '{% raw %}',
    '{% comment %}',
    '{% highlight a %}',
    '{{ a',
    '{:',
    '{#',
    '{/*',
    '{',
    '{a{',
    '<A ',
    '<A a="',
    '<A b={',
    'import a\n',
    'export a\n',
    '// x\n',
  ],
];
/** A text may begin and end with what makes a search succeed or fail late. */
const frames = [
  ['', ''],
  ['x', 'x'],
  ['', ']>}%-->"</p></pre>[/code]'],
] as const;
/** Runs of one mark are also tried where Markdown reads a line by itself. */
const lines = [
  ['# x', 'x'],
  ['| x', 'x |\n| - |'],
] as const;
const framesOf = (unit: string) => (unit.length === 1 ? [...frames, ...lines] : frames);

describe('the work of an import grows with the length of a text, not with its square', () => {
  for (const [name, convert] of Object.entries(work))
    it(name, () => {
      const steps = (unit: string, [start, end]: readonly [string, string], length: number) =>
        countSteps(() => convert(start + unit.repeat(length / unit.length) + end));
      const superlinear = units.flatMap((unit) =>
        framesOf(unit).flatMap((frame) => {
          const long = steps(unit, frame, 600);
          if (long <= 5000) return [];
          const short = steps(unit, frame, 150);
          // Four times the length; a square would take sixteen times the steps.
          return long > 6 * short + 5000
            ? [`${JSON.stringify([frame[0], unit, frame[1]])}: ${short}, ${long}`]
            : [];
        }),
      );
      expect(superlinear).toEqual([]);
    });
});
