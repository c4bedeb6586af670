import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { expect, it } from 'vitest';
import { withoutRules } from '../../../src/core/text/markdown-text.ts';

const treeOf = (markdown: string) => {
  const tree = unified().use(remarkParse).use(remarkGfm).parse(markdown);
  visit(tree, (node) => {
    delete node.position;
  });
  return tree;
};

it.each([
  ['a thematic break', 'One.\n\n---\n\nTwo.', 'One.\n\n***\n\nTwo.'],
  ['one with spaces at its end', 'One.\n\n---  \n\nTwo.', 'One.\n\n***\n\nTwo.'],
  ['one at the start and the end', '---\n\nOne.\n\n---', '***\n\nOne.\n\n***'],
  ['the underline of a heading', 'A title\n---\n\nText.', 'A title\n ---\n\nText.'],
  ['one behind a heading', '## A\n---\n\nText.', '## A\n ---\n\nText.'],
  [
    'front matter in a code block, and the blank lines of the block',
    'So:\n\n```yaml\n---\ntitle: A\n\n  b: c\n---\n```\n\nText.',
    'So:\n\n ```yaml\n ---\n title: A\n\n   b: c\n ---\n ```\n\nText.',
  ],
  ['a block with another fence in it', '~~~\n```\n---\n~~~', ' ~~~\n ```\n ---\n ~~~'],
  ['a block without end', '```\n---', ' ```\n ---'],
  ['other blocks and breaks', '```\na\n```\n\n----\n\n* * *\n\n| - |\n| --- |', null],
  ['a break in a list and a quotation', '- a\n\n  ---\n\n> ---', null],
])('Markdown without a line of three hyphens says the same: %s', (_, written, expected) => {
  const result = withoutRules(written);
  expect(result).toBe(expected ?? written);
  expect(result).not.toMatch(/^---[ \t]*$/m);
  expect(treeOf(result)).toEqual(treeOf(written));
});
