/** Pixels between two notes. */
const gap = 16;

/** Moves footnotes into the margin where there is room and they are not far longer than the text. */
export function placeMarginNotes(): void {
  const prose = document.querySelector<HTMLElement>('.page-post > .prose');
  const notes = prose?.querySelectorAll<HTMLElement>('.footnotes li[id]') ?? [];
  if (!prose || notes.length === 0) return;
  const place = () => {
    prose.classList.add('has-notes');
    prose.style.minBlockSize = '';
    const { top, height } = prose.getBoundingClientRect();
    let free = 0;
    for (const note of notes) {
      const reference = prose.querySelector(`a[href="#${CSS.escape(note.id)}"]`);
      const aligned = (reference?.getBoundingClientRect().top ?? top) - top - 4;
      note.style.insetBlockStart = `${Math.max(aligned, free)}px`;
      free = Math.max(aligned, free) + note.offsetHeight + gap;
    }
    if (free > height + innerHeight / 2) prose.classList.remove('has-notes');
    else if (notes[0] && getComputedStyle(notes[0]).position === 'absolute')
      prose.style.minBlockSize = `${free}px`;
  };
  place();
  new ResizeObserver(place).observe(prose);
}
