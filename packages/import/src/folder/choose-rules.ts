import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ignore from 'ignore';
import type { SiteGenerator } from '../model/import-options.ts';
import { type Data, readDataFile, readExportedStrings, splitFrontMatter } from './rules/front-matter.ts';
import { type SiteRules, textIn } from './rules/site-rules.ts';
import { astroRules } from './systems/astro.ts';
import { eleventyRules } from './systems/eleventy.ts';
import { readEleventySettings } from './systems/eleventy-settings.ts';
import { hexoRules } from './systems/hexo.ts';
import { hugoRules } from './systems/hugo.ts';
import { jekyllRules } from './systems/jekyll.ts';
import { obsidianRules } from './systems/obsidian.ts';

const hugoFiles = /^(?:config\/_default\/[\w.-]+|hugo|config)\.(?:toml|ya?ml|json)$/;
const eleventyFiles = /^(?:\.eleventy\.c?js|eleventy\.config\.(?:[cm]?js|ts))$/;
const astroFiles = /^astro\.config\.(?:m?[jt]s)$/;

/** Settings that only a site of this generator has; others share the names of theirs. */
export const hasOwnSettings = (files: readonly string[]): boolean =>
  files.some(
    (file) =>
      astroFiles.test(file) ||
      eleventyFiles.test(file) ||
      /^(?:config\/_default\/)?hugo\.(?:toml|ya?ml|json)$/.test(file) ||
      /^scaffolds\/post\.md$/.test(file),
  );

/** Where documents of a generator are, for messages. */
export const places: Readonly<Record<SiteGenerator, string>> = {
  hugo: 'content/ (.md, .markdown, .html)',
  jekyll: '_posts/, collections and pages (.md, .markdown, .html with front matter)',
  eleventy: 'the input folder (.md, .markdown)',
  astro: 'src/content/, src/pages/ and the folders of loaders (.md, .mdx)',
  hexo: 'source/ (.md, .markdown, .html)',
  obsidian: 'the vault (.md)',
};

/** The file that says what a generator does. */
export const settingsFile = (generator: SiteGenerator, files: readonly string[]): string | undefined => {
  const config = /^_config\.ya?ml$/;
  const pattern = {
    ...{ hugo: hugoFiles, jekyll: config, eleventy: eleventyFiles, astro: astroFiles },
    ...{ hexo: config, obsidian: /(?:^|\/)\.obsidian\/app\.json$/ },
  };
  return files.find((file) => pattern[generator].test(file));
};

/** Detects the generator by the files that only it has; null if none is found. */
export function findGenerator(
  files: readonly string[],
  read: (file: string) => string,
): SiteGenerator | null {
  const has = (pattern: RegExp) => files.some((file) => pattern.test(file));
  if (has(astroFiles) || has(/^src\/content\/.+\.mdx?$/)) return 'astro';
  if (has(eleventyFiles)) return 'eleventy';
  const isOfHexo = () => has(/^package\.json$/) && /"hexo"/.test(read('package.json'));
  if (has(/^_config\.ya?ml$/) && (has(/^scaffolds\/post\.md$/) || isOfHexo())) return 'hexo';
  if (has(/^_config\.ya?ml$/) || has(/^_posts\//)) return 'jekyll';
  if (has(/^\.obsidian\//)) return 'obsidian';
  if (has(hugoFiles)) return 'hugo';
  if (has(/(?:^|\/)\.obsidian\//)) return 'obsidian';
  return has(/^(?:content\/|archetypes\/)/) ? 'hugo' : null;
}

export function chooseRules(generator: SiteGenerator, root: string, files: readonly string[]): SiteRules {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const data = (file: string | undefined): Data =>
    file === undefined ? {} : (readDataFile(file, read(file)) ?? {});
  const find = (pattern: RegExp): string | undefined => files.find((file) => pattern.test(file));
  switch (generator) {
    case 'hugo':
      return hugoRules(hugoSettings(files, data), hugoSections(files, read));
    case 'jekyll':
      return jekyllRules(data(find(/^_config\.ya?ml$/)));
    case 'hexo':
      return hexoRules(data(find(/^_config\.ya?ml$/)));
    case 'obsidian': {
      const file = find(/(?:^|\/)\.obsidian\/(?:templates|plugins\/templater-obsidian\/data)\.json$/);
      const folder = textIn(data(file), 'folder', 'templates_folder');
      const vault = file?.slice(0, file.indexOf('.obsidian/')) ?? '';
      return obsidianRules(folder === '' ? '' : vault + folder);
    }
    case 'eleventy': {
      const program = find(eleventyFiles);
      const folderFiles = new Map(
        files
          .filter((file) => /([^/]+)\/\1(?:(?:\.11tydata)?\.json|\.11tydata\.[cm]?js)$/.test(file))
          .map((file) => [file.slice(0, file.lastIndexOf('/')), file]),
      );
      const text = program === undefined ? '' : withImported(read(program), files, read);
      const settings = readEleventySettings(text);
      const site = find(/(?:^|\/)_data\/(?:site|metadata|meta)\.(?:json|[cm]?js)$/);
      const list = (file: string): string => (files.includes(file) ? read(file) : '');
      const ignored = ignore()
        .add(list('.eleventyignore'))
        .add(settings.usesGitIgnore ? list('.gitignore') : '')
        .add(settings.ignores.map((pattern) => pattern.replace(/^(?:\.?\/)*/, '/')));
      const computedAddresses = [...folderFiles.values()].filter(
        (file) => file.endsWith('js') && /\bpermalink\b(?!\s*:\s*(?:false\b|["'`]))/.test(read(file)),
      );
      const rules = eleventyRules(
        text,
        settings,
        (file) => ignored.ignores(file),
        site?.endsWith('js') ? readExportedStrings(read(site)) : data(site),
        (folder) => folderData(folderFiles.get(folder), read, data),
        files.filter((file) => /\.(?:njk|liquid|html|md)$/.test(file)).map(read),
      );
      return { ...rules, computedAddresses };
    }
    case 'astro': {
      const routes = files.filter((file) => /^src\/pages\/.*\.astro$/.test(file));
      const text = (file: string | undefined): string => (file === undefined ? '' : read(file));
      const rules = astroRules(
        text(find(astroFiles)),
        text(find(/^src\/(?:content\/config|content\.config)\.[jt]s$/)),
        new Map(routes.map((file) => [file, withHelpers(read(file), files, read)])),
      );
      const feeds = files.flatMap(
        (file) => /^src\/pages(\/(?:.+\/)?(?:rss|feed|atom|index)\.xml)\.[jt]s$/.exec(file)?.[1] ?? [],
      );
      return { ...rules, settings: { ...rules.settings, feeds } };
    }
  }
}

/** Of a program, only what hides all files of its folder, and a literal pattern of addresses. */
function folderData(
  file: string | undefined,
  read: (file: string) => string,
  data: (file: string | undefined) => Data,
): Data {
  if (!file?.endsWith('js')) return data(file);
  const program = read(file);
  const { permalink } = readExportedStrings(program);
  return {
    ...(permalink === undefined ? {} : { permalink }),
    ...(/\bpermalink:\s*false\b/.test(program) ? { permalink: false } : {}),
    ...(/\bdraft:\s*true\b/.test(program) ? { draft: true } : {}),
  };
}

/** Front matter of section pages, whose `cascade` applies to the documents below. */
function hugoSections(files: readonly string[], read: (file: string) => string): Map<string, Data> {
  const pages = files.filter((file) => /(?:^|\/)_index(?:\.[\w-]+)?\.(?:md|markdown|html)$/.test(file));
  return new Map(
    pages.flatMap((file): [string, Data][] => {
      const split = splitFrontMatter(read(file));
      return split.ok && split.data !== null ? [[file.slice(0, file.lastIndexOf('/') + 1), split.data]] : [];
    }),
  );
}

/** Settings in one file, or in a folder of files, each named after its table, or after table and language. */
function hugoSettings(files: readonly string[], data: (file: string) => Data): Data {
  const tables = files
    .filter((file) => hugoFiles.test(file))
    .map((file) => {
      const [, table = 'hugo', language = ''] =
        /^config\/_default\/(\w+)(?:\.([\w-]+))?\.\w+$/.exec(file) ?? [];
      // A file of one language: its table "languages.de".
      if (table === 'languages' && language !== '')
        return { language: '', values: {}, languages: { [language.toLowerCase()]: data(file) } };
      const values = /^(?:hugo|config)$/.test(table) ? data(file) : { [table]: data(file) };
      return { language: language.toLowerCase(), values };
    });
  const valuesIn = (language: string): Data =>
    Object.assign({}, ...tables.filter((table) => table.language === language).map(({ values }) => values));
  const all = valuesIn('');
  const first = String(all.defaultContentLanguage ?? all.defaultcontentlanguage ?? 'en').toLowerCase();
  const described = Object.entries(
    Object.assign({}, ...tables.map(({ languages = {} }) => languages)) as Record<string, Data>,
  );
  // Languages are in the order of their weight.
  const weight = ([, { weight: written }]: [string, Data]) => Number(written) || 0;
  return {
    ...all,
    ...valuesIn(first),
    ...(described.length > 0
      ? { languages: Object.fromEntries(described.sort((a, b) => weight(a) - weight(b))) }
      : {}),
  };
}

/** Modules that a program imports by a relative path or an alias, and the names that it gives them. */
function importsOf(program: string, files: readonly string[]): { name: string; file: string }[] {
  const written =
    /(?:\bimport\s+(?:(\w+)|[^'"]*?)\s*from\s*|\b(?:const|let|var)\s+(\w+)\s*=\s*require\(\s*)['"](?:[.@~]+\/)+([^'"]+?)(?:\.[cm]?[jt]s)?['"]/g;
  return [...program.matchAll(written)].flatMap(([, imported, required, path = '']) => {
    const file = files.find((name) => {
      const stem = name.replace(/(?:\/index)?\.(?:[cm]?[jt]s|json)$/, '');
      return stem !== name && (stem === path || stem.endsWith(`/${path}`));
    });
    return file === undefined ? [] : [{ name: imported ?? required ?? '', file }];
  });
}

/** A program with the strings that it takes from its own modules: `config.src` becomes `'src'`. */
function withImported(program: string, files: readonly string[], read: (file: string) => string): string {
  let text = program;
  for (const { name, file } of importsOf(program, files)) {
    if (name === '') continue;
    const values = read(file);
    text = text.replace(new RegExp(`\\b${name}\\.(\\w+)\\b(?!\\s*\\()`, 'g'), (whole, key: string) => {
      const value = new RegExp(`["']?\\b${key}["']?\\s*:\\s*["']([^"'\\n]*)["']`).exec(values)?.[1];
      return value === undefined ? whole : JSON.stringify(value);
    });
  }
  return text;
}

/** A route with the modules that it gets its documents from. */
const withHelpers = (route: string, files: readonly string[], read: (file: string) => string): string =>
  [route, ...importsOf(route, files).flatMap(({ file }) => (/\.[jt]s$/.test(file) ? [read(file)] : []))].join(
    '\n',
  );
