import type { ServiceScript } from '../core/model/settings/services.ts';

/** Loads the scripts of other services, none of which is asked for anything before the reader says so. */

/** Where the reader's answer is stored: in this browser only. */
const key = 'consent';

function load(described: string | undefined, after: Element): void {
  const { src, attributes } = JSON.parse(described ?? '{}') as ServiceScript;
  const script = document.createElement('script');
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  if (src.startsWith('https://giscus.app/'))
    script.dataset.theme = document.documentElement.dataset.theme ?? 'preferred_color_scheme';
  script.src = src;
  after.after(script);
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-service]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    load(button.dataset.service, button);
    button.remove();
  });
}

const question = document.querySelector<HTMLElement>('[data-consent]');
if (question) {
  const answer = localStorage.getItem(key);
  if (answer === 'yes') load(question.dataset.consent, question);
  else question.hidden = answer === 'no';
  for (const button of question.querySelectorAll('button')) {
    button.addEventListener('click', () => {
      localStorage.setItem(key, button.value);
      question.hidden = true;
      if (button.value === 'yes') load(question.dataset.consent, question);
    });
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-ask-again]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      localStorage.removeItem(key);
      location.reload();
    });
  }
}
