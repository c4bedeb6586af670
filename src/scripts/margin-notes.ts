/** Pixels between two notes. */
const gap = 16;

/** Puts footnotes into the margin where the style sheet has room for them; without it they stay at the end. */
export function placeMarginNotes(): void {
  const prose = document.querySelector<HTMLElement>('.page-post > .prose');
  const notes = prose?.querySelectorAll<HTMLElement>('.footnotes li[id]') ?? [];
  if (!prose || notes.length === 0) return;
  prose.classList.add('has-notes');
  new ResizeObserver(() => {
    const top = prose.getBoundingClientRect().top;
    let free = 0;
    for (const note of notes) {
      const reference = prose.querySelector(`a[href="#${CSS.escape(note.id)}"]`);
      const aligned = (reference?.getBoundingClientRect().top ?? top) - top - 4;
      note.style.insetBlockStart = `${Math.max(aligned, free)}px`;
      free = Math.max(aligned, free) + note.offsetHeight + gap;
    }
    if (notes[0] && getComputedStyle(notes[0]).position === 'absolute')
      prose.style.minBlockSize = `${free}px`;
    else prose.style.minBlockSize = '';
  }).observe(prose);
}
