import { type ExportAuthor, unknownOwner } from '../model/export-model.ts';
import type { Losses } from '../model/losses.ts';
import { cleanSlug, slugFromText } from '../model/names.ts';
import type { OwnSettings } from '../model/own-settings.ts';
import { plainWords } from '../model/plain-words.ts';
import type { RestRecording } from '../wordpress/rest-recording.ts';

export type PlannedAuthor = Required<Omit<ExportAuthor, 'undeclared'>>;

/** Plans the authors. Only `wp/v2` contains their slugs, which WordPress derives from logins. */
export function planAuthors(
  authors: readonly ExportAuthor[],
  rest: RestRecording | null,
  own: OwnSettings,
  title: string,
  losses: Losses,
): PlannedAuthor[] {
  const users = new Map((rest?.users ?? []).map((user) => [user.id, user]));
  const slugs = new Set<string>();
  const unused = (slug: string): string => {
    let free = slug;
    for (let number = 2; slugs.has(free); number++) free = `${slug}-${number}`;
    slugs.add(free);
    return free;
  };
  const planned = authors.map((found): PlannedAuthor => {
    const author = found.name === unknownOwner ? { ...found, ...ownerOf(own, title) } : found;
    const user = users.get(author.id);
    users.delete(author.id);
    const slug = unused(
      cleanSlug(user?.slug ?? author.slug ?? nicename(author.login)) || `author-${author.id}`,
    );
    if (author.undeclared)
      losses.addForSite(
        'ref-missing',
        `name and number of author "${author.login}"`,
        'Documents name the login, and nothing else is known. Complete it in content/authors.yaml.',
      );
    if (!user && author.slug === undefined)
      losses.addForSite(
        'author-slug-guessed',
        `/author/${slug}/ of ${author.name}`,
        'An export does not hold it. Compare with the old site, and repair it in content/authors.yaml.',
      );
    return {
      id: author.id,
      login: author.login,
      slug,
      name: plainWords(user?.name ?? author.name) || slug,
      description: plainWords(user?.description ?? author.description ?? ''),
      url: webUrl(user?.url ?? author.url ?? ''),
    };
  });
  const others = [...users.values()].map(
    (user): PlannedAuthor => ({
      id: user.id,
      login: '',
      slug: unused(cleanSlug(user.slug) || `author-${user.id}`),
      name: plainWords(user.name),
      description: plainWords(user.description),
      url: webUrl(user.url),
    }),
  );
  return [...planned, ...others].sort((a, b) => a.id - b.id);
}

/** The owner of the new site, or one named after the old one. */
function ownerOf(own: OwnSettings, title: string): Pick<ExportAuthor, 'name' | 'slug'> {
  const { name, slug } = own.object('owner');
  if (typeof name === 'string')
    return { name: name.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), slug: String(slug) };
  return title === ''
    ? { name: unknownOwner, slug: 'owner' }
    : { name: title, slug: slugFromText(plainWords(title)) };
}

const webUrl = (url: string): string => (/^https?:\/\//.test(url) ? url : '');

/** Slug that WordPress derives from a login. */
function nicename(login: string): string {
  return login
    .toLowerCase()
    .replace(/[^a-z0-9 _.-]/g, '')
    .replace(/[ .]+/g, '-');
}
