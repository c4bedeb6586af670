import { type Look, lookNames, looks } from '../core/model/settings/looks.ts';

/** In the dev server only: a button that shows the page in the next look. The setting `look` stays as it is. */
export function offerLooks(): void {
  const { dataset } = document.documentElement;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'look-switch';
  let shown: Look = 'classic';
  const show = (look: Look) => {
    for (const list of document.querySelectorAll('[data-by-look]')) {
      list.classList.remove(`entries-${looks[shown].lists}`);
      list.classList.add(`entries-${looks[look].lists}`);
    }
    shown = look;
    if (look === 'classic') delete dataset.look;
    else dataset.look = look;
    if (looks[look].frame > looks[look].measure) dataset.frame = 'wide';
    else delete dataset.frame;
    button.textContent = `look: '${look}'`;
    sessionStorage.setItem('look', look);
  };
  const isLook = (name: string | null | undefined) => lookNames.find((look) => look === name);
  const next = () => lookNames[(lookNames.indexOf(shown) + 1) % lookNames.length] ?? 'classic';
  button.addEventListener('click', () => show(next()));
  document.body.append(button);
  shown = isLook(dataset.look) ?? 'classic';
  show(isLook(sessionStorage.getItem('look')) ?? shown);
}
