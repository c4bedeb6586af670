/** In the dev server only: a button that shows the page in the other look. The setting `look` stays as it is. */
export function offerLooks(): void {
  const { dataset } = document.documentElement;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'look-switch';
  const show = (look: string) => {
    const [from, to] = look === 'magazine' ? ['list', 'cards'] : ['cards', 'list'];
    for (const list of document.querySelectorAll('[data-by-look]')) {
      list.classList.replace(`entries-${from}`, `entries-${to}`);
    }
    if (look === 'magazine') dataset.look = look;
    else delete dataset.look;
    button.textContent = `look: '${look}'`;
    sessionStorage.setItem('look', look);
  };
  button.addEventListener('click', () => show(dataset.look ? 'classic' : 'magazine'));
  document.body.append(button);
  show(sessionStorage.getItem('look') ?? dataset.look ?? 'classic');
}
