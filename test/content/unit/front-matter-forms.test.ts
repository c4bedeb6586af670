import { expect, it } from 'vitest';
import { parseFrontMatter, splitSource } from '../../../src/content/read/front-matter.ts';
import { kindNamed } from '../../../src/core/model/kinds.ts';
import { testSite } from '../../helpers/content-project.ts';

function problemsOf(text: string): string[] {
  const read = parseFrontMatter(kindNamed(testSite, 'post'), splitSource(text), 'a.md', testSite);
  return read.ok ? [] : read.problems.map(({ line, field, message }) => `${line} ${field}: ${message}`);
}

it.each([
  ['+++\ntitle = "Weir"\n+++\nWords\n', /^1 .*\+\+\+, which is TOML; it is YAML here/],
  ['{\n  "title": "Weir"\n}\nWords\n', /^1 .*\{, which is JSON; it is YAML here/],
  ['-----\ntitle: Weir\n-----\nWords\n', /^1 .*a line of 5 hyphens instead of three/],
  ['--\ntitle: Weir\n--\nWords\n', /^1 .*fewer than three hyphens/],
  ['—\ntitle: Weir\n—\nWords\n', /^1 .*a dash, "—", instead of three hyphens/],
  ['––-\ntitle: Weir\n---\nWords\n', /^1 .*a dash, "––-", instead of three hyphens/],
  ['－－－\ntitle: Weir\n－－－\n', /^1 .*a dash, "－－－", instead/],
  ['\n\n---\ntitle: Weir\n---\nWords\n', /^1 .*remove the empty lines before ---/],
  ['\u00a0---\ntitle: Weir\n---\n', /^1 .*spaces or invisible characters before ---/],
  ['\u200b---\r\ntitle: Weir\r\n---\r\n', /^1 .*spaces or invisible characters before ---/],
  ['---\u00a0\ntitle: Weir\n---\n', /^1 .*an invisible character behind ---/],
  ['--- yaml\ntitle: Weir\n---\n', /^1 .*words on the line ---/],
  ['```yaml\ntitle: Weir\n```\n', /^1 .*a code block; it is YAML here/],
  ['***\ntitle: Weir\n***\n', /^1 .*"\*\*\*"/],
  ['title: Weir\ndate: 2026-01-09\n\nWords\n', /^1 .*begins with a field, without a line ---/],
  ['---\ntitle: Weir\n----\nWords\n', /^3 .*has no end; "----" is not its end; write ---/],
  ['---\ntitle: Weir\n+++\nWords\n', /^3 .*"\+\+\+" is not its end/],
  ['---\ntitle: Weir\n—\nWords\n', /^3 .*"—" is not its end/],
])('names what is there instead of front matter: %j', (text, message) => {
  expect(problemsOf(text)).toEqual([expect.stringMatching(message)]);
});

it.each([
  ['title:\u00a0Weir', /^2 .*behind "title:" is a no-break space/],
  ['title:\u3000堰', /^2 .*is an ideographic space/],
  ['title:\u200bWeir', /^2 .*an invisible zero-width space/],
  ['title： 堰の日', /^2 .*"：" behind "title" is not the colon of YAML; write "title: "/],
  ['title:Weir', /^2 .*"title:" needs a space behind the colon/],
  ['title: Weir\ndescription：堰', /^3 .*"：" behind "description"/],
  ['title: Weir\naudio:\n  file： weir.mp3\n  kind: full', /^4 .*"：" behind "file"/],
  ['title: Weir\n\u00a0slug: weir', /^3 .*begins with a no-break space; remove it/],
  ['title: Weir\nslug: “weir”', /^3 slug: “weir” is in curly quotation marks/],
  ['title: Weir\ntags: [„garten“]', /^3 tags\.0: „garten“ is in curly/],
  ['title: “Weir: a day”', /^2 .*needs quotes, straight ones; write title: "Weir: a day"/],
  ['\ttitle: Weir', /^2 .*a tab indents this line/],
])('names what is in the way of YAML: %j', (line, message) => {
  expect(problemsOf(`---\n${line}\ndate: 2026-01-09\n---\nWords\n`)).toEqual([
    expect.stringMatching(message),
  ]);
});

it.each([
  'title:\tWeir',
  'title: “Weir” and more',
  "title: '“Weir”'",
  'title: 10:30, weir',
  'title: "Weir" # at noon',
])('takes %j', (line) => {
  expect(problemsOf(`---\n${line}\ndate: 2026-01-09\n---\nWords\n`)).toEqual([]);
});
