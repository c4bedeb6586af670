import type { Node } from 'acorn';
import {
  type Constants,
  constantsIn,
  evaluate,
  nameOf,
  nodesOf,
  parseProgram,
  type Written,
} from '../../model/program-values.ts';
import { fitsGlob, isBelow, isGlob } from '../rules/site-rules.ts';

/** Settings of Eleventy. They are a program, which is parsed and not run. Folders are relative to the project's root. */
export interface EleventySettings {
  readonly input: string;
  readonly output: string;
  /** Folders of templates and data, below the input folder. */
  readonly parts: readonly string[];
  /** Files, folders and globs that are copied, and their targets; null if they keep their paths. */
  readonly copies: readonly { readonly from: string; readonly to: string | null }[];
  /** File extensions; those without a template language are copied. */
  readonly formats: readonly string[];
  readonly ignores: readonly string[];
  readonly usesGitIgnore: boolean;
  /** Source code of copies that the program computes. */
  readonly computed: readonly string[];
}

const plainFolder = (written: string): string => written.replace(/^(?:\.?\/)+|\/+$/g, '').replace(/^\.$/, '');

export function readEleventySettings(program: string): EleventySettings {
  const tree = parseProgram(program);
  if (tree === null)
    return {
      input: plainFolder(/\binput:\s*['"]([^'"\n]+)['"]/.exec(program)?.[1] ?? ''),
      output: '_site',
      parts: ['_includes', '_data'],
      copies: [],
      formats: [],
      ignores: [],
      usesGitIgnore: true,
      computed: program.trim() === '' ? [] : ['the settings, which are not plain JavaScript'],
    };
  const nodes = [...nodesOf(tree)];
  const constants = constantsIn(nodes);
  const calls = nodes.flatMap((node) => callOf(node) ?? []);
  const argumentsOf = (name: string) => calls.filter((call) => call.name === name).map(({ first }) => first);
  const lastText = (name: string): string | undefined =>
    argumentsOf(name)
      .map((node) => textOf(node, constants))
      .findLast((text) => text !== undefined);
  const folders = folderSettings(nodes, constants);
  const loose = (key: string): string | undefined =>
    propertiesOf(nodes, key)
      .map((node) => textOf(node, constants))
      .find((text) => text !== undefined);
  const folder = (key: string, setter: string, usual: string): string =>
    plainFolder(lastText(setter) ?? folders.get(key) ?? usual);
  // A condition is usually true on the author's machine only.
  const conditions = nodes.filter(({ type }) => /^(?:If|Conditional|Logical|Switch)/.test(type));
  const isConditional = (node: Node | null): boolean =>
    node !== null && conditions.some(({ start, end }) => start <= node.start && node.end <= end);
  const ignored = calls.filter(({ name, of }) => name === 'add' && of === 'ignores');
  const input = propertiesOf(nodes, 'input').find((node) => textOf(node, constants) === undefined);
  const source = (node: Node | null | undefined) => program.slice(node?.start ?? 0, node?.end ?? 0);
  const copies = argumentsOf('addPassthroughCopy').map((node) => copiesIn(node, constants));
  return {
    input: folder('input', 'setInputDirectory', loose('input') ?? ''),
    output: folder('output', 'setOutputDirectory', loose('output') ?? '_site'),
    parts: [
      folder('includes', 'setIncludesDirectory', '_includes'),
      folder('layouts', 'setLayoutsDirectory', '_includes'),
      folder('data', 'setDataDirectory', '_data'),
    ].filter((part) => part !== ''),
    copies: copies.flatMap((found) => found ?? []),
    formats: [
      ...argumentsOf('setTemplateFormats').flatMap((node) => listIn(node, constants)),
      ...argumentsOf('addTemplateFormats').flatMap((node) => listIn(node, constants)),
      ...propertiesOf(nodes, 'templateFormats').flatMap((node) => listIn(node, constants)),
    ],
    ignores: ignored
      .filter(({ first }) => !isConditional(first))
      .flatMap(({ first }) => textOf(first, constants) ?? []),
    usesGitIgnore: !argumentsOf('setUseGitIgnore').some((node) => (node as Written | null)?.value === false),
    computed: [
      ...(input === undefined ? [] : [`dir.input: ${source(input)}`]),
      ...ignored
        .filter(({ first }) => isConditional(first))
        .map(({ first }) => `ignores.add(${source(first)}), below a condition`),
      ...argumentsOf('addPassthroughCopy')
        .filter((_, index) => copies[index] === null)
        .map(source),
    ],
  };
}

const languages = new Set(
  'html md njk liquid hbs mustache ejs haml pug js cjs mjs 11ty.js jsx ts tsx'.split(' '),
);

/** Address of the copy of a file; null if Eleventy does not copy it. */
export function addressOfCopy(file: string, settings: EleventySettings, isIgnored: boolean): string | null {
  for (const { from, to } of settings.copies) {
    if (isGlob(from)) {
      if (!fitsGlob(file, from)) continue;
      return to === null ? withoutInput(file, settings) : joined(to, file.slice(file.lastIndexOf('/') + 1));
    }
    if (!isBelow(file, from)) continue;
    if (to === null) return withoutInput(file, settings);
    if (file === from)
      return /(?:^|\/)$/.test(to) ? joined(to, file.slice(file.lastIndexOf('/') + 1)) : joined(to);
    return joined(to, from === '' ? file : file.slice(from.length + 1));
  }
  const ending = /\.([^./]+)$/.exec(file)?.[1] ?? '';
  const isFormat = settings.formats.includes(ending) && !languages.has(ending);
  return isFormat && !isIgnored && isBelow(file, settings.input) ? withoutInput(file, settings) : null;
}

const withoutInput = (file: string, { input }: EleventySettings): string =>
  input !== '' && isBelow(file, input) ? file.slice(input.length + 1) : file;

const joined = (...parts: readonly string[]): string =>
  parts
    .map(plainFolder)
    .filter((part) => part !== '')
    .join('/');

/** `eleventyConfig.ignores.add(x)` is a call of `add`, of `ignores`, with `x`. */
function callOf(node: Written): { name: string; of: string; first: Node | null } | null {
  const callee = node.type === 'CallExpression' ? (node.callee as Written) : null;
  if (callee?.type !== 'MemberExpression') return null;
  const of = callee.object as Written;
  const [first = null] = node.arguments as Node[];
  return {
    name: nameOf(callee.property as Written),
    of: of.type === 'MemberExpression' ? nameOf(of.property as Written) : '',
    first,
  };
}

/** The value of a string expression; undefined if it is computed. */
function textOf(node: Node | null | undefined, constants: Constants): string | undefined {
  const value = evaluate(node, constants);
  return typeof value === 'string' ? value : undefined;
}

/** Copies of one call; null if they are computed. */
function copiesIn(node: Node | null, constants: Constants): EleventySettings['copies'] | null {
  const text = textOf(node, constants);
  if (text !== undefined) return [{ from: plainFolder(text), to: null }];
  if (node?.type !== 'ObjectExpression') return null;
  const pairs = ((node as Written).properties as Written[]).map(({ key, value, computed }) => ({
    from: computed ? textOf(key as Node, constants) : nameOf((key ?? {}) as Written),
    to: textOf((value ?? null) as Node | null, constants),
  }));
  return pairs.every(
    (pair): pair is { from: string; to: string } => pair.from !== undefined && pair.to !== undefined,
  )
    ? pairs.map(({ from, to }) => ({ from: plainFolder(from), to }))
    : null;
}

function listIn(node: Node | null, constants: Constants): string[] {
  const value = evaluate(node, constants);
  return typeof value === 'string'
    ? value.split(',').map((part) => part.trim())
    : [value ?? []].flat().map(String);
}

const propertiesOf = (nodes: readonly Written[], name: string): Node[] =>
  nodes.flatMap(({ type, key, value }) =>
    type === 'Property' && nameOf(key as Written) === name ? [value as Node] : [],
  );

/** `dir: { input: 'src', output: 'dist' }` */
function folderSettings(nodes: readonly Written[], constants: Constants): Map<string, string> {
  const properties = propertiesOf(nodes, 'dir').flatMap((node) =>
    node.type === 'ObjectExpression' ? ((node as Written).properties as Written[]) : [],
  );
  return new Map(
    properties.flatMap(({ key, value }) => {
      const text = textOf((value ?? null) as Node | null, constants);
      return text === undefined ? [] : [[nameOf(key as Written), text] as const];
    }),
  );
}
