import { slug as githubSlug } from 'github-slugger';
import {
  hyphenate,
  isBelow,
  isHidden,
  machinery,
  notPublished,
  onReference,
  partsOf,
  published,
  type SiteRules,
} from '../rules/site-rules.ts';

/** Rules of Astro. A collection is shown by the page that names it or is in a folder of its name. */
export function astroRules(
  program: string,
  contentProgram: string,
  pages: ReadonlyMap<string, string>,
): SiteRules {
  const bases = basesOf(contentProgram);
  const publicFolder = /\bpublicDir:\s*['"](?:\.?\/)*([^'"\n]+?)\/?['"]/.exec(program)?.[1] ?? 'public';
  const collectionOf = (file: string): { name: string; below: string } | null => {
    for (const [name, base] of bases)
      if (file.startsWith(`${base}/`)) return { name, below: file.slice(base.length + 1) };
    const [, name, below] = /^src\/content\/([^/]+)\/(.+)$/.exec(file) ?? [];
    return name && below ? { name, below } : null;
  };
  return {
    templates: 'mdx',
    settings: {
      title: '',
      home: /\bsite:\s*['"](https?:[^'"]+)['"]/.exec(program)?.[1] ?? null,
      ...localesOf(program),
    },
    // Neither routes nor collections show files whose names start with an underscore.
    isDocument: (file) =>
      /\.(?:md|mdx|markdown)$/.test(file) &&
      !isHidden(file) &&
      !file.split('/').some((part) => part.startsWith('_')) &&
      (collectionOf(file) !== null || file.startsWith('src/pages/')),
    defaultsOf: () => ({}),
    termSlug: hyphenate,
    placeOf(file) {
      if (isBelow(file, publicFolder)) return published(file.slice(publicFolder.length + 1));
      if (isHidden(file) || file.startsWith('dist/')) return machinery;
      const inCollection = file.startsWith('src/') ? null : collectionOf(file);
      if (inCollection !== null && !/\.(?:md|mdx|markdown|json|ya?ml)$/.test(file))
        return onReference(`images/${inCollection.name}/${inCollection.below}`);
      const inside = /^src\/(?:content|assets|images|data)\/(.+)$/.exec(file)?.[1];
      if (inside !== undefined && !/\.(?:json|ya?ml|ts|js|css)$/.test(inside))
        return onReference(`images/${inside}`);
      return file.startsWith('src/') && !/\.(?:md|mdx|markdown)$/.test(file) ? machinery : notPublished;
    },
    describe(file, fields) {
      const collection = collectionOf(file);
      const { date, name } = partsOf(file);
      const stem = (collection?.below ?? file.slice('src/pages/'.length))
        .replace(/\.[^.]+$/, '')
        .replace(/(?:^|\/)index$/, '');
      const id = collection
        ? fields.slug ||
          stem
            .split('/')
            .map((part) => githubSlug(part))
            .join('/')
        : stem;
      const route = collection ? routeOf(collection.name, pages) : '/';
      const hidden = collection && isNowhere(collection.name, pages) ? 'not shown' : null;
      return {
        type: collection && fields.date !== '' ? 'post' : 'page',
        status: fields.draft ? 'draft' : (hidden ?? 'publish'),
        path: `${route}${id}/`.replace(/\/{2,}/g, '/'),
        slug: id.slice(id.lastIndexOf('/') + 1) || name,
        date: collection ? date : '',
      };
    },
  };
}

/** `i18n: { defaultLocale: 'en', locales: ['en', 'de'] }`, or Starlight's `locales: { root: { lang: 'en' }, de: {} }`. */
function localesOf(
  program: string,
): Pick<SiteRules['settings'], 'language' | 'languages' | 'prefixesDefault'> {
  const written = /\bdefaultLocale:\s*['"]([^'"]+)['"]/.exec(program)?.[1] ?? '';
  const [, list = ''] = /\blocales:\s*\[([^\]]*)\]/.exec(program) ?? [];
  const [, table = ''] = /\blocales:\s*\{((?:[^{}]|\{[^{}]*\})*)\}/.exec(program) ?? [];
  const main = /\broot:\s*\{[^}]*\blang:\s*['"]([^'"]+)['"]/.exec(table)?.[1] ?? written;
  const named = [...list.matchAll(/['"]([\w-]+)['"]/g), ...table.matchAll(/['"]?([\w-]+)['"]?:\s*\{/g)];
  const codes = [main, ...named.map(([, code = '']) => code)].filter(
    (code) => code !== '' && code !== 'root',
  );
  return {
    language: main,
    languages: Object.fromEntries(codes.map((code) => [code, {}])),
    prefixesDefault: /\bprefixDefaultLocale:\s*true\b/.test(program),
  };
}

/** `const blog = defineCollection({ loader: glob({ base: './src/content/blog' … }) })` */
function basesOf(program: string): Map<string, string> {
  const found = program.matchAll(
    /(\w+)\s*[=:]\s*defineCollection\(\s*\{[\s\S]{0,200}?base:\s*['"]\.?\/?([^'"]+?)\/?['"]/g,
  );
  return new Map([...found].map(([, name = '', base = '']) => [name, base]));
}

const routeFile = /\/\[[^\]]+\]\.astro$/;

/** Does every route name a collection, and none this one? */
function isNowhere(collection: string, pages: ReadonlyMap<string, string>): boolean {
  const routes = [...pages].filter(([file]) => routeFile.test(file));
  return (
    routes.length > 0 &&
    routes.every(
      ([file, text]) =>
        /\bget(?:Collection|Entry)\(\s*['"]/.test(text) &&
        !new RegExp(`['"]${collection}['"]`).test(text) &&
        !file.startsWith(`src/pages/${collection}/`),
    )
  );
}

/** `src/pages/blog/[...slug].astro` gives `/blog/`. */
function routeOf(collection: string, pages: ReadonlyMap<string, string>): string {
  const routes = [...pages].filter(([file]) => routeFile.test(file));
  const named = routes.find(([, text]) =>
    new RegExp(`get(?:Collection|Entry)\\(\\s*['"]${collection}['"]`).test(text),
  );
  const [file] = named ?? routes.find(([path]) => path.startsWith(`src/pages/${collection}/`)) ?? [];
  return file === undefined
    ? `/${collection}/`
    : `${file
        .slice('src/pages'.length, file.lastIndexOf('/'))
        .replace(/\/\[(?:lang|language|locale)\]/, '')
        .replace(/\/\[.*$/, '')}/`;
}
