import { words } from './words.ts';

/** Buttons that need a script are made by the script: without it there is nothing that does not work. */
export function addCopyButtons(): void {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll('.prose .code')) addTo(block);
  const twin = document.querySelector<HTMLAnchorElement>('a[data-twin]');
  if (!twin) return;
  const button = createButton(words.copyMarkdown, () =>
    // Safari allows writing only while the click lasts, so the promise itself goes to the clipboard.
    navigator.clipboard.write([new ClipboardItem({ 'text/plain': readText(twin.href) })]),
  );
  twin.after(button);
}

/** Gives a code block its button; also used for text that is decrypted after the page has loaded. */
export function addTo(block: Element): void {
  const code = block.querySelector('code');
  if (!code) return;
  block.append(createButton(words.copy, () => navigator.clipboard.writeText(plainCode(code))));
}

/** Removed lines of a marked change are not what a reader wants to paste. */
function plainCode(code: Element): string {
  const copy = code.cloneNode(true) as Element;
  for (const line of copy.querySelectorAll('del.line')) line.remove();
  return (copy.textContent ?? '').replace(/\n$/, '');
}

function createButton(label: string, act: () => Promise<void>): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = label;
  button.addEventListener('click', async () => {
    const done = await act().then(
      () => words.copied,
      () => words.copyFailed,
    );
    announce(done);
    button.textContent = done;
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
  return button;
}

async function readText(address: string): Promise<Blob> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return new Blob([await response.text()], { type: 'text/plain' });
}

let region: HTMLElement | null = null;

/** Announces the result to screen readers, which do not read a changed label. */
function announce(message: string): void {
  if (!region) {
    region = document.createElement('p');
    region.className = 'visually-hidden';
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  const target = region;
  target.textContent = '';
  setTimeout(() => {
    target.textContent = message;
  }, 50);
}
