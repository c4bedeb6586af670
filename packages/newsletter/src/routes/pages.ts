import { type PluginRoute, type SidecarContext, wordsOfPlugin } from 'agentsite/plugin';
import { escapeHtml } from 'agentsite/text';
import { directionOf } from '../mails/layout.ts';

/** The style of the pages that the sidecar answers with. */
export const style = `:root{color-scheme:light dark;font:18px/1.6 system-ui,sans-serif}body{max-width:34rem;margin:3rem auto;padding:0 1rem}form{display:grid;gap:1rem}fieldset{border:1px solid;border-radius:.4rem}fieldset label{display:block}input[type=email],select,button{font:inherit;padding:.5rem;width:100%;box-sizing:border-box}button{cursor:pointer}.trap{position:absolute;left:-9999px}`;

/** Answers with a page of the newsletter, whose address may be a secret. @param body HTML */
export function sendPage(
  { site, urlOf }: Pick<SidecarContext, 'site' | 'urlOf'>,
  response: Parameters<PluginRoute['handle']>[1],
  status: number,
  language: string,
  body: string,
): void {
  const { title } = wordsOfPlugin({ ...site, language }, 'newsletter');
  response
    .status(status)
    .set({ 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
    .type('html')
    .send(renderPage(language, `${title} · ${site.title}`, body, urlOf('style.css')));
}

function renderPage(language: string, title: string, body: string, styleUrl: string): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(styleUrl)}">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

export const paragraph = (text = ''): string => `<p role="status">${escapeHtml(text)}</p>`;

/** A form of buttons alone. It posts to the address of its page. */
export const buttons = (all: Readonly<Record<string, string | undefined>>): string =>
  `<form method="post">${Object.entries(all)
    .map(([action, label = '']) => `<button name="action" value="${action}">${escapeHtml(label)}</button>`)
    .join('\n')}</form>`;

export interface SubscribeForm {
  readonly action: string;
  readonly words: Readonly<Record<string, string>>;
  readonly token: string;
  readonly email: string;
  /** Names by topic and by language. */
  readonly topics: Readonly<Record<string, string>>;
  readonly languages: Readonly<Record<string, string>>;
  readonly language: string;
}

export function renderForm({
  action,
  words,
  token,
  email,
  topics,
  languages,
  language,
}: SubscribeForm): string {
  const boxes = Object.entries(topics).map(
    ([topic, name], at) =>
      `<label><input type="checkbox" name="topics" value="${escapeHtml(topic)}"${at === 0 ? ' checked' : ''}> ${escapeHtml(name)}</label>`,
  );
  const choose = (name: string, all: Readonly<Record<string, string | undefined>>, chosen: string) =>
    `<label>${escapeHtml(words[name] ?? '')} <select name="${name}">${Object.entries(all)
      .map(
        ([value, label = '']) =>
          `<option value="${escapeHtml(value)}"${value === chosen ? ' selected' : ''}>${escapeHtml(label)}</option>`,
      )
      .join('')}</select></label>`;
  const { each, weekly, monthly } = words;
  return `<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="submit_token" value="${escapeHtml(token)}">
<label>${escapeHtml(words.email ?? '')} <input type="email" name="email" required maxlength="254" autocomplete="email" value="${escapeHtml(email)}"></label>
<label class="trap" aria-hidden="true">URL <input name="website" tabindex="-1" autocomplete="off"></label>
${boxes.length > 1 ? `<fieldset><legend>${escapeHtml(words.topics ?? '')}</legend>${boxes.join('\n')}</fieldset>` : ''}
${choose('frequency', { each, weekly, monthly }, 'each')}
${Object.keys(languages).length > 1 ? choose('language', languages, language) : ''}
<button>${escapeHtml(words.subscribe ?? '')}</button>
</form>`;
}
