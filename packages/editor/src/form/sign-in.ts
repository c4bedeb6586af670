import { sessionWord, userKey } from './session.ts';

/** The program of the sign-in page: a passkey or a password, for a session or, at `/edit/enrol#CODE`, to be enrolled. */
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

async function finish(fields: object): Promise<void> {
  await post(isEnrolment ? 'enrol' : 'sign-in', { ...fields, ...(isEnrolment ? { code } : {}) });
  // The session is in a cookie, which no script can read.
  localStorage.setItem(userKey, JSON.stringify({ backendName: 'gitea', token: sessionWord }));
  location.replace('./');
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
    const options = await post(isEnrolment ? 'enrol/options' : 'sign-in/options', { code });
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
form.addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(() => finish({ password: new FormData(form).get('password') }));
});
