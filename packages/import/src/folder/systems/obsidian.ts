import {
  hyphenate,
  isHidden,
  machinery,
  notPublished,
  onReference,
  type SiteRules,
} from '../rules/site-rules.ts';

/** What authors set to say that everybody may read a note: fields of Obsidian Publish and of plugins. */
const publicFields = ['publish', 'dg-publish', 'share', 'public'];

/** Drawings, some in the form of a note, boards and views of other notes: programs show them. */
export const drawing = /\.(?:excalidraw(?:\.md)?|canvas|base)$/i;

/**
 * Rules of a vault of Obsidian: each note is a draft, unless its front matter says that it is public.
 * @param templates folder of the templates of new notes
 */
export function obsidianRules(templates: string): SiteRules {
  const isApart = (file: string) =>
    isHidden(file) || (templates !== '' && file.startsWith(`${templates.replace(/\/+$/, '')}/`));
  return {
    templates: 'wiki',
    settings: { title: '', home: null, language: '' },
    termSeparator: /[,\s]+/,
    isDocument: (file) => /\.md$/.test(file) && !drawing.test(file) && !isApart(file),
    defaultsOf: () => ({}),
    termSlug: (name) => hyphenate(name.replace(/^#/, '')),
    placeOf: (file) =>
      isHidden(file) ? machinery : isApart(file) || drawing.test(file) ? notPublished : onReference(file),
    describe(file, fields, data) {
      const [, folder = '', name = ''] = /^(.*\/)?([^/]+)\.md$/.exec(file) ?? [];
      const daily = /^\d{4}-\d\d-\d\d(?=$|\D)/.exec(name)?.[0] ?? '';
      const isPublic = publicFields.some((field) => data[field] === true || data[field] === 'true');
      const isDraft = fields.draft || !isPublic;
      const parts = [...folder.split('/').map(hyphenate), hyphenate(name)].filter((part) => part !== '');
      return {
        type: daily !== '' || fields.date !== '' ? 'post' : 'page',
        status: data['excalidraw-plugin'] !== undefined ? 'drawing' : isDraft ? 'draft' : 'publish',
        path: fields.permalink ? `/${fields.permalink}/`.replace(/\/{2,}/g, '/') : `/${parts.join('/')}/`,
        slug: fields.slug || hyphenate(name) || 'note',
        title: name,
        date: daily,
      };
    },
  };
}
