import { type Site, wordsOf } from 'agentsite/model';
import { escapeHtml } from 'agentsite/text';
import { editorWords } from '../words/editor-words.ts';

/** The page for sign-in, and for enrolment by a link whose code is behind its `#`. */
export function renderSignInPage(site: Site, form: 'sign-in' | 'enrol'): string {
  const { words, language } = wordsOf(site);
  const { locked } = words;
  const editor = editorWords(site);
  const { failed, expired, limited } = editor;
  const messages = JSON.stringify({ failed, expired, limited });
  const [passkey, button, fill] =
    form === 'enrol'
      ? [editor.addPasskey, editor.setPassword, 'new-password']
      : [editor.passkey, editor.signIn, 'current-password'];
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${button} · ${site.title}`)}</title>
<style>
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif }
body { max-width: 22rem; margin: 15vh auto; padding: 0 1rem }
form { display: grid; gap: 1rem }
label { display: grid; gap: .25rem }
input, button { font: inherit; padding: .75rem; border-radius: .5rem; border: 1px solid currentColor }
button { cursor: pointer }
#passkey { background: #1358a8; color: #fff; border-color: transparent }
hr { width: 100%; border: 0; border-top: 1px solid #8886 }
</style>
<h1>${escapeHtml(site.title)}</h1>
<form data-words="${escapeHtml(messages)}">
<button type="button" id="passkey">${escapeHtml(passkey)}</button>
<hr>
<label>${escapeHtml(locked.password)} <input type="password" name="password" autocomplete="${fill}" minlength="12" required></label>
<button>${escapeHtml(button)}</button>
<p role="alert"></p>
</form>
<script type="module" src="./sign-in.js"></script>
</html>
`;
}
