/** What the engine adds to the HTML of any text: a row that has them is compared without. */
export type Addition = 'links of headings' | 'loading of images' | 'highlighted code';

/** Where what a plugin did can be missing. */
export type Form = 'twin' | 'JSON' | 'search';

/** A plugin on a page of its own. */
export interface PluginRow {
  /** Packages with their exact versions, the plugin first. */
  readonly packages: readonly string[];
  /** A module that exports `remark` and `rehype`, lists as unified takes them. */
  readonly code: string;
  readonly body: string;
  /** What the plugin does, as the words of the page have it afterwards. */
  readonly words: string;
  /** The same in Markdown, where the twin says it with other signs. */
  readonly twin?: string;
  /** The same as somebody searches for it. */
  readonly search?: string;
  readonly adds?: readonly Addition[];
  /** The HTML is expected to differ from what unified alone makes. */
  readonly differs?: true;
  readonly lacks?: readonly Form[];
  /** Why it differs or lacks something. */
  readonly note?: string;
  /** Options of `remark-gfm` in unified alone, where the plugin asks for them. */
  readonly gfm?: { readonly singleTilde: false };
}

const remark = (name: string, options?: string) =>
  `import plugin from '${name}';\nexport const remark = [[plugin${options ? `, ${options}` : ''}]];\nexport const rehype = [];\n`;
const rehype = (name: string, options?: string) =>
  `import plugin from '${name}';\nexport const remark = [];\nexport const rehype = [[plugin${options ? `, ${options}` : ''}]];\n`;
const formulas = (name: string) =>
  `import math from 'remark-math';\nimport plugin from '${name}';\nexport const remark = [math];\nexport const rehype = [plugin];\n`;

const code = 'Before.\n\n```js\nconst weir = 1;\n```';
const formula = 'The height $h^2$ of the weir.';

const highlights = { differs: true, note: 'the engine has highlighted the code' } as const;

/** The most used first, by downloads a month. */
export const pluginRows: readonly PluginRow[] = [
  {
    packages: ['rehype-raw@7.0.0'],
    code: rehype('rehype-raw'),
    body: 'The <mark>weir</mark> of words.\n\n<div>\n\nA *hut*.\n\n</div>',
    words: 'The weir of words.',
    twin: 'weir',
  },
  {
    packages: ['remark-math@6.0.0'],
    code: remark('remark-math'),
    body: formula,
    words: 'The height h^2 of the weir.',
    twin: 'h^2',
  },
  {
    packages: ['rehype-katex@7.0.1', 'remark-math@6.0.0'],
    code: formulas('rehype-katex'),
    body: formula,
    words: 'The height h2 of the weir.',
    twin: 'h^2',
    lacks: ['twin', 'JSON'],
    note: 'the twin has no formula, and the text has it several times; the setting math has it once',
  },
  {
    packages: ['rehype-sanitize@6.0.0'],
    code: rehype('rehype-sanitize'),
    body: 'The *weir*, and [a hut](https://example.com/).',
    words: 'The weir, and a hut.',
    search: 'weir hut',
    twin: 'The *weir*, and [a hut](https://example.com/).',
  },
  {
    packages: ['rehype-slug@6.0.0'],
    code: rehype('rehype-slug'),
    body: '## The weir\n\nWords.',
    words: 'The weir',
    adds: ['links of headings'],
  },
  {
    packages: ['remark-directive@4.0.0', 'unist-util-visit@5.0.0'],
    code: `import plugin from 'remark-directive';
import { visit } from 'unist-util-visit';
const marks = () => (tree) => visit(tree, ['textDirective', 'leafDirective', 'containerDirective'], (node) => {
  node.data = { hName: node.name === 'mark' ? 'mark' : 'section', hProperties: node.attributes };
});
export const remark = [plugin, marks];
export const rehype = [];
`,
    body: 'The :mark[weir]{.wide} of words.\n\n:::walk{.long}\nTo the *hut*.\n:::',
    words: 'The weir of words.',
    twin: 'To the *hut*.',
  },
  {
    packages: ['remark-breaks@4.0.0'],
    code: remark('remark-breaks'),
    body: 'To the weir\nand the hut.',
    words: 'To the weir and the hut.',
    twin: 'To the weir\\\nand the hut.',
  },
  {
    packages: ['remark-smartypants@3.0.3'],
    code: remark('remark-smartypants'),
    body: 'The "weir" -- and the hut...',
    words: 'The “weir” — and the hut…',
  },
  {
    packages: ['rehype-external-links@3.0.0'],
    code: rehype(
      'rehype-external-links',
      "{ rel: ['noopener'], content: { type: 'text', value: ' (elsewhere)' } }",
    ),
    body: 'Past [a hut](https://example.com/).',
    words: 'Past a hut (elsewhere)',
    twin: '(elsewhere)',
  },
  {
    packages: ['remark-emoji@5.0.2'],
    code: remark('remark-emoji'),
    body: 'A :dog: at the weir.',
    words: 'A 🐶 at the weir.',
  },
  {
    packages: ['remark-squeeze-paragraphs@6.0.0'],
    code: remark('remark-squeeze-paragraphs'),
    body: 'The weir.\n\n&#32;\n\nThe hut.',
    words: 'The hut.',
  },
  {
    packages: ['rehype-autolink-headings@7.1.0', 'rehype-slug@6.0.0'],
    code: `import slug from 'rehype-slug';
import plugin from 'rehype-autolink-headings';
export const remark = [];
export const rehype = [slug, [plugin, { behavior: 'append', content: { type: 'text', value: '#' } }]];
`,
    body: '## The weir\n\nWords.',
    words: 'The weir',
  },
  {
    packages: ['rehype-minify-whitespace@6.0.2'],
    code: rehype('rehype-minify-whitespace'),
    body: 'To the   weir\nand *the* hut.',
    words: 'To the weir and the hut.',
    twin: '*the* hut.',
  },
  {
    packages: ['rehype-prism-plus@2.0.2'],
    code: rehype('rehype-prism-plus'),
    body: code,
    words: 'const weir = 1;',
    ...highlights,
  },
  {
    packages: ['rehype-highlight@7.0.2'],
    code: rehype('rehype-highlight'),
    body: code,
    words: 'const weir = 1;',
    ...highlights,
  },
  {
    packages: ['remark-cjk-friendly@2.3.3'],
    code: remark('remark-cjk-friendly'),
    body: '**強調です（この例のように）。**この文',
    words: '強調です（この例のように）。この文',
    search: '強調です（この例のように）。',
    twin: '**強調です（この例のように）。**この文',
  },
  {
    packages: ['rehype-format@5.0.1'],
    code: rehype('rehype-format'),
    body: '- the weir\n- the *hut*',
    words: 'the weir',
    twin: '- the *hut*',
  },
  {
    packages: ['remark-github-blockquote-alert@2.1.0'],
    code: `import { remarkAlert } from 'remark-github-blockquote-alert';
export const remark = [remarkAlert];
export const rehype = [];
`,
    body: '> [!NOTE]\n> Stay at the weir.',
    words: 'Stay at the weir.',
  },
  {
    packages: ['remark-github@12.0.0'],
    code: remark('remark-github', "{ repository: 'weir/hut' }"),
    body: 'See #7 of the weir, by @zoe.',
    words: 'See #7 of the weir, by @zoe.',
    search: '#7 @zoe',
    twin: '[#7](https://github.com/weir/hut/issues/7)',
  },
  {
    packages: ['rehype-pretty-code@0.14.6', 'shiki@3.0.0'],
    code: rehype('rehype-pretty-code'),
    body: code,
    words: 'const weir = 1;',
    ...highlights,
  },
  {
    packages: ['remark-toc@9.0.0'],
    code: remark('remark-toc', "{ heading: 'Contents' }"),
    body: '## Contents\n\n## The weir\n\nWords.',
    words: 'Contents The weir The weir',
    twin: '- [The weir](/used.md#the-weir)',
    adds: ['links of headings'],
  },
  {
    packages: ['rehype-class-names@2.0.0'],
    code: rehype('rehype-class-names', "{ p: 'wide' }"),
    body: 'To the weir.',
    words: 'To the weir.',
  },
  {
    packages: ['rehype-mathjax@7.1.0', 'remark-math@6.0.0'],
    code: formulas('rehype-mathjax'),
    body: formula,
    words: 'The height h2 of the weir.',
    twin: 'h^2',
    search: 'h2 h^2',
    lacks: ['twin', 'JSON', 'search'],
    note: 'formulas are drawings; the setting math has them everywhere',
  },
  {
    packages: ['remark-supersub@1.0.0'],
    code: remark('remark-supersub'),
    body: 'H~2~O at x^2^ metres.',
    words: 'H2O at x2 metres.',
    twin: 'H₂O at x² metres.',
    gfm: { singleTilde: false },
  },
  {
    packages: ['rehype-citation@2.3.2'],
    code: rehype(
      'rehype-citation',
      "{ bibliography: 'weirs.bib', path: new URL('.', import.meta.url).pathname }",
    ),
    body: 'Weirs are old [@zoe2020].',
    words: 'Weirs are old (Weir, 2020).',
    twin: 'A book of weirs',
  },
  {
    packages: ['remark-gemoji@8.0.0'],
    code: remark('remark-gemoji'),
    body: 'A :dog: at the weir.',
    words: 'A 🐶 at the weir.',
  },
  {
    packages: ['remark-wiki-link@2.0.1'],
    code: remark('remark-wiki-link', "{ hrefTemplate: (name) => '/' + name + '/', permalinks: ['about'] }"),
    body: 'See [[about]] the weir.',
    words: 'See about the weir.',
    twin: 'See [about](/about/) the weir.',
  },
  {
    packages: ['remark-code-titles@0.1.2'],
    code: remark('remark-code-titles'),
    body: 'Before.\n\n```js:weir.js\nconst weir = 1;\n```',
    words: 'weir.js',
    adds: ['highlighted code'],
  },
  {
    packages: ['rehype-figure@1.0.1'],
    code: rehype('rehype-figure'),
    body: 'Before.\n\n![A hut](https://example.com/hut.png)',
    words: 'A hut',
    adds: ['loading of images'],
  },
  {
    packages: ['remark-hint@1.0.10'],
    code: remark('remark-hint'),
    body: 'Before.\n\n!> Stay at the weir.',
    words: 'Stay at the weir.',
  },
];
