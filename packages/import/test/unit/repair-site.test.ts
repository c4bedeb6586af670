import { expect, it } from 'vitest';
import { repairDocument } from '../../src/write/repair-site.ts';

const problem = (line: number, column: number, field: string) => ({
  ...{ file: 'content/posts/a.md', line, column, field },
  message: 'is wrong.',
});
const front = '---\ntitle: A\n---\n';

it('a link that goes nowhere becomes its words', () => {
  expect(repairDocument(`${front}\nSee [the **oar**](/gone/) now.\n`, [problem(5, 5, 'link')])).toBe(
    `${front}\nSee the **oar** now.\n`,
  );
});

it('a tag, a container and a note become text', () => {
  expect(
    repairDocument(`${front}<em>a\n\n:::tip\n\n%% b\n`, [
      problem(4, 1, 'HTML'),
      problem(6, 1, 'container'),
      problem(8, 1, 'note'),
    ]),
  ).toBe(`${front}&lt;em>a\n\n\\:::tip\n\n\\%% b\n`);
});

it('an address becomes words; the colons of a container may be below its place', () => {
  expect(
    repairDocument(`${front}See https://old.example/a now.\n\n:::tip\n`, [
      problem(4, 5, 'link'),
      problem(4, 1, 'container'),
    ]),
  ).toBe(`${front}See old.example/a now.\n\n\\:::tip\n`);
});

it('front matter stays', () => {
  expect(repairDocument(`${front}Words\n`, [problem(2, 1, 'title')])).toBe(`${front}Words\n`);
});
