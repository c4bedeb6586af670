/** Marks the section that is being read in the list of contents. The list works without it. */
export function followContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  const byId = new Map(links.map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  if (byId.size === 0) return;
  const visible = new Set<Element>();
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        if (isIntersecting) visible.add(target);
        else visible.delete(target);
      }
      const first = [...byId.keys()].find((id) => [...visible].some((heading) => heading.id === id));
      if (first) mark(links, byId.get(first));
    },
    { rootMargin: '0px 0px -65% 0px' },
  );
  for (const id of byId.keys()) {
    const heading = document.getElementById(id);
    if (heading) observer.observe(heading);
  }
}

function mark(links: readonly HTMLAnchorElement[], current: HTMLAnchorElement | undefined): void {
  for (const link of links) {
    if (link === current) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}
