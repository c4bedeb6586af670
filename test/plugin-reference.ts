import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { readOptions } from '../src/terminal/options.ts';

/**
 * The manual's reference of plugins, made from the types that plugins import. `npm run plugins` writes it; a test
 * refuses one that says something else.
 */
const root = join(import.meta.dirname, '..');
export const referenceFile = 'content/pages/manual/changing/plugin-reference.md';

const documents = 'src/core/model/document.ts';

const sections: readonly (readonly [title: string, from: string, ...files: string[]])[] = [
  ['In site.ts', 'agentsite/plugin', 'src/plugins/plugin.ts', 'src/core/languages/plugin-words.ts'],
  ['What is published', 'agentsite/plugin', documents],
  ['How documents are advertised', 'agentsite/plugin', 'src/core/model/surface.ts'],
  ['On the server', 'agentsite/plugin', 'src/plugins/sidecar-plugin.ts'],
  ['In commands', 'agentsite/plugin', 'src/api/plugin.ts'],
  ['In tests', 'agentsite/testing', 'src/api/testing.ts'],
];

/** What plugins read of the model. */
const published = /^(?:Library|Document|Body|Term|Image|Fact)$/;

const head = `---
title: Plugin reference
date: 2026-11-28T12:00:00
description: Every part of a plugin, with its types, as agentsite/plugin and agentsite/testing export them.
order: 7
---

[Plugins](plugins.md) explains these with examples.
`;

export function renderReference(): string {
  return `${head}${sections.map(renderSection).join('')}`;
}

function renderSection([title, from, ...files]: (typeof sections)[number]): string {
  const declared = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    return source.statements
      .filter(isDeclaration)
      .filter(({ name }) => file !== documents || published.test(name?.text ?? ''))
      .map((one) => ({ one, isExported: isExported(one), text: renderDeclaration(one, source) }));
  });
  // Types of a file's own are there if what it exports names them.
  const exported = declared.filter((one) => one.isExported).map(({ text }) => text);
  const shown = declared.filter(
    ({ one, isExported }) =>
      isExported ||
      (!ts.isFunctionDeclaration(one) && exported.some((text) => text.includes(`${one.name.text}`))),
  );
  return `\n## ${title}\n\nOf \`${from}\`.\n${shown.map(({ text }) => text).join('')}`;
}

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.FunctionDeclaration;

const isDeclaration = (one: ts.Statement): one is Declaration =>
  ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one) || ts.isFunctionDeclaration(one);

const isExported = ({ modifiers }: Declaration) => modifiers?.[0]?.kind === ts.SyntaxKind.ExportKeyword;

function renderDeclaration(one: Declaration, source: ts.SourceFile): string {
  const body = ts.isFunctionDeclaration(one) ? one.body : undefined;
  const code = source.text.slice(one.getStart(), body?.getStart() ?? one.end).trim();
  const plain = code.replace(/^export (?:async )?/, '').replaceAll('readonly ', '');
  const [doc] = ts.getJSDocCommentsAndTags(one).filter(ts.isJSDoc);
  return `\n### \`${one.name?.text}\`\n${doc ? `\n${readDoc(doc)}\n` : ''}\n\`\`\`ts\n${plain}\n\`\`\`\n`;
}

/** The comment as Markdown: its sentences, and a line for each tag. */
function readDoc(doc: ts.JSDoc): string {
  const sentences = ts.getTextOfJSDocComment(doc.comment) ?? '';
  const tags = (doc.tags ?? []).map((tag) => {
    const name = ts.isJSDocParameterTag(tag) ? ` \`${tag.name.getText()}\`` : '';
    return `\n- ${tag.tagName.text}${name}: ${ts.getTextOfJSDocComment(tag.comment) ?? ''}`;
  });
  return `${sentences.replace(/\n(?=\S)/g, ' ').trim()}${tags.length > 0 ? `\n${tags.join('')}` : ''}`;
}

if (process.argv[1] === import.meta.filename) {
  readOptions(`Usage: npm run plugins\n\nWrites ${referenceFile}.`, {});
  writeFileSync(join(root, referenceFile), renderReference());
}
