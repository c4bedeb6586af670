import { type Site, wordsOf } from 'agentsite/model';
import { escapeHtml } from 'agentsite/text';
import { editorWords } from '../words/editor-words.ts';

/** The page for sign-in, and for enrolment by a link whose code is behind its `#`. */
export function renderSignInPage(site: Site, form: 'sign-in' | 'enrol'): string {
  const words = editorWords(site);
  const [passkey, button, fill] =
    form === 'enrol'
      ? ([words.addPasskey, words.setPassword, 'new-password'] as const)
      : ([words.passkey, words.signIn, 'current-password'] as const);
  const fields = renderKeyForm(site, { passkey, button, fill, to: form, options: `${form}/options` });
  return renderOwnPage(site, button, `<h1>${escapeHtml(site.title)}</h1>\n${fields}`);
}

interface KeyForm {
  /** What the buttons say that send a passkey, and a password. */
  readonly passkey: string;
  readonly button: string;
  readonly fill: 'new-password' | 'current-password';
  /** Where the answer is sent, and where the options of a passkey come from. */
  readonly to: string;
  readonly options: string;
}

/** A form for a passkey or a password, which the program of the page sends. */
export function renderKeyForm(site: Site, { passkey, button, fill, to, options }: KeyForm): string {
  const { locked } = wordsOf(site).words;
  const { failed, expired, limited } = editorWords(site);
  const messages = JSON.stringify({ failed, expired, limited });
  return `<form data-words="${escapeHtml(messages)}" data-to="${to}" data-options="${options}">
<button type="button" id="passkey">${escapeHtml(passkey)}</button>
<hr>
<label>${escapeHtml(locked.password)} <input type="password" name="password" autocomplete="${fill}" minlength="12" required></label>
<button>${escapeHtml(button)}</button>
<p role="alert"></p>
</form>
<script type="module" src="/edit/sign-in.js"></script>`;
}

/** A small page of the editor, for phones as well. */
export function renderOwnPage(site: Site, title: string, body: string): string {
  const { language } = wordsOf(site);
  return `<!doctype html>
<html lang="${language}"${directionOf(language)}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} · ${site.title}`)}</title>
<style>
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif }
body { max-width: 22rem; margin: 15vh auto; padding: 0 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.6rem; line-height: 1.25 }
form { display: grid; gap: 1rem }
label { display: grid; gap: .25rem }
input, button { font: inherit; padding: .75rem; border-radius: .5rem; border: 1px solid currentColor }
button { cursor: pointer }
#passkey { background: #1358a8; color: #fff; border-color: transparent }
hr { width: 100%; border: 0; border-top: 1px solid #8886 }
</style>
<main>
${body}
</main>
</html>
`;
}

/** The attribute of a page whose language is written from the right. */
export const directionOf = (language: string) => (/^(?:ar|he)/.test(language) ? ' dir="rtl"' : '');
