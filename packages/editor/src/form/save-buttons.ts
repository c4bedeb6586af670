import { isAfter } from 'agentsite/text';
import type { EditorPage } from './editor-page.ts';

/** What the next save does to a document, besides saving it. */
type Intent = { readonly date?: string } | null;

/** The button of Sveltia that saves, in any language. */
const findSave = () => document.querySelector<HTMLButtonElement>('button[aria-keyshortcuts$="+S"]');

/**
 * "Publish" and "Schedule" next to the button that saves: with that one a draft stays a draft.
 * @returns what a save calls with what it is about to write
 */
export function addSaveButtons({
  config,
  words,
  timezone,
}: EditorPage): (content: Record<string, unknown>) => void {
  let intent: Intent = null;
  const here = () => new Date().toLocaleString('sv', { timeZone: timezone }).replace(' ', 'T');
  const save = (next: Intent) => {
    intent = next;
    const button = findSave();
    if (!button) return;
    // A document without changes can be published, too.
    button.disabled = false;
    button.click();
  };
  const ask = () => {
    const input = Object.assign(document.createElement('input'), { type: 'datetime-local', required: true });
    input.min = here().slice(0, 16);
    const label = document.createElement('label');
    label.append(`${words.schedule} (${timezone}) `, input);
    const form = Object.assign(document.createElement('form'), { method: 'dialog' });
    form.append(
      label,
      makeButton(words.schedule, () => undefined),
    );
    const dialog = Object.assign(document.createElement('dialog'), { className: 'publish-dialog' });
    dialog.append(form);
    form.onsubmit = () => save({ date: `${input.value}:00` });
    dialog.onclose = () => dialog.remove();
    document.body.append(dialog);
    dialog.showModal();
  };
  const show = () => {
    const button = findSave();
    if (!button || button.nextElementSibling?.classList.contains('publish')) return;
    const [, name] = /^#\/collections\/([^/]+)\/(?:new|entries)\b/.exec(location.hash) ?? [];
    const fields = config.collections.find((one) => one.name === name)?.fields ?? [];
    if (!fields.some((field) => field.name === 'draft')) return;
    const isDated = fields.some((field) => field.name === 'date' && field.required);
    const publish = makeButton(words.publish, () => save({}));
    button.after(publish, ...(isDated ? [makeButton(words.schedule, ask)] : []));
  };
  new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
  // Sveltia's own button, and its key, save a document as what it is.
  const reset = ({ isTrusted, target }: Event) => {
    if (isTrusted && findSave()?.contains(target as Node)) intent = null;
  };
  document.addEventListener('click', reset, { capture: true });
  const resetByKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 's' && (ctrlKey || metaKey)) intent = null;
  };
  document.addEventListener('keydown', resetByKey, { capture: true });
  return (content) => {
    if (intent === null) return;
    content.draft = false;
    if (intent.date) content.date = intent.date;
    else if (isAfter(content.date, new Date(), timezone)) content.date = here();
    intent = null;
  };
}

function makeButton(text: string, onclick: () => void): HTMLButtonElement {
  return Object.assign(document.createElement('button'), {
    className: 'publish',
    textContent: text,
    onclick,
  });
}
