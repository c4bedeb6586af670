const themes: readonly string[] = ['auto', 'light', 'dark'];

/** The theme button; an owner's header may have radio buttons named `theme` instead. Stored in this browser only. */
export function offerThemes(): void {
  const button = document.querySelector('button.theme-choice');
  button?.addEventListener('click', () => {
    const next = themes.indexOf(currentTheme()) + 1;
    choose(themes[next % themes.length] ?? 'auto');
  });
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="theme"]')) {
    input.checked = input.value === currentTheme();
    input.addEventListener('change', () => choose(input.value));
  }
}

const currentTheme = () => document.documentElement.dataset.theme ?? 'auto';

function choose(theme: string): void {
  const { dataset } = document.documentElement;
  if (theme === 'auto') delete dataset.theme;
  else dataset.theme = theme;
  try {
    if (theme === 'auto') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // Storage may be forbidden; the choice then lasts until the next page.
  }
}
