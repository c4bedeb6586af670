import type { EditorPage } from './editor-page.ts';
import { userKey } from './session.ts';
import { hideStatus, showStatus } from './status-line.ts';

/** Milliseconds between questions whether a save is published. */
const pause = 250;

/**
 * What the page does next to Sveltia where this project's own process saves: requests carry the token of the last
 * sign-in, also one in another tab, and a line below says what became of a save.
 * @param root address of the routes
 * @param publishes is what is saved published by that process?
 */
export function watchOwnServer(root: string, words: EditorPage['words'], publishes: boolean): void {
  const send = window.fetch.bind(window);

  const follow = async (gone: readonly string[]) => {
    showStatus(words.publishing);
    for (;;) {
      const { state, reason } = await (await window.fetch(`${root}/status`)).json();
      if (state === 'failed') return showStatus(words.notPublished.replace('{reason}', reason));
      if (state === 'published') break;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    showStatus(`${words.published} `, ...gone.map(offerGone));
    if (gone.length === 0) setTimeout(hideStatus, 5_000);
  };
  const offerGone = (path: string) => {
    const button = document.createElement('button');
    button.textContent = words.gone.replace('{path}', path);
    button.onclick = async () => {
      await window.fetch(`${root}/gone`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ path }),
      });
      await follow([]);
    };
    return button;
  };
  const signIn = () => {
    const link = document.createElement('a');
    Object.assign(link, { href: './sign-in', target: '_blank', textContent: ` ${words.signIn}` });
    link.style.color = 'inherit';
    return link;
  };

  window.fetch = async (input, init) => {
    const address = String(input instanceof Request ? input.url : input);
    if (!address.startsWith(root)) return send(input, init);
    const headers = new Headers(init?.headers);
    const { token } = JSON.parse(localStorage.getItem(userKey) ?? '{}') as { token?: string };
    if (token) headers.set('Authorization', `token ${token}`);
    const isSave = init?.method === 'POST' && address.endsWith('/contents');
    try {
      const response = await send(input, { ...init, headers, credentials: 'same-origin' });
      if (response.status === 401) showStatus(words.kept, signIn());
      else if (isSave && response.status >= 500) showStatus(words.kept);
      else if (isSave && response.ok && publishes) {
        const { gone = [] } = (await response.clone().json()) as { gone?: string[] };
        follow(gone).catch(() => showStatus(words.kept));
      }
      return response;
    } catch (error) {
      if (isSave) showStatus(words.kept);
      throw error;
    }
  };
}
