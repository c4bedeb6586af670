import { ask, askJson, baseUrl, listSitemap, localPath } from './http-client.ts';

/** Pages of the site under test that tests check, whatever site it is. */

interface Listed {
  readonly link: string;
  readonly title: { readonly rendered: string };
  readonly content: { readonly protected: boolean; readonly rendered: string };
}

/** The folder of the default language, to which the home page then redirects: `/en`; usually there is none. */
export async function rootFolder(): Promise<string> {
  const { status, headers } = await fetch(`${baseUrl()}/`, { redirect: 'manual' });
  if (status === 200) return '';
  return localPath(new URL(headers.get('location') ?? '', baseUrl()).href).replace(/\/$/, '');
}

/** Has the default language a post? Its feeds are there from the first one on. */
export async function hasPosts(): Promise<boolean> {
  const folders = (await listIndexes()).slice(1).map(({ path }) => path.replace('llms.txt', ''));
  const { json } = await askJson<Listed[]>('/wp-json/wp/v2/posts?per_page=100');
  return json.map(pathOf).some((path) => !folders.some((folder) => path.startsWith(folder)));
}

/** Collections of content types with documents that the site may publish. */
export async function listRoutes(): Promise<
  readonly { readonly route: string; readonly taxonomies: readonly string[] }[]
> {
  const types =
    await askJson<Record<string, { rest_base: string; taxonomies: string[] }>>('/wp-json/wp/v2/types');
  const { routes } = (await askJson<{ routes: object }>('/wp-json/wp/v2')).json;
  return Object.values(types.json)
    .map(({ rest_base: route, taxonomies }) => ({ route, taxonomies }))
    .filter(({ route }) => route !== 'media' && Object.hasOwn(routes, `/wp/v2/${route}`));
}

/** The first hundred documents of each content type. */
export async function listDocuments(): Promise<Listed[]> {
  const routes = await listRoutes();
  const lists = routes.map(({ route }) => askJson<Listed[]>(`/wp-json/wp/v2/${route}?per_page=100`));
  return (await Promise.all(lists)).flatMap(({ json }) => json);
}

const pathOf = ({ link }: Listed) => localPath(link);

/** A page that everyone may read: a document, or else a list; the search, on a site with neither. */
export async function findPage(): Promise<string> {
  const [page] = await listPages();
  return page ?? `${await rootFolder()}/search/`;
}

/**
 * A page that a 404 finds from {@link misspell}: its name has five letters or more, and no other address begins with it.
 * On some sites none is like that.
 */
export async function findMisspellable(): Promise<string | undefined> {
  const pages = await listPages();
  const isAlone = (path: string) =>
    !pages.some((other) => other !== path && other.startsWith(path.slice(0, -1)));
  return pages.find((path) => /^.{5,99}$/.test(decodeURI(path).slice(1, -1)) && isAlone(path));
}

async function listPages(): Promise<string[]> {
  const documents = (await listDocuments()).filter(({ content }) => !content.protected).map(pathOf);
  const listed = new Set((await listSitemap()).map(localPath));
  const root = await rootFolder();
  return [...new Set([...documents.filter((path) => listed.has(path)), ...listed])].filter(
    (path) => path !== `${root}/` && path !== `${root}/contact/`,
  );
}

/** Styles and handlers in an element, which the policy of pages blocks; authors may write them nevertheless. */
export const inlineCode = /<style|\sstyle="|\son[a-z]+="/;

/** As {@link findPage}, without a text that contains {@link inlineCode}. */
export async function findPlainPage(): Promise<string> {
  const documents = (await listDocuments())
    .filter(({ content }) => inlineCode.test(content.rendered))
    .map(pathOf);
  const page = (await listPages()).find((path) => !documents.includes(path));
  return page ?? `${await rootFolder()}/search/`;
}

/** The documents that ask for a password: `/locked/`; often none. */
export async function listLocked(): Promise<string[]> {
  return (await listDocuments()).filter(({ content }) => content.protected).map(pathOf);
}

/** Words of at least three letters in titles; none on a site without documents. */
export async function listTitleWords(): Promise<string[]> {
  const titles = (await listDocuments())
    .filter(({ content }) => !content.protected)
    .map(({ title }) => title.rendered.replace(/&[^;]+;|<[^>]*>/g, ' '));
  return titles.flatMap((title) => title.match(/\p{L}{3,}/u)?.[0] ?? []);
}

/** Address of the twin of a page. */
export const twinOf = (path: string) => (path === '/' ? '/index.md' : `${path.slice(0, -1)}.md`);

/** A similar address at which nothing is. No other address begins with it, so it is no abbreviation either. */
export const misspell = (path: string) => `${path.slice(0, -1)}q/`;

/** The indexes for programs, one per language: `/llms.txt`, `/de/llms.txt`. */
export async function listIndexes(): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const { text } = await ask('/llms.txt');
  const links = [...text.matchAll(/\]\((https?:[^)\s]+\/llms\.txt)\)/g)].map((match) =>
    localPath(match[1] ?? ''),
  );
  const others = links.map(async (path) => ({ path, text: (await ask(path)).text }));
  return [{ path: '/llms.txt', text }, ...(await Promise.all(others))];
}

/** Markdown without its code blocks and code spans. */
export function withoutCode(markdown: string): string {
  return markdown
    .replace(/^( *)(`{3,}|~{3,})[\s\S]*?^ *\2[`~]*$/gm, '')
    .replace(/(?<=\n\n)(?:(?: {4}|\t).*(?:\n|$))+/g, '')
    .replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
}
