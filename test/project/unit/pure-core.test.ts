import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** `src/core` is pure: no module keeps anything that changes from one call to the next. */

const root = join(import.meta.dirname, '../../..');

const readOnlyClasses = /^(?:Intl\.\w+|RegExp|URL|Temporal\.\w+)$/;
const mutators = new Set(
  'add clear copyWithin delete fill pop push reverse set shift sort splice unshift'.split(' '),
);

/** Mutable state at module level, as `file:line what`. */
function findMutableState(sources: ReadonlyMap<string, string>): string[] {
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost({}),
    fileExists: (name) => sources.has(name),
    readFile: (name) => sources.get(name),
    getSourceFile: (name, target) => {
      const text = sources.get(name);
      return text === undefined ? undefined : ts.createSourceFile(name, text, target, true);
    },
  };
  const options: ts.CompilerOptions = { noLib: true, noResolve: true, target: ts.ScriptTarget.ESNext };
  const program = ts.createProgram([...sources.keys()], options, host);
  const checker = program.getTypeChecker();
  const found: string[] = [];

  for (const file of program.getSourceFiles()) {
    const report = (node: ts.Node, what: string) => {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file.fileName}:${line + 1} ${what}`);
    };
    const isOfModule = (node: ts.Expression): node is ts.Identifier => {
      if (!ts.isIdentifier(node)) return false;
      const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration;
      if (declaration === undefined) return false;
      const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
      return ts.isSourceFile(statement.parent);
    };
    /** The `a` of `a.b[0].c`. */
    const objectOf = (node: ts.Expression): ts.Expression =>
      ts.isPropertyAccessExpression(node) ||
      ts.isElementAccessExpression(node) ||
      ts.isNonNullExpression(node)
        ? objectOf(node.expression)
        : node;
    const reportWrite = (target: ts.Expression) => {
      const object = objectOf(target);
      if (object !== target && isOfModule(object)) report(target, `${target.getText()} is written`);
    };

    const visit = (node: ts.Node): void => {
      if (ts.isBinaryExpression(node)) {
        const { kind } = node.operatorToken;
        const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
        if (isAssignment) reportWrite(node.left);
      }
      if (ts.isDeleteExpression(node)) reportWrite(node.expression);
      if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
        const { operator, operand } = node;
        if (operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken) {
          reportWrite(operand);
        }
      }
      if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
        const { expression: object, name } = node.expression;
        if (mutators.has(name.text) && isOfModule(objectOf(object)))
          report(node, `${object.getText()} changes`);
        if (object.getText() === 'Object' && name.text === 'assign' && node.arguments[0]) {
          if (isOfModule(objectOf(node.arguments[0]))) report(node, `${node.arguments[0].getText()} changes`);
        }
        const isSearch = name.text === 'test' || name.text === 'exec';
        if (isSearch && isOfModule(object)) {
          const declaration = checker.getSymbolAtLocation(object)?.valueDeclaration;
          const initializer =
            declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
          if (initializer && /\/[a-z]*[gy][a-z]*$/.test(initializer.getText())) {
            report(node, `${object.text} remembers its last match`);
          }
        }
      }
      if (ts.isPropertyDeclaration(node) && ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) {
        const isConstant = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword);
        if (!isConstant || (node.initializer && ts.isNewExpression(node.initializer))) {
          report(node, `static ${node.name.getText()}`);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(file);

    for (const statement of file.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      const isConstant = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
      for (const { name, type, initializer } of statement.declarationList.declarations) {
        if (!isConstant) report(name, `${name.getText()} is not a constant`);
        if (!initializer) continue;
        const isReadOnly = type?.getText().startsWith('Readonly') ?? false;
        if (ts.isNewExpression(initializer) && !isReadOnly) {
          const made = initializer.expression.getText();
          if (!readOnlyClasses.test(made)) report(name, `${name.getText()} is a ${made}`);
        }
        if (ts.isCallExpression(initializer) && /^\((?:async )?(?:\(|function)/.test(initializer.getText())) {
          report(name, `${name.getText()} closes over state`);
        }
      }
    }
  }
  return found.toSorted();
}

const inFile = (text: string) => findMutableState(new Map([['planted.ts', text]]));

it.each([
  'let last: string | null = null;',
  'const known = new Map<string, string>();',
  'export const cache = new WeakMap<object, string>();',
  'const seen = new Set<string>();',
  'const list: string[] = [];\nexport function keep(one: string) { list.push(one); }',
  'const counts: Record<string, number> = {};\nexport function count(name: string) { counts[name] = 1; }',
  'const state = { calls: 0 };\nexport function call() { state.calls++; }',
  'export function made() { made.calls = 1; }',
  'const once = (() => { let value = 0; return () => value++; })();',
  'const words = /a/g;\nexport const has = (text: string) => words.test(text);',
  'export class Pages { static count = 0; }',
  'export class Pages { static readonly known = new Map<string, string>(); }',
])('finds %s', (text) => {
  expect(inFile(text)).not.toEqual([]);
});

it.each([
  'const names: ReadonlySet<string> = new Set(["a"]);',
  'const rows: readonly string[] = ["a"];\nexport const sorted = () => rows.toSorted();',
  'const format = new Intl.NumberFormat("en");',
  'const words = /a/g;\nexport const count = (text: string) => text.match(words)?.length;',
  'const list: string[] = [];\nexport function own() { const list: string[] = []; list.push("a"); return list; }',
  'export function fresh() { let last = ""; const known = new Map(); known.set(last, last); return known; }',
])('accepts %s', (text) => {
  expect(inFile(text)).toEqual([]);
});

it('no module of src/core has mutable state', () => {
  const names = readdirSync(join(root, 'src/core'), { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(100);
  const sources = new Map(
    files.map((name) => [`src/core/${name}`, readFileSync(join(root, 'src/core', name), 'utf8')]),
  );
  expect(findMutableState(sources)).toEqual([]);
});
