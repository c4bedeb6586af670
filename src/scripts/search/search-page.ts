import { choiceOf, type SearchField, searchWhileTyping } from './search-results.ts';

/** The search page: results appear while one types, and the address keeps the words. */
const form = document.querySelector<HTMLFormElement>('[data-search-page] form');
const input = form?.querySelector<HTMLInputElement>('input[name="q"]');
const list = document.querySelector<HTMLElement>('.search-results');
const status = document.querySelector<HTMLElement>('.search-status');
if (form && input && list && status) {
  const given = new URLSearchParams(location.search);
  const filters = [...form.querySelectorAll<SearchField>('select, input[type=checkbox]')];
  input.value = given.get('q') ?? input.value;
  for (const filter of filters) {
    const value = given.get(filter.name) ?? '';
    if ('checked' in filter) filter.checked = value === filter.value;
    else if ([...filter.options].some((option) => option.value === value)) filter.value = value;
  }
  searchWhileTyping(input, list, status, 30, filters);
  form.addEventListener('submit', (event) => {
    const first = list.querySelector('a');
    // Nothing was found here: the form goes to the server, which may know more.
    if (!first) return;
    event.preventDefault();
    history.replaceState(
      null,
      '',
      `?${new URLSearchParams({ q: input.value.trim(), ...choiceOf(filters) })}`,
    );
    first.focus();
  });
}
