import { sessionWord, userKey } from './session.ts';

/**
 * The program of pages with a passkey or a password: for a session, to be enrolled (`/edit/enrol#CODE`), or to let a
 * client in.
 */
const form = document.querySelector('form') as HTMLFormElement;
const words = JSON.parse(form.dataset.words ?? '{}') as Readonly<Record<string, string>>;
const isEnrolment = location.pathname.endsWith('/enrol');
const code = location.hash.slice(1);
const passkey = document.querySelector('#passkey') as HTMLButtonElement;

async function post(path: string, fields: object): Promise<Readonly<Record<string, unknown>>> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(fields) });
  const answer = (await response.json()) as Readonly<Record<string, unknown>>;
  if (!response.ok)
    throw new Error(response.status === 429 ? words.limited : isEnrolment ? words.expired : words.failed);
  return answer;
}

const { to = '', options: optionsPath = '' } = form.dataset;

async function finish(fields: object, path = to): Promise<void> {
  const { location: next } = await post(path, { ...fields, ...(isEnrolment ? { code } : {}) });
  if (typeof next === 'string') return location.replace(next);
  // The session is in a cookie, which no script can read.
  localStorage.setItem(userKey, JSON.stringify({ backendName: 'gitea', token: sessionWord }));
  // Only to a proposal: an address of another site could look like this page.
  const to = new URLSearchParams(location.search).get('to') ?? '';
  location.replace(/^proposals\/[0-9a-f]*$/.test(to) ? `./${to}` : './');
}

async function attempt(work: () => Promise<void>): Promise<void> {
  const message = form.querySelector('[role=alert]') as HTMLElement;
  message.textContent = '';
  try {
    await work();
  } catch (error) {
    const isOurs = error instanceof Error && Object.values(words).includes(error.message);
    message.textContent = isOurs ? error.message : (words.failed ?? '');
  }
}

passkey.addEventListener('click', () =>
  attempt(async () => {
    const options = await post(optionsPath, { code });
    const credential = isEnrolment
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as never),
        })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as never),
        });
    await finish({ response: (credential as PublicKeyCredential).toJSON() });
  }),
);
document.querySelector('#deny')?.addEventListener('click', () => attempt(() => finish({}, `${to}/deny`)));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(() => finish({ password: new FormData(form).get('password') }));
});
