import { posix, win32 } from 'node:path';
import type { Answers, Question } from './answers.ts';

/** What an import reads from the old site and writes to the settings. */
export const fromImport: readonly Question[] = ['title', 'owner', 'language', 'timezone', 'url'];

export function isImporting(answers: { readonly import?: string | undefined }): boolean {
  return answers.import !== undefined && answers.import !== 'nothing';
}

export function isAsked(name: Question, answers: Pick<Answers, 'import'>): boolean {
  if (name === 'export') return isImporting(answers);
  return !(isImporting(answers) && fromImport.includes(name));
}

/** The command that imports the old site; empty if there is none. @param root absolute path of the new site */
export function importLine(
  answers: Pick<Answers, 'import' | 'export'>,
  root: string,
  platform = process.platform,
): string {
  if (!isImporting(answers)) return '';
  const { import: origin, export: path } = answers;
  const source =
    path === ''
      ? `../${/^(?:markdown|hexo|obsidian)$/.test(origin) ? 'OLD-SITE' : 'EXPORT'}`
      : pathOn(platform).relative(root, pathOn(platform).resolve(path));
  const written = /[^\w./\\:-]/.test(source) ? quote(source, platform) : source;
  return `npx agentsite import ${origin} ${written} --into .${/^(?:ghost|substack|squarespace|medium)$/.test(origin) ? ' --url https://old.example' : ''}\n`;
}

const pathOn = (platform: string) => (platform === 'win32' ? win32 : posix);

/** For a shell. File names on Windows contain no double quotes. */
function quote(path: string, platform: string): string {
  return platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", `'\\''`)}'`;
}
