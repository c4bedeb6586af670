/** Ctrl-K, ⌘K or / opens the search over the page; its code and the index are loaded only then. */
export function openSearchByKey(): void {
  const link = document.querySelector<HTMLAnchorElement>('a.search-link');
  if (!link || document.querySelector('[data-search-page]')) return;
  const open = () => import('./search-dialog.ts').then(({ openSearch }) => openSearch(link));
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    open().catch(() => location.assign(link.href));
  });
  document.addEventListener('keydown', (event) => {
    const command = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    const slash =
      event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event.target);
    if (!command && !slash) return;
    event.preventDefault();
    open().catch(() => location.assign(link.href));
  });
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
