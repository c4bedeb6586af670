import { scriptStrings as strings } from '../core/strings.ts';
import { type Hit, openSearchIndex } from './search-index.ts';

/**
 * Shows what is found while the reader types.
 * @param list an empty list; @param status an element with the role `status`
 */
export function searchWhileTyping(
  input: HTMLInputElement,
  list: HTMLElement,
  status: HTMLElement,
  limit: number,
): void {
  const update = async () => {
    const words = input.value.trim();
    if (words === '') {
      list.replaceChildren();
      status.textContent = strings.searchHint;
      return;
    }
    try {
      const search = await openSearchIndex();
      const found = await search(words, limit);
      if (!found || input.value.trim() !== words) return;
      list.replaceChildren(...found.hits.map(createItem));
      status.textContent = strings.searchCount(found.total);
    } catch {
      status.textContent = strings.searchUnavailable;
    }
  };
  input.addEventListener('input', update);
  // Results that came with the page stay until something else is typed.
  if (list.childElementCount > 0) return;
  if (input.value.trim() !== '') update();
  else status.textContent = strings.searchHint;
}

function createItem(hit: Hit): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = hit.url;
  link.textContent = hit.title;
  const excerpt = document.createElement('p');
  excerpt.innerHTML = hit.excerpt;
  item.append(link, excerpt);
  return item;
}
