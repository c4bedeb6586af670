import { words } from '../words.ts';
import { searchWhileTyping } from './search-results.ts';

let dialog: HTMLDialogElement | null = null;

/** Opens the search over the page. `opener` gets the focus back when it closes. */
export function openSearch(opener: HTMLAnchorElement): void {
  dialog ??= createDialog(opener);
  if (dialog.open) return;
  dialog.showModal();
  const input = dialog.querySelector('input');
  input?.focus();
  input?.select();
}

function createDialog(opener: HTMLAnchorElement): HTMLDialogElement {
  const element = document.createElement('dialog');
  element.className = 'search-dialog';
  element.setAttribute('aria-label', words.search);
  const form = document.createElement('form');
  form.action = opener.href;
  form.setAttribute('role', 'search');
  const input = document.createElement('input');
  input.type = 'search';
  input.name = 'q';
  input.autocomplete = 'off';
  input.setAttribute('aria-label', words.searchFor);
  input.placeholder = words.searchFor;
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = words.close;
  close.addEventListener('click', () => element.close());
  form.append(input, close);
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  status.className = 'search-status';
  const list = document.createElement('ol');
  list.className = 'search-results';
  element.append(form, status, list);
  document.body.append(element);
  searchWhileTyping(input, list, status, 8);
  element.addEventListener('keydown', (event) => {
    // In a search field the first Escape would only empty it.
    if (event.key === 'Escape') element.close();
    moveThrough(event, input, list);
  });
  element.addEventListener('click', (event) => {
    if (event.target === element) element.close();
  });
  element.addEventListener('close', () => opener.focus());
  return element;
}

/** Arrow keys walk from the field through the results; Enter follows the link as everywhere. */
function moveThrough(event: KeyboardEvent, input: HTMLInputElement, list: HTMLElement): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const stops: HTMLElement[] = [input, ...list.querySelectorAll('a')];
  const place = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[place + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
