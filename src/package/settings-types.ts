import ts from 'typescript';

/**
 * `SiteSettings` as an interface with the comments of the schema, which the compiler leaves out of the declarations
 * that it writes: what an editor shows to anyone who fills in `site.ts`.
 *
 *     export interface SiteSettings {
 *         /** The site's name, as in the browser's tab and every feed. *\/
 *         title: string;
 */
export function writeSettingsTypes(schemaFile: string, configFile: string): string {
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ts.sys.getCurrentDirectory());
  const program = ts.createProgram([schemaFile], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(schemaFile);
  const alias = source?.statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === 'SiteSettings',
  );
  if (!alias) throw new Error(`${schemaFile} declares no type SiteSettings.`);
  return `export interface SiteSettings ${print(checker, checker.getTypeAtLocation(alias), '')}\n`;
}

function print(checker: ts.TypeChecker, type: ts.Type, indent: string): string {
  if (type.isUnion() && type.types.some(isNested)) {
    return type.types.map((one) => print(checker, one, indent)).join(' | ');
  }
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    return `readonly (${element ? print(checker, element, indent) : 'unknown'})[]`;
  }
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
  if (index) return `Record<string, ${print(checker, index.type, indent)}>`;
  if (!isNested(type)) {
    return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  }
  const inner = `${indent}    `;
  const fields = type.getProperties().map((field) => {
    const optional = (field.flags & ts.SymbolFlags.Optional) !== 0;
    const full = checker.getTypeOfSymbol(field);
    const own = optional ? withoutUndefined(checker, full) : full;
    const text = ts
      .displayPartsToString(field.getDocumentationComment(checker))
      .replace(/\n/g, `\n${inner} * `);
    const comment = text === '' ? '' : `${inner}/** ${text} */\n`;
    return `${comment}${inner}${nameOf(field)}${optional ? '?' : ''}: ${print(checker, own, inner)};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

function isNested(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Object) !== 0;
}

function withoutUndefined(checker: ts.TypeChecker, type: ts.Type): ts.Type {
  if (!type.isUnion()) return type;
  return type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined)
    ? checker.getNonNullableType(type)
    : type;
}

const nameOf = ({ name }: ts.Symbol) => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name));
