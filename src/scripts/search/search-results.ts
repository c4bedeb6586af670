import { say, words } from '../words.ts';
import type { Choice, Hit } from './found.ts';
import { openSearchIndex } from './search-index.ts';

/** What narrows a search, or widens it to all languages. */
export type SearchField = HTMLSelectElement | HTMLInputElement;

/** Shows results while the reader types. @param status an element with the role `status` */
export function searchWhileTyping(
  input: HTMLInputElement,
  list: HTMLElement,
  status: HTMLElement,
  limit: number,
  filters: readonly SearchField[] = [],
): void {
  let last = 0;
  const update = async () => {
    const turn = ++last;
    const query = input.value.trim();
    if (query === '') {
      list.replaceChildren();
      status.textContent = words.searchHint;
      return;
    }
    try {
      const search = await openSearchIndex();
      const found = await search(query, choiceOf(filters), limit);
      if (!found || turn !== last) return;
      list.replaceChildren(...found.hits.map(createItem));
      const { total, searched } = found;
      const instead = searched ? ` ${say(words.searchedInstead, { query, searched })}` : '';
      status.textContent = say(words.found, { count: total }) + instead;
    } catch {
      status.textContent = words.searchUnavailable;
    }
  };
  for (const field of [input, ...filters]) field.addEventListener('input', update);
  // Results that came with the page stay until something else is typed.
  if (list.childElementCount === 0) update();
}

export function choiceOf(filters: readonly SearchField[]): Choice {
  const set = filters.filter(
    (field) => field.value !== '' && (field as { checked?: boolean }).checked !== false,
  );
  return Object.fromEntries(set.map(({ name, value }) => [name, value]));
}

function createItem(hit: Hit): HTMLLIElement {
  const item = document.createElement('li');
  if (hit.language) Object.assign(item, { lang: hit.language, dir: 'auto' });
  const add = <Tag extends 'a' | 'p' | 'img'>(tag: Tag, fields: Partial<HTMLElementTagNameMap[Tag]>) =>
    item.append(Object.assign(document.createElement(tag), fields));
  if (hit.thumbnail !== '') add('img', { className: 'found-cover', alt: '', src: hit.thumbnail });
  add('a', { href: hit.url, textContent: hit.title });
  add('p', { innerHTML: hit.excerpt });
  return item;
}
