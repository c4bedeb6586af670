import { askJson, localPath } from './http-client.ts';

/** Pages of the site under test that tests check, whatever site it is. */

interface Listed {
  readonly link: string;
  readonly title: { readonly rendered: string };
  readonly content: { readonly protected: boolean };
}

async function listDocuments(): Promise<Listed[]> {
  const lists = ['posts', 'pages'].map((route) => askJson<Listed[]>(`/wp-json/wp/v2/${route}?per_page=100`));
  return (await Promise.all(lists)).flatMap(({ json }) => json);
}

const pathOf = ({ link }: Listed) => localPath(link);

/** A document that everybody may read: `/hello/`. Sites without one keep no promise that this suite could ask for. */
export async function findDocument(): Promise<{ readonly path: string; readonly title: string }> {
  const found = (await listDocuments()).find((each) => !each.content.protected && pathOf(each) !== '/');
  if (!found) throw new Error('The site has neither a post nor a page.');
  return { path: pathOf(found), title: found.title.rendered };
}

/** The documents that ask for a password: `/locked/`; often none. */
export async function listLocked(): Promise<string[]> {
  return (await listDocuments()).filter(({ content }) => content.protected).map(pathOf);
}

/** Address of the twin of a page. */
export const twinOf = (path: string) => (path === '/' ? '/index.md' : `${path.slice(0, -1)}.md`);

/** The same address, one letter short: `/hell/`. */
export const misspell = (path: string) => `${path.slice(0, -2)}/`;
