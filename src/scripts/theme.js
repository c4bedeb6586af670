// Runs before the page is painted, so that a chosen theme never flashes. Everything else waits for page.ts.
(() => {
  const root = document.documentElement;
  root.classList.add('js');
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; the page then follows the system.
  }
})();
