import { posix, win32 } from 'node:path';
import type { Answers, Question } from './answers.ts';

/** What an import finds in the old site, and writes into the settings. */
export const toldByImport: readonly Question[] = ['title', 'owner', 'language', 'timezone', 'url'];

/** Does an import bring the content of the site? */
export function isMovingIn(answers: { readonly import?: string | undefined }): boolean {
  return answers.import !== undefined && answers.import !== 'nothing';
}

/** What an import says is not asked for. */
export function isAsked(name: Question, answers: Pick<Answers, 'import'>): boolean {
  if (name === 'export') return isMovingIn(answers);
  return !(isMovingIn(answers) && toldByImport.includes(name));
}

/**
 * The line that moves the old site in, to be typed in the folder of the new one; empty where nothing moves in.
 * @param root absolute path of that folder
 */
export function importLine(
  answers: Pick<Answers, 'import' | 'export'>,
  root: string,
  platform = process.platform,
): string {
  if (!isMovingIn(answers)) return '';
  const { import: origin, export: path } = answers;
  const source =
    path === ''
      ? `../${origin === 'markdown' ? 'OLD-SITE' : 'EXPORT'}`
      : pathOn(platform).relative(root, pathOn(platform).resolve(path));
  const written = /[^\w./\\:-]/.test(source) ? quote(source, platform) : source;
  return `npx agentsite import ${origin} ${written} --into .${origin === 'ghost' ? ' --url https://old.example' : ''}\n`;
}

const pathOn = (platform: string) => (platform === 'win32' ? win32 : posix);

/** For a shell; file names of Windows contain no double quotes. */
function quote(path: string, platform: string): string {
  return platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", `'\\''`)}'`;
}
