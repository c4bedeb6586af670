import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { projectRoot } from '../../helpers/project-copy.ts';

const limit = 120;

/** `file:line name` of each function that has more lines than the limit. */
function listLongFunctions(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    const [first, last] = [lineOf(node.getStart()), lineOf(node.end)];
    if (ts.isFunctionLike(node) && last - first >= limit)
      found.push(`${file}:${first} ${node.name?.getText() ?? 'a function'}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it(`no function has more than ${limit} lines`, () => {
  const files = globSync('{src,sidecar,deploy,packages/*/src}/**/*.ts', { cwd: projectRoot });
  expect(files.length).toBeGreaterThan(500);
  const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
  expect(files.flatMap((file) => listLongFunctions(file, read(file)))).toEqual([]);
});

it('finds one', () => {
  const body = 'call();\n'.repeat(limit);
  expect(listLongFunctions('a.ts', `\nfunction long() {\n${body}}\n`)).toEqual(['a.ts:2 long']);
  expect(listLongFunctions('a.ts', `function short() {\n${'call();\n'.repeat(limit - 2)}}\n`)).toEqual([]);
});
