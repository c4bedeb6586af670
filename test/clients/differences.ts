/** Where a judge and the doctor rightly differ, by the check of the judge and by who finds something. */
const reasons: Readonly<Record<string, { readonly judge?: string; readonly doctor?: string }>> = {
  'markdown-content-parity': {
    judge:
      'afdocs compares whole lines: one with the mark of a footnote, a title of a code block or a shortened description counts as lost; the doctor compares words',
    doctor: 'afdocs lets pages of fewer than ten segments pass',
  },
  'markdown-link-portability': { doctor: 'afdocs checks Markdown pages, not at llms.txt' },
  'llms-txt-links-markdown': {
    doctor: 'afdocs accepts links to pages that answer with Markdown, or have a .md next to them',
  },
  'content-start-position': {
    judge: 'afdocs warns from a tenth of the page on, the doctor from the half of a long page',
    doctor: 'afdocs takes the sentence about llms.txt above the menu for the beginning of the text',
  },
  'llms-txt-directive-html': {
    judge: 'afdocs wants the link in the first tenth of the page; the doctor wants it in the page',
  },
  'rendering-strategy': {
    doctor: 'afdocs knows an empty page by the element of four frameworks, the doctor by its text',
  },
  'section-header-quality': {
    doctor: 'afdocs checks headings inside of tabs only; the doctor at the first level too',
  },
  'markdown-url-support': { doctor: 'afdocs is content when some pages have a twin' },
};

/** @param finder who finds something where the other one does not */
export function reasonFor(check: string, finder: 'judge' | 'doctor'): string | undefined {
  return reasons[check]?.[finder];
}
