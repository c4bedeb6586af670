import type PhotoSwipe from 'photoswipe';
import stylesUrl from 'photoswipe/style.css?url';
import { words } from './words.ts';

/** Opens the images of galleries and wide figures in a box over the page. What draws it is loaded with the first one. */
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(imageLink) : null;
  if (!link?.querySelector('img') || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open(link).catch(() => location.assign(link.href));
});

const imageLink = '.wp-block-image > a';
let styles: Promise<unknown> | null = null;

async function open(link: HTMLAnchorElement): Promise<void> {
  styles ??= new Promise((done) => {
    const sheet = { rel: 'stylesheet', href: stylesUrl, onload: done, onerror: done };
    document.head.append(Object.assign(document.createElement('link'), sheet));
  });
  const [{ default: Box }] = await Promise.all([import('photoswipe'), styles]);
  const group = link.closest('.wp-block-gallery') ?? link.parentElement;
  const links = [...(group?.querySelectorAll<HTMLAnchorElement>(imageLink) ?? [])];
  const box: PhotoSwipe = new Box({
    dataSource: links.map(describe),
    index: links.indexOf(link),
    bgOpacity: 1,
    zoom: false,
    closeTitle: words.close,
    arrowPrevTitle: words.previous,
    arrowNextTitle: words.next,
    errorMsg: words.imageFailed,
    showHideAnimationType: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'none' : 'fade',
  });
  box.on('uiRegister', () => {
    box.ui?.registerElement({
      name: 'caption',
      appendTo: 'root',
      onInit(element) {
        element.setAttribute('aria-live', 'polite');
        box.on('change', () => {
          const link = links[box.currIndex];
          const caption = link?.parentElement?.querySelector('figcaption')?.textContent ?? '';
          element.textContent = caption;
          const name = link?.querySelector('img')?.alt || caption || document.title;
          box.element?.setAttribute('aria-label', name);
        });
      },
    });
  });
  box.init();
}

/** The form of the image that the browser chose, in all its sizes. */
function describe(link: HTMLAnchorElement) {
  const image = link.querySelector('img');
  const type = image?.currentSrc.split('.').at(-1);
  const source =
    link.querySelector<HTMLSourceElement>(`source[type="image/${type}"]`) ?? link.querySelector('source');
  return {
    src: link.href,
    srcset: source?.srcset ?? '',
    width: Number(image?.getAttribute('width')) || image?.naturalWidth || 0,
    height: Number(image?.getAttribute('height')) || image?.naturalHeight || 0,
    alt: image?.alt ?? '',
    msrc: image?.currentSrc ?? '',
    ...(image ? { element: link } : {}),
  };
}
