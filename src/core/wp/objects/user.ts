import type { Author } from '../../model/document.ts';
import { paths } from '../../model/urls.ts';
import type { WpContext } from '../context.ts';
import { encodeLinkPath, encodeSlug, renderName, renderProse } from '../text.ts';

/** An author as WordPress sends a user; `avatar_urls` is the portrait of the settings or one neutral image. */
export function renderUser(context: WpContext, author: Author): string {
  return JSON.stringify({ ...sharedFields(context, author), meta: [], _links: linksOf(context, author) });
}

/** The same without `meta`. */
export function renderUserEmbed(context: WpContext, author: Author): string {
  return JSON.stringify({ ...sharedFields(context, author), _links: linksOf(context, author) });
}

/** The portrait of an author; without one a drawing, so one file serves every size. */
export function avatarsOf({ base }: WpContext, author: Author | null): object {
  const avatar = new URL(base + (author?.image ?? '/author.svg')).href;
  return { 24: avatar, 48: avatar, 96: avatar };
}

function sharedFields(context: WpContext, author: Author): object {
  return {
    id: author.id,
    name: renderName(author.name),
    url: author.url,
    description: renderProse(author.description),
    link: context.base + encodeLinkPath(author.path),
    slug: encodeSlug(author.slug),
    avatar_urls: avatarsOf(context, author),
  };
}

function linksOf(context: WpContext, author: Author): object {
  const users = `${context.api}${paths.wpV2}/users`;
  return { self: [{ href: `${users}/${author.id}` }], collection: [{ href: users }] };
}
