/**
 * Accept headers that a page with a Markdown twin meets, and what its form must be (RFC 9110, 12.5.1): weights
 * first; of equal weights the range that names the type before a wildcard, then the one that is listed first.
 * `either` marks headers that accept neither form: HTML and 406 are both fine.
 */
export interface AcceptCase {
  readonly accept: string | null;
  readonly wanted: 'html' | 'markdown' | 'either';
}

const chrome =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

/** By the rule that a wrong answer breaks. */
export const acceptCases = {
  browsers: [
    html(chrome),
    html('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'),
    html(
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8',
    ),
    html('text/html, */*;q=0.8'),
    html('image/avif,image/webp,*/*;q=0.8'),
    html('application/signed-exchange;v=b3;q=0.7,*/*;q=0.8'),
  ],
  agents: [
    markdown('text/markdown, text/html, */*'),
    markdown(
      'text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.8,application/xml;q=0.7,image/webp;q=0.6,*/*;q=0.5',
    ),
    markdown('text/markdown;q=1.0, text/x-markdown;q=0.9, text/plain;q=0.8, text/html;q=0.7, */*;q=0.1'),
    markdown('text/markdown, text/plain;q=0.9, */*;q=0.1'),
    markdown('text/markdown, text/html;q=0.9, */*;q=0.8'),
    markdown('text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.8, */*;q=0.1'),
    html('text/html, */*'),
  ],
  weights: [
    html('text/html, text/markdown;q=0.9'),
    markdown('text/html;q=0.9, text/markdown'),
    html('text/markdown;q=0.5, text/html;q=0.8'),
    html('text/html;q=0.8, text/markdown;q=0.75'),
    markdown('text/html;q=0.8, text/markdown;q=.9'),
    html('text/html; q=0.9, text/markdown; q=0.5'),
    markdown('text/markdown, text/html;q=0.5'),
    html('text/html, text/markdown'),
  ],
  refusals: [
    { accept: 'text/markdown;q=0', wanted: 'either' },
    html('text/markdown;q=0, */*'),
    html('text/markdown;q=0.000, text/html'),
    { accept: 'text/html;q=0, text/markdown;q=0, */*', wanted: 'either' },
  ],
  wildcards: [
    { accept: null, wanted: 'html' },
    html('*/*'),
    html('text/*'),
    markdown('text/markdown, */*'),
    markdown('*/*, text/markdown'),
    markdown('text/*;q=0.5, text/html;q=0.3'),
    html('text/markdown;q=0.5, */*;q=0.8'),
    markdown('text/markdown;q=0.9, */*;q=0.8'),
    markdown('text/html;q=0.3, */*;q=0.8'),
    html('application/json, text/plain, */*'),
  ],
  syntax: [
    markdown('TEXT/MARKDOWN'),
    markdown('Text/Markdown;Q=0.2, text/HTML;q=0.1'),
    markdown('text/html\t;\tq=0.1,\ttext/markdown'),
    html('text/markdown; charset=utf-8; q=0.2, text/html; q=0.3'),
    markdown('text/markdown;variant=GFM, text/html;q=0.9'),
    html('text/markdown;variant=CommonMark;q=0.3, text/html;q=0.5'),
    markdown('text/markdown;title="a, text/html";q=0.9, text/html;q=0.5'),
    markdown('text/markdown;title="x;q=0", text/html;q=0.5'),
    markdown('text/markdown;q=0.9;ext=1, text/html;q=0.5'),
    html('text/markdown;q=abc, text/html'),
    html('text/markdown;q=1.5, text/html'),
    html('text/markdown;q=-1, text/html;q=0.5'),
    markdown(',,text/markdown,,'),
    markdown(';q=1, text/markdown'),
    html('xtext/markdown, text/html'),
  ],
  others: [
    'application/json',
    'application/pdf',
    'text/plain',
    'text/x-markdown',
    'application/text/markdown',
    'text',
    '*',
    'text/markdown text/html',
    'application/xhtml+xml',
  ].map((accept): AcceptCase => ({ accept, wanted: 'either' })),
} as const satisfies Readonly<Record<string, readonly AcceptCase[]>>;

function html(accept: string): AcceptCase {
  return { accept, wanted: 'html' };
}

function markdown(accept: string): AcceptCase {
  return { accept, wanted: 'markdown' };
}
