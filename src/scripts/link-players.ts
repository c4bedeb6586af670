/** Puts the player instead of a link when it is pressed; with a key held down the link is a link. */
for (const figure of document.querySelectorAll<HTMLElement>('figure[data-player]')) {
  const link = figure.querySelector('a');
  link?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const frame = document.createElement('iframe');
    frame.src = figure.dataset.player ?? '';
    frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media';
    frame.referrerPolicy = 'strict-origin-when-cross-origin';
    frame.title = link.textContent?.trim() || link.querySelector('img')?.alt || link.href;
    link.replaceWith(frame);
    frame.focus();
  });
}
