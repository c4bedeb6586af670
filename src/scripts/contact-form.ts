import { say, words } from './words.ts';

/** Counts what is left of the message, links to the notice of a refused form, and prevents a double press. */
const form = document.querySelector<HTMLFormElement>('[data-contact-form]');
const message = form?.querySelector<HTMLTextAreaElement>('textarea[data-limit]');
const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]');

if (message) countCharacters(message, Number(message.dataset.limit));
document.getElementById('contact-notice')?.focus();

if (form && button) {
  const label = button.textContent;
  let sending = false;
  form.addEventListener('submit', (event) => {
    if (sending) event.preventDefault();
    sending = true;
    button.setAttribute('aria-disabled', 'true');
    button.textContent = words.sending;
  });
  // A page that comes back from the browser's memory must be usable again.
  window.addEventListener('pageshow', () => {
    sending = false;
    button.removeAttribute('aria-disabled');
    button.textContent = label;
  });
}

/** The server counts code points, `maxlength` counts UTF-16 units: the shorter of the two is what is left. */
function countCharacters(field: HTMLTextAreaElement, limit: number): void {
  const note = document.createElement('p');
  note.className = 'hint';
  note.setAttribute('aria-live', 'polite');
  field.after(note);
  const show = () => {
    const left = limit - field.value.length;
    note.textContent = left <= limit / 10 ? say(words.charactersLeft, { count: left }) : '';
  };
  field.addEventListener('input', show);
  show();
}
