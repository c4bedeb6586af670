/** Pages with addresses like the missing one: the server names them to software that asks for JSON, and here to people. */
async function showNearPages(): Promise<void> {
  const section = document.querySelector<HTMLElement>('[data-near]');
  const answer = await fetch(location.href, { headers: { Accept: 'application/json' } });
  const { links = [] }: { links?: { rel: string; href: string; title?: string }[] } = await answer.json();
  for (const { rel, href, title = href } of links) {
    if (rel !== 'related' || !section) continue;
    const link = document.createElement('a');
    // Of an address only the path: the site may be open under another host.
    link.href = new URL(href).pathname;
    link.textContent = title;
    const item = document.createElement('li');
    item.append(link);
    section.querySelector('ul')?.append(item);
    section.hidden = false;
  }
}

// While the sidecar is down, the answer names none.
showNearPages().catch(() => undefined);
