import { markdownToHtml } from 'satteri';
import { addBasePath } from '../../core/html/base-path.ts';
import { wordsOf } from '../../core/languages/words.ts';
import type { Body, Heading, Image } from '../../core/model/document.ts';
import { memoize } from '../../core/model/memoize.ts';
import type { Site } from '../../core/model/site.ts';
import { absoluteUrl, basePath } from '../../core/model/urls.ts';
import { eachTag } from '../../core/text/html-tags.ts';
import { findInvisible } from '../../core/text/invisible-signs.ts';
import { countWords, cutWords, htmlToText } from '../../core/text/plain-text.ts';
import { wordPressMark } from '../../core/text/private-notes.ts';
import { joinWideLines } from '../../core/text/scripts.ts';
import { applyEdits } from '../../core/text/text-edits.ts';
import type { Problem } from '../read/problems.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { whenReady } from './markdown-plugins.ts';
import { blocks, literalDirectives } from './markup/blocks.ts';
import { abbreviations, readAbbreviations } from './markup/inline-markup.ts';
import { linkCards } from './markup/link-card.ts';
import { type Markup, readMarkup } from './markup/markdown-features.ts';
import { createMarkupFixes } from './markup/markup-fixes.ts';
import { quotesOf } from './markup/quotes.ts';
import { type AdaptedSource, adaptSource } from './text/adapted-source.ts';
import { describeText } from './text/automatic-description.ts';
import { findBlocked } from './text/blocked-html.ts';
import { findLostWords } from './text/lost-words.ts';
import { type SettledIds, settleIds } from './text/page-ids.ts';
import { findSilentMarkup } from './text/silent-markup.ts';
import { Findings, type Reference, type TextToCompile } from './text/text-findings.ts';
import { definitionReader, textVisitor } from './text/text-visitor.ts';
import { rewriteLinks } from './twin-links.ts';

/**
 * One Markdown text in every form. The twin is the author's own Markdown with absolute addresses; only the twin of a text
 * with raw HTML is made from the HTML.
 */
export interface CompiledText extends Body {
  readonly excerpt: string;
  readonly summary: string;
  readonly headings: readonly Heading[];
  /** IDs of HTML elements in the text, as link targets. */
  readonly anchors: readonly string[];
  readonly images: readonly Image[];
  readonly references: readonly Reference[];
  /** Files below `content/` that the text shows or links to. */
  readonly assets: readonly string[];
  /** Files that were read for their size, from the project's root. */
  readonly files: readonly string[];
  readonly wordCount: number;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** WordPress cuts an excerpt after this many words. */
const excerptWords = 55;

/** A text without plugins that take their time. */
export function compileMarkdown(written: TextToCompile): CompiledText {
  const compiled = compileText(written);
  if (compiled instanceof Promise) throw new Error('A Markdown plugin is asynchronous.');
  return compiled;
}

/** @param taken IDs that headings leave to other elements */
export function compileText(
  written: TextToCompile,
  taken: ReadonlySet<string> = new Set(),
): CompiledText | Promise<CompiledText> {
  const source = adaptSource(written.markdown, written.site);
  const input = { ...written, markdown: source.markdown };
  const found = new Findings(input, taken);
  const { fixesFor, features } = optionsOf(input.site);
  const fixes = fixesFor(input.markdown);
  found.abbreviations = readAbbreviations(input.markdown);
  found.edits.push(...(found.abbreviations?.lines ?? []));
  const words = found.abbreviations?.markdown ?? input.markdown;
  const markup = readMarkup(words, input.site);
  const rendered = markdownToHtml(markup.masked?.markdown ?? words, {
    mdastPlugins: pluginsFor(markup, found, input),
    hastPlugins: [...fixes.hastPlugins, ...(input.plugins?.hast ?? [])],
    features: { ...features, ...markup.features },
    data: { found },
  });
  return whenReady(rendered, (made) => {
    const ids = settle(joinWideLines(fixes.finish(made.html)), found);
    const shared = ids.shared.filter((id) => !taken.has(id));
    if (shared.length > 0) return compileText(written, new Set([...taken, ...shared]));
    // Twins have the signs of the author, also where they are made from HTML.
    const site = asWritten(input.site);
    const plain =
      found.rewritten !== null
        ? compileText({ ...input, markdown: found.rewritten, plugins: null, site, isForTwin: true }, taken)
        : found.needsConversion && 'smartPunctuation' in markup.features
          ? compileText({ ...written, site }, taken)
          : null;
    return whenReady(plain, (other) => finish({ written, source, input, found, ids, twin: other?.markdown }));
  });
}

interface Rendered {
  readonly written: TextToCompile;
  readonly source: AdaptedSource;
  readonly input: TextToCompile;
  readonly found: Findings;
  readonly ids: SettledIds;
  /** The twin, where it was made already. */
  readonly twin: string | undefined;
}

function finish({ written, source, input, found, ids, twin }: Rendered): CompiledText {
  const { html } = ids;
  found.elements.finish();
  // The number of a note is no part of the word before it.
  const text = htmlToText(withoutNotes(html));
  const base = basePath(input.site);
  const place = relocate(written, source);
  const isOwn = ({ line }: Problem) => !found.isChanged(line - input.lineOffset);
  const checked = input.isForTwin !== true;
  const warnings = [
    ...found.warnings,
    ...(checked ? warnOfSilentMarkup(input).filter(isOwn) : []),
    ...warnOfIds(ids.removed, input),
    ...(found.isPluginMade ? warnOfPluginHtml(html, found) : []),
  ];
  const lines = new Set(warnings.map(({ line }) => line));
  const unexplained = {
    ...input,
    markdown: found.blankChanged(found.abbreviations?.markdown ?? input.markdown),
  };
  const lost = (checked ? warnOfLostWords(unexplained, html, text) : []).filter(
    (one) => !lines.has(one.line) && isOwn(one),
  );
  const beginning = withoutNotes(beforeMore(html));
  return {
    html,
    markdown: found.needsConversion
      ? (twin ??
        rewriteLinks(
          htmlToMarkdown(base === '' ? html : addBasePath(html, base), absoluteUrl(input.site, input.path)),
          (address) => found.twins.get(address),
        ))
      : `${withoutBlankLines(applyEdits(input.markdown, found.edits))}\n`.replace(/^\n$/, ''),
    text,
    // A search for what a plugin wrote has to find it.
    ...((found.needsConversion && !found.isPluginMade) || wordPressMark.test(input.markdown)
      ? { stored: input.markdown }
      : {}),
    excerpt: input.description ?? cutWords(beginning === html ? text : htmlToText(beginning), excerptWords),
    summary: input.description ?? describeText(beginning),
    headings: found.headings,
    anchors: found.needsConversion ? ids.anchors : [],
    images: [...found.images.values()],
    references: found.references.map(place),
    assets: [...found.assets],
    files: [...found.files],
    wordCount: countWords(text),
    problems: [
      ...source.problems.map(({ at, message }) => problemAt(written, at, 'note', message)),
      ...found.problems.map(place),
    ],
    warnings: [...warnings, ...lost].map(place).sort((a, b) => a.line - b.line || a.column - b.column),
  };
}

/** The spaces before a first line may make it code. */
const withoutBlankLines = (markdown: string) => markdown.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();

/** Gives a place in an adapted text as the place in the author's. */
function relocate(written: TextToCompile, { markdown, original }: AdaptedSource) {
  if (markdown === written.markdown) return <Placed>(placed: Placed) => placed;
  return <Placed extends { readonly line: number; readonly column: number }>(placed: Placed): Placed => {
    let at = 0;
    for (let line = 1 + written.lineOffset; line < placed.line; line++) at = markdown.indexOf('\n', at) + 1;
    const { line, column } = placeAt(written, original(at + placed.column - 1));
    return { ...placed, line, column };
  };
}

function placeAt({ markdown, lineOffset }: TextToCompile, at: number): { line: number; column: number } {
  const lines = markdown.slice(0, at).split('\n');
  return { line: lines.length + lineOffset, column: (lines.at(-1)?.length ?? 0) + 1 };
}

function problemAt(text: TextToCompile, at: number, field: string, message: string): Problem {
  return { file: text.file, ...placeAt(text, at), field, message };
}

const asWritten = memoize((site: Site): Site => ({ ...site, smartPunctuation: false }));

/** In the order in which they run: what reads words comes behind what changes them. */
function pluginsFor(
  { features, smartQuotes, masked, blocks: hasBlocks, lonelyLinks }: Markup,
  found: Findings,
  { site, markdown, plugins }: TextToCompile,
) {
  const quotes = smartQuotes ? quotesOf(site) : null;
  return [
    // It reads the masked text too, whose signs have to come back.
    ...(plugins?.parser ? [plugins.parser] : []),
    ...(masked ? [masked.plugin] : []),
    ...(plugins?.mdast ?? []),
    ...(quotes ? [quotes] : []),
    ...(features.directive || plugins?.parser ? [literalDirectives] : []),
    ...(markdown.includes('![') && markdown.includes(']:') ? [definitionReader] : []),
    textVisitor,
    ...(lonelyLinks ? [linkCards] : []),
    ...(hasBlocks || plugins?.parser ? [blocks] : []),
    ...(found.abbreviations ? [abbreviations] : []),
  ];
}

function warnOfLostWords(input: TextToCompile, html: string, text: string): Problem[] {
  const { markdown, site } = input;
  const source =
    site.math === 'dollars'
      ? markdown.replace(/\$\$[^$]+\$\$|\$[^$\n]+\$/g, (formula) => formula.replace(/[^\n]/g, ' '))
      : markdown;
  return findLostWords(source, html, text).map(({ at, words }) => {
    const said = `"${words.slice(0, 8).join(' ')}${words.length > 8 ? ' …' : ''}"`;
    const message = `${said} does not show: the page has these words nowhere, or less often than the text; check the markup of this line.`;
    return problemAt(input, at, 'text', message);
  });
}

function warnOfSilentMarkup(input: TextToCompile): Problem[] {
  const silent = findSilentMarkup(input.markdown, input.site).map(({ at, message }) =>
    problemAt(input, at, 'markup', message),
  );
  const sign = findInvisible(input.markdown);
  if (!sign) return silent;
  const message = `has the invisible character ${sign.name}, which can hide words from readers or reorder them; delete it.`;
  const problem = problemAt(input, sign.at, 'text', message);
  // A rule of markup names the sign and what it breaks there.
  const isKnown = sign.name === 'U+200B' && silent.some(({ line }) => line === problem.line);
  return isKnown ? silent : [...silent, problem];
}

/** Only elements of HTML, containers, notes and diagrams have IDs that a heading may have too. */
function settle(html: string, { input, needsConversion, headings }: Findings): SettledIds {
  if (needsConversion || /\[\^|^[ >]*(?::::|(?:`{3,}|~{3,})[ \t]*mermaid\b)/im.test(input.markdown))
    return settleIds(html, headings);
  return { html, shared: [], removed: [], anchors: [] };
}

function warnOfIds(removed: readonly string[], input: TextToCompile): Problem[] {
  return removed.map((id) => {
    const at = Math.max(0, input.markdown.lastIndexOf(id === '' ? 'id=' : id));
    const reason = id === '' ? 'is empty' : 'is on this page already';
    return problemAt(input, at, 'HTML', `id="${id}" ${reason}, so it was left out; write another one.`);
  });
}

/** What browsers block of the HTML that plugins of rehype made; of the author's own it was said. */
function warnOfPluginHtml(html: string, { input, warnings }: Findings): Problem[] {
  if (!input.plugins || input.plugins.hast.length === 0) return [];
  const messages = new Set(findBlocked(html, input.site).map(({ message }) => message));
  return [...messages]
    .filter((message) => !warnings.some((one) => one.message === message))
    .map((message) => ({
      ...{ file: input.file, line: 1 + input.lineOffset, column: 1, field: 'plugin' },
      message: `${message} A plugin made this.`,
    }));
}

/** A summary has no footnotes, and so no marks of them; nor has it links that no one hears, such as `#` at headings. */
const withoutNotes = (html: string): string =>
  !/data-footnote-ref|aria-hidden/.test(html)
    ? html
    : html
        .replace(/<sup><a [^>]*\bdata-footnote-ref\b[^>]*>[^<]*<\/a><\/sup>/g, '')
        .replace(/<a [^>]*\baria-hidden="true"[^>]*>.*?<\/a>/gs, '');

/** What the site's language decides: compiling asks for it at every text. */
const optionsOf = memoize((site: Site) => {
  const spoken = wordsOf(site);
  const { title, back } = spoken.words.footnotes;
  return {
    fixesFor: createMarkupFixes(spoken),
    features: {
      gfm: { footnotes: { label: title, backLabel: `${back} ({reference})` } },
      frontmatter: false,
      smartPunctuation: false,
    },
  };
});

/** The HTML before the mark that ends a summary in WordPress; all without one. */
function beforeMore(html: string): string {
  if (!html.includes('<!--')) return html;
  let end = html.length;
  eachTag(html, (tag) => {
    if (tag.start < end && /^<!--(?:more|nextpage)-->$/.test(html.slice(tag.start, tag.end))) end = tag.start;
  });
  return html.slice(0, end);
}
