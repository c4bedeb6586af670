/** Puts the player instead of a link to a video when it is pressed; with a key held down the link is a link. */
for (const figure of document.querySelectorAll<HTMLElement>('figure[data-video]')) {
  const link = figure.querySelector('a');
  link?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const frame = document.createElement('iframe');
    const address = new URL(figure.dataset.video ?? '');
    address.searchParams.set('autoplay', '1');
    frame.src = address.href;
    frame.allow = 'autoplay; fullscreen; picture-in-picture';
    frame.title = link.textContent?.trim() || link.querySelector('img')?.alt || link.href;
    link.replaceWith(frame);
    frame.focus();
  });
}
