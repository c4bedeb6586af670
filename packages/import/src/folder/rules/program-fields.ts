import { constantsIn, evaluate, nameOf, parseProgram, type Written } from '../../model/program-values.ts';

/** Field that contains the source code of computed values, which are not run. */
export const computedFields = 'computed';

type Fields = Readonly<Record<string, unknown>>;

/** Reads front matter that is a program: one object, or declared constants. @throws if it is not JavaScript */
export function readProgramFields(text: string): Fields {
  const object = parseProgram(`(${text.trimEnd().replace(/;$/, '')}\n)`);
  const [expression] = bodyOf(object).map((statement) => statement.expression as Written | undefined);
  if (expression?.type === 'ObjectExpression') return fieldsOfObject(expression, text);
  const program = parseProgram(text);
  if (program === null) throw new Error('it is not JavaScript that can be read');
  const declared = bodyOf(program).map((statement) => ({
    statement,
    names: ((statement.declarations ?? []) as Written[]).map(({ id }) => nameOf(id as Written)),
  }));
  const constants = constantsIn(
    bodyOf(program).flatMap(({ declarations }) => (declarations ?? []) as Written[]),
  );
  const computed = declared.filter(
    ({ names }) => names.length === 0 || !names.every((name) => constants.has(name)),
  );
  return withComputed(
    declared
      .flatMap(({ names }) => names)
      .flatMap((name) => (constants.has(name) ? [[name, constants.get(name)]] : [])),
    computed.map(({ statement }) => text.slice(statement.start, statement.end)),
  );
}

const bodyOf = (tree: object | null): Written[] => ((tree as Written | null)?.body ?? []) as Written[];

function fieldsOfObject({ properties }: Written, text: string): Fields {
  const read = (properties as Written[]).map((property) => ({
    property,
    value: property.computed || !property.key ? undefined : evaluate(property.value as Written | null),
  }));
  return withComputed(
    read.flatMap(({ property, value }) =>
      value === undefined ? [] : [[nameOf(property.key as Written), value]],
    ),
    read.flatMap(({ property, value }) =>
      value === undefined ? [text.slice(property.start - 1, property.end - 1)] : [],
    ),
  );
}

const withComputed = (fields: readonly unknown[][], computed: readonly string[]): Fields => ({
  ...(Object.fromEntries(fields) as Fields),
  ...(computed.length > 0 ? { [computedFields]: computed.join('\n') } : {}),
});
