/** The program of the page of one proposal: what its owner decides, with a passkey or a code. */
interface Settings {
  readonly id: string;
  readonly proposal: string;
  readonly base: string;
  readonly tree: string;
  readonly digest: string;
  readonly words: Readonly<Record<'outdated' | 'refused' | 'publishing' | 'published' | 'failed', string>>;
}

const settings = JSON.parse(document.querySelector('#review')?.textContent ?? '{}') as Settings;
const { words } = settings;
const state = document.querySelector('#state') as HTMLElement;
const buttons = () => document.querySelectorAll('button');

async function post(action: string, fields: object): Promise<Readonly<Record<string, unknown>>> {
  const { proposal, base, tree } = settings;
  const response = await fetch(`./${settings.id}/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...fields, proposal, base, tree }),
  });
  const answer = (await response.json()) as Readonly<Record<string, unknown>>;
  if (response.status === 409) throw new Error(words.outdated);
  if (!response.ok) throw new Error(words.refused.replace('{reason}', String(answer.message)));
  return answer;
}

async function attempt(work: () => Promise<void>): Promise<void> {
  for (const button of buttons()) button.disabled = true;
  try {
    await work();
  } catch (error) {
    const isOurs = error instanceof Error && error.name === 'Error';
    state.textContent = isOurs ? error.message : words.failed;
    for (const button of buttons()) button.disabled = false;
  }
}

/** The digest of what is shown, made here: it is the challenge that the passkey signs. */
async function challenge(): Promise<Uint8Array<ArrayBuffer>> {
  const { proposal, base, tree } = settings;
  const text = `agentsite approval\n${proposal}\n${base}\n${tree}\n`;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

async function follow(): Promise<void> {
  for (;;) {
    const response = await fetch('./state');
    const found = (await response.json()) as { state: string; reason?: string; url?: string };
    if (found.state === 'failed') throw new Error(found.reason);
    if (found.state === 'published') return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

document.querySelector('#approval')?.addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(async () => {
    const code = document.querySelector<HTMLInputElement>('#code')?.value;
    const options = { challenge: await challenge(), userVerification: 'required' } as const;
    const proof =
      code === undefined
        ? {
            response: (
              (await navigator.credentials.get({ publicKey: options })) as PublicKeyCredential
            ).toJSON(),
          }
        : { code };
    const { url } = await post('approve', proof);
    state.textContent = words.publishing;
    await follow();
    const link = document.createElement('a');
    Object.assign(link, { href: String(url), textContent: words.published });
    state.replaceChildren(link);
  });
});
document.querySelector('#return')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const remark = new FormData(event.target as HTMLFormElement).get('remark');
  attempt(() => post('return', { remark }).then(() => location.assign('./')));
});
document.querySelector('#discard')?.addEventListener('click', () => {
  attempt(() => post('discard', {}).then(() => location.assign('./')));
});
for (const form of document.querySelectorAll<HTMLFormElement>('.edit, .later'))
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form));
    attempt(() => post('edit', { path: form.dataset.path, ...fields }).then(() => location.reload()));
  });
for (const frame of document.querySelectorAll<HTMLIFrameElement>('.marked')) {
  const fit = () => {
    frame.style.height = `${(frame.contentDocument?.documentElement.scrollHeight ?? 0) + 24}px`;
  };
  frame.addEventListener('load', fit);
  fit();
}
