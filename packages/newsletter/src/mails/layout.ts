import { escapeHtml } from 'agentsite/text';

/** What is around the text of every mail. All addresses are absolute. */
export interface MailFrame {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  /** What mail programs show next to the subject. */
  readonly preheader: string;
  readonly site: { readonly title: string; readonly url: string };
  readonly browserUrl: string;
  readonly leaveUrl: string;
  readonly words: Readonly<Record<string, string>>;
}

const dark = `@media (prefers-color-scheme:dark){.page,.page td{background-color:#16181c!important;color:#e8e8e8!important}.page a{color:#8ab4f8!important}}`;

/**
 * A mail as HTML: one column of at most 600 pixels in a table, which is what Outlook can do. Colours are on the page and
 * on links alone, so that programs which darken a mail have few to change.
 * @param content HTML, with styles on its elements
 */
export function renderMail(frame: MailFrame, content: string): string {
  const { language, direction, title, preheader, site, browserUrl, leaveUrl, words } = frame;
  const link = (href: string, label = '') =>
    `<a href="${escapeHtml(href)}" style="color:#0b57d0">${escapeHtml(label)}</a>`;
  const small = 'margin:0 0 8px;font-size:14px;line-height:1.5';
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${dark}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#ffffff;color:#1f1f1f">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background-color:#ffffff;color:#1f1f1f">
<tr>
<td align="center" style="padding:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;text-align:${direction === 'rtl' ? 'right' : 'left'};font-family:Georgia,serif;font-size:17px;line-height:1.6">
<tr>
<td style="padding:0;word-break:break-word;overflow-wrap:anywhere">
<p style="${small}">${link(site.url, site.title)} · ${link(browserUrl, words.browser)}</p>
<h1 style="margin:16px 0;font-size:28px;line-height:1.25">${escapeHtml(title)}</h1>
${content}
<hr style="margin:32px 0 16px;border:0;border-top:1px solid #9aa0a6">
<p style="${small}">${escapeHtml(say(words.why, { site: site.title }))}</p>
<p style="${small}">${link(leaveUrl, words.leave)}</p>
</td>
</tr>
</table>
</td>
</tr>
</table>
</body>
</html>
`;
}

/** The same as plain text. */
export function renderText(frame: MailFrame, content: string): string {
  const { title, site, browserUrl, leaveUrl, words } = frame;
  return `${title}\n\n${words.browser}: ${browserUrl}\n\n${content.trim()}\n\n-- \n${say(words.why, { site: site.title })}\n${words.leave}: ${leaveUrl}\n`;
}

/** `{site}` in a word is replaced. */
export function say(word = '', given: Readonly<Record<string, string>>): string {
  return word.replace(/\{(\w+)\}/g, (mark, name: string) => given[name] ?? mark);
}

export const directionOf = (language: string) => (/^(?:ar|he|fa|ur)\b/.test(language) ? 'rtl' : 'ltr');
