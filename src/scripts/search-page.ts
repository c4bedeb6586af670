import { searchWhileTyping } from './search-results.ts';

/** The search page: results appear while one types, and the address keeps the words. */
const form = document.querySelector<HTMLFormElement>('[data-search-page] form');
const input = form?.querySelector<HTMLInputElement>('input[name="q"]');
const list = document.querySelector<HTMLElement>('.search-results');
const status = document.querySelector<HTMLElement>('.search-status');
if (form && input && list && status) {
  input.value = new URLSearchParams(location.search).get('q') ?? input.value;
  searchWhileTyping(input, list, status, 30);
  form.addEventListener('submit', (event) => {
    const first = list.querySelector('a');
    // Nothing was found here: the form goes to the server, which may know more.
    if (!first) return;
    event.preventDefault();
    const address = new URL(location.href);
    address.searchParams.set('q', input.value.trim());
    history.replaceState(null, '', address);
    first.focus();
  });
}
