import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

const parser = unified().use(rehypeParse);

export function listFiles(folder: string, ending = ''): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** What no page of any site may have: an ID twice, or an empty one. */
export function findIdProblems(client: string): string[] {
  return listFiles(client, '.html').flatMap((file) => {
    const seen = new Set<string>();
    const wrong: string[] = [];
    visit(parser.parse(readFileSync(file, 'utf8')), 'element', ({ properties }) => {
      const { id } = properties;
      if (typeof id !== 'string') return;
      if (id === '' || seen.has(id))
        wrong.push(`${file.slice(client.length)} has the ID "${id}" ${id === '' ? 'empty' : 'twice'}`);
      seen.add(id);
    });
    return wrong;
  });
}

/** Files of a build with a word that is not to be published. */
export function findWord(dist: string, word: string): string[] {
  return listFiles(dist).filter((file) => readFileSync(file).includes(word));
}
