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
    event.preventDefault();
    const address = new URL(location.href);
    address.searchParams.set('q', input.value.trim());
    history.replaceState(null, '', address);
    list.querySelector('a')?.focus();
  });
}
