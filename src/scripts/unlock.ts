import type { LockedBody } from '../core/model/document.ts';
import { addTo } from './copy-buttons.ts';
import { words } from './words.ts';

/** Opens a protected text in the browser: the password never leaves it, and nothing is stored. */
const form = document.querySelector<HTMLFormElement>('form.unlock');
const source = document.getElementById('page-locked');
if (form && source) {
  form.hidden = false;
  const locked: LockedBody = JSON.parse(source.textContent ?? '');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    open(form, locked);
  });
}

async function open(target: HTMLFormElement, locked: LockedBody): Promise<void> {
  const input = target.querySelector('input');
  const button = target.querySelector('button');
  const message = target.querySelector('[role="alert"]');
  if (!input || !button || !message) return;
  button.disabled = true;
  button.textContent = words.opening;
  message.textContent = '';
  input.removeAttribute('aria-invalid');
  try {
    show(target, await decrypt(locked, input.value));
  } catch {
    message.textContent = words.wrongPassword;
    input.setAttribute('aria-invalid', 'true');
    input.select();
    input.focus();
  }
  button.disabled = false;
  button.textContent = words.open;
}

function show(target: HTMLFormElement, html: string): void {
  const prose = document.createElement('div');
  prose.className = 'prose';
  prose.tabIndex = -1;
  prose.innerHTML = html;
  document.querySelector('.locked')?.replaceWith(prose);
  for (const block of prose.querySelectorAll('.code')) addTo(block);
  target.remove();
  prose.focus();
}

/** The inverse of `src/content/read/protection.ts`: PBKDF2-SHA-256, then AES-256-GCM with the tag at the end. */
async function decrypt({ iterations, salt, iv, data }: LockedBody, password: string): Promise<string> {
  const secret = new TextEncoder().encode(password.normalize('NFC'));
  const material = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
  const key = await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  );
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes(iv) }, key, bytes(data));
  return new TextDecoder().decode(plain);
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
