import { type FormValues, nameKey } from 'agentsite/text';
import { type FileChange, shaOf } from './content-folder.ts';
import {
  isOwn,
  orProblem,
  type PostParts,
  PropertyProblem,
  postFormat,
  readPhoto,
  readProperty,
  showPhoto,
  sortTerms,
  textOf,
  type Written,
} from './micropub-post.ts';
import { isObject, type Properties, type PropertyChanges } from './micropub-request.ts';

/** Fields that a property is kept in. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  ...{ name: ['title'], content: ['body'], summary: ['description'], published: ['date'] },
  ...{ updated: ['modified'], 'bookmark-of': ['link'], featured: ['image', 'imageAlt'] },
  ...{ 'post-status': ['draft'], visibility: ['visibility'] },
};

/** The document that an update makes of one: only what it names is changed, or the reason why it can't be. */
export function updatePost(path: string, changes: PropertyChanges, parts: PostParts): Written {
  return orProblem(() => changePost(path, changes, parts));
}

function changePost(
  path: string,
  changes: PropertyChanges,
  parts: PostParts,
): Extract<Written, { readonly path: string }> {
  const { content, site } = parts;
  const before = content.read(path);
  if (!before) throw new PropertyProblem('There is no such document.');
  const names = new Set(Object.values(changes).flatMap((change) => Object.keys(change)));
  const added: FileChange[] = [];
  let values = postFormat.fromFile(before.toString());
  for (const name of names) {
    const old = propertiesOf(values)[name] ?? [];
    const after = changeValues(name === 'photo' ? null : old, name, changes);
    if (name === 'category') {
      const sorted = sortTerms(content, after.map((word) => textOf(word, name).trim()).filter(Boolean));
      added.push(...sorted.added);
      values = { ...values, ...sorted.terms };
    } else if (name === 'photo') {
      const photos = after.map((photo) => showPhoto(readPhoto(photo, name, site)));
      values = { ...values, body: [values.body, ...photos].join('\n\n') };
    } else if (isOwn(name)) {
      const { [name]: _, ...others } = (values.fields ?? {}) as FormValues;
      values = { ...values, fields: after.length > 0 ? { ...others, [name]: after } : others };
    } else {
      if (name === 'mp-slug')
        throw new PropertyProblem('"mp-slug" is for new posts: rename this one in the editor.');
      const { text, ...fields } = readProperty(name, after.length > 0 ? after : [''], parts) as FormValues;
      const cleared = Object.fromEntries((fieldsOf[name] ?? []).map((field) => [field, undefined]));
      values = {
        ...values,
        ...cleared,
        ...(after.length > 0 ? fields : {}),
        ...(name === 'content' ? { body: text } : {}),
      };
    }
  }
  const bytes = Buffer.from(postFormat.toFile(values));
  return { path, changes: [{ operation: 'update', path, bytes, sha: shaOf(before) }, ...added] };
}

/** The values of a property after an update; null for those that are within the text. */
function changeValues(
  old: readonly unknown[] | null,
  name: string,
  { replace, add, ...changes }: PropertyChanges,
) {
  const gone = Object.hasOwn(changes.delete, name) ? changes.delete[name] : [];
  if (old === null && (Object.hasOwn(replace, name) || gone?.length !== 0))
    throw new PropertyProblem(`Values of "${name}" are in the text: change "content".`);
  const key = (value: unknown) => (typeof value === 'string' ? nameKey(value) : JSON.stringify(value));
  const kept = (Object.hasOwn(replace, name) ? replace[name] : old) ?? [];
  const removed = new Set(gone?.map(key));
  const left = gone === null ? [] : kept.filter((value) => !removed.has(key(value)));
  const more = (Object.hasOwn(add, name) ? add[name] : []) ?? [];
  return [...left, ...more.filter((value) => !left.some((one) => key(one) === key(value)))];
}

/** What a document's fields are as properties. */
export function propertiesOf(values: FormValues): Properties {
  const { title, body, date, modified, description, draft, slug, link, visibility, fields } = values;
  const { categories = [], tags = [] } = values;
  const all = {
    ...{ name: title, content: body, published: date, updated: modified, summary: description },
    ...{ 'mp-slug': slug, 'bookmark-of': link, visibility },
    'post-status': draft === true ? 'draft' : 'published',
  };
  const given = Object.entries(all).filter(([, value]) => value !== undefined && value !== '');
  const own = Object.entries(isObject(fields) ? fields : {}).filter(([name]) => isOwn(name));
  return {
    ...Object.fromEntries(given.map(([name, value]) => [name, [value]])),
    ...Object.fromEntries(own.map(([name, value]) => [name, [value].flat()])),
    category: [...(categories as string[]), ...(tags as string[])],
  };
}
