import { eachTag, type HtmlTag } from '../../../core/text/html-tags.ts';
import { didYouMean } from '../../../core/text/nearest-word.ts';

/** Something wrong with the HTML of a Markdown text; `at` is its place in the piece. */
export interface HtmlProblem {
  readonly at: number;
  readonly message: string;
}

interface OpenElement {
  readonly name: string;
  /** The paragraph, list item or document that contains it: an element cannot begin in one and end in another. */
  readonly holder: string;
  readonly report: (message: string) => void;
}

/** Elements without content. */
const empty: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
/** Elements whose end tag may be left out. */
const endsByItself: ReadonlySet<string> = new Set(
  'body caption colgroup dd dt head html li optgroup option p rp rt tbody td tfoot th thead tr'.split(' '),
);

/** Does the piece hold comments only? */
export function isComment(html: string): boolean {
  let from = 0;
  let isOnly = true;
  eachTag(html, ({ kind, start, end }) => {
    isOnly &&= kind === 'comment' && html.slice(from, start).trim() === '';
    from = end;
  });
  return isOnly && from > 0 && html.slice(from).trim() === '';
}

/** Open elements that an end tag may have been meant for. */
const near = 20;

/** Checks that the elements which a Markdown text writes as HTML are finished, closed and nested. */
export class HtmlElements {
  #open: OpenElement[] = [];

  /**
   * @param html one piece: a tag in a line, or a block
   * @param holder names the node that contains the piece
   * @param report called with each problem and its place in the piece, sometimes at {@link finish}
   */
  read(html: string, holder: string, report: (problem: HtmlProblem) => void): void {
    let last = -1;
    eachTag(html, (tag) => {
      const reportHere = (message: string) => report({ at: tag.start, message });
      // The content of a <script> in a line comes in pieces of its own.
      const isReported = tag.start === last;
      last = tag.start;
      if (tag.kind === 'open') this.#start(html, tag, holder, reportHere);
      else if (tag.kind === 'close') this.#close(tag.name, holder, reportHere);
      else if (tag.kind === 'unfinished' && !isReported) {
        reportHere(
          tag.name === ''
            ? 'the comment is not closed; write --> where it ends.'
            : `<${tag.name} … is not finished; check its quotation marks, and end it with >.`,
        );
      }
    });
  }

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** Reports what is still open. */
  finish(): void {
    for (const element of this.#open) reportOpen(element);
  }

  #start(html: string, { name, end }: HtmlTag, holder: string, report: OpenElement['report']): void {
    if (empty.has(name)) return;
    if (html[end - 2] !== '/') this.#open.push({ name, holder, report });
    else if (!this.#open.some((element) => element.name === 'svg' || element.name === 'math'))
      report(`<${name}/> is not closed: HTML ignores the slash; write <${name}></${name}>.`);
  }

  #close(name: string, holder: string, report: OpenElement['report']): void {
    const place = this.#open.findLastIndex((element) => element.name === name && element.holder === holder);
    if (place >= 0) {
      for (const element of this.#open.splice(place).slice(1)) reportOpen(element);
      return;
    }
    const elsewhere = this.#open.some((element) => element.name === name);
    const names = this.#open
      .slice(-near)
      .filter((element) => element.holder === holder)
      .map((element) => `</${element.name}>`);
    report(
      elsewhere
        ? `</${name}> is in another paragraph, list item or emphasis than <${name}>; close it where it was opened.`
        : `</${name}> closes nothing${didYouMean(`</${name}>`, names) || `; remove it, or write <${name}> before it.`}`,
    );
  }
}

function reportOpen({ name, report }: OpenElement): void {
  if (!endsByItself.has(name)) report(`<${name}> is not closed; write </${name}> where it ends.`);
}
