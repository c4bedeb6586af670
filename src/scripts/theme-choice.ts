/** The three radio buttons in the head of the page. The choice is kept only in this browser. */
export function offerThemes(): void {
  const inputs = document.querySelectorAll<HTMLInputElement>('input[name="theme"]');
  const root = document.documentElement;
  const current = root.dataset.theme ?? 'auto';
  for (const input of inputs) {
    input.checked = input.value === current;
    input.addEventListener('change', () => {
      if (input.value === 'auto') delete root.dataset.theme;
      else root.dataset.theme = input.value;
      remember(input.value);
    });
  }
}

function remember(theme: string): void {
  try {
    if (theme === 'auto') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // Storage may be forbidden; the choice then lasts until the next page.
  }
}
