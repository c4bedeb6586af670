import { type Site, wordsOf } from 'agentsite/model';
import { escapeHtml } from 'agentsite/text';
import { directionOf } from '../saves/sign-in-page.ts';
import { editorWords } from '../words/editor-words.ts';
import type { Subject } from './approvals.ts';
import type { Finding } from './findings.ts';
import type { Proposal } from './proposals.ts';

/** A file of a proposal as its owner sees it. */
export interface ReviewedFile {
  readonly path: string;
  readonly text: string;
  readonly findings: readonly Finding[];
  /** With `ins` and `del`. */
  readonly source: string;
  readonly body: string;
  /** Addresses of the page now, and with the proposal; null without one. */
  readonly now: string | null;
  readonly after: string | null;
  /** May its date be set, so that it is published later? */
  readonly canWait: boolean;
}

export interface Review {
  readonly proposal: Proposal;
  readonly subject: Subject;
  readonly digest: string;
  readonly isStale: boolean;
  readonly documents: readonly ReviewedFile[];
  readonly images: readonly { readonly path: string; readonly address: string }[];
  /** For owners with a password: what they type. */
  readonly code: string | null;
}

/** The list of proposals that wait. */
export function renderProposalList(site: Site, proposals: readonly Proposal[]): string {
  const { proposals: words } = editorWords(site);
  const rows = proposals.map(({ id, summary, client, state }) => {
    const mark = state === 'returned' ? ` · ${escapeHtml(words.returned)}` : '';
    return `<li><a href="./${id}">${escapeHtml(summary || id)}</a> <small>${escapeHtml(client)}${mark}</small></li>`;
  });
  return page(
    site,
    words.title,
    `<ul class="list">${rows.join('')}</ul>${rows.length ? '' : `<p>${escapeHtml(words.none)}</p>`}`,
  );
}

/** One proposal: what to check first, what it changes, and what its owner may do. */
export function renderReview(site: Site, review: Review): string {
  const editor = editorWords(site);
  const { proposals: words } = editor;
  const { proposal, subject, digest, isStale, documents, images, code } = review;
  const say = escapeHtml;
  const by = words.by.replace('{name}', proposal.client);
  const day = new Date(proposal.created).toLocaleString(site.language, {
    timeZone: site.timezone,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const settings = {
    ...subject,
    digest,
    id: proposal.id,
    words: {
      outdated: words.outdated,
      refused: words.refused,
      publishing: editor.publishing,
      published: editor.published,
      failed: editor.failed,
    },
  };
  const findings = documents.flatMap((one) => one.findings);
  const { link, media, hidden, instruction } = words;
  const kinds = { link, media, hidden, instruction, html: 'HTML', field: '' };
  const labelOf = ({ kind, name = '' }: Finding) =>
    kinds[kind] || (editor.fields[name as keyof typeof editor.fields] ?? name);
  const called = findings.map(
    (finding) => `<li><b>${say(labelOf(finding))}</b> <q>${say(finding.value)}</q></li>`,
  );
  const shown = images.map(
    ({ path, address }) =>
      `<figure><img src="${say(address)}" alt=""><figcaption>${say(path)}</figcaption></figure>`,
  );
  const approval =
    code === null
      ? `<button id="approve" class="main">${say(words.approve)}</button>`
      : `<label>${say(words.code.replace('{code}', `${code.slice(0, 3)} ${code.slice(3)}`))} <input id="code" inputmode="numeric" autocomplete="off"></label><button id="approve" class="main">${say(words.approve)}</button>`;
  return page(
    site,
    proposal.summary || proposal.id,
    `<p class="by">${say(by)} · ${say(day)}</p>
${proposal.remark ? `<p class="remark"><b>${say(words.remark)}</b> ${say(proposal.remark)}</p>` : ''}
${isStale ? `<p class="stale" role="alert">${say(words.stale)}</p>` : ''}
${called.length + shown.length > 0 ? `<section class="first"><h2>${say(words.first)}</h2><ul>${called.join('')}</ul>${shown.join('')}</section>` : ''}
${documents.map((one) => renderFile(one, editor)).join('\n')}
<div class="bar">
<p role="status" id="state"></p>
${isStale ? '' : `<form id="approval">${approval}</form>`}
<details><summary>${say(words.remark)}</summary><form id="return"><label>${say(words.remark)} <textarea name="remark" rows="3" required></textarea></label><button>${say(words.giveBack)}</button></form></details>
<button id="discard">${say(words.discard)}</button>
</div>
<script type="application/json" id="review">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>
<script type="module" src="../review.js"></script>`,
  );
}

function renderFile(
  file: ReviewedFile,
  { proposals: words, schedule }: ReturnType<typeof editorWords>,
): string {
  const say = escapeHtml;
  const { path, text, source, body, now, after, canWait } = file;
  const frame = (label: string, address: string | null) =>
    `<figure class="page"><figcaption>${say(label)}</figcaption>${address === null ? '<p>–</p>' : `<iframe src="${say(address)}" title="${say(label)}" sandbox="allow-same-origin" loading="lazy"></iframe>`}</figure>`;
  const later = canWait
    ? `<form class="later" data-path="${say(path)}"><input type="datetime-local" name="date" aria-label="${say(schedule)}" required><button>${say(schedule)}</button></form>`
    : '';
  return `<section class="file"><h2>${say(path)}</h2>
<h3>${say(words.changes)}</h3>
<iframe class="marked" title="${say(words.changes)}" sandbox="allow-same-origin" srcdoc="${say(markedStyle + body)}"></iframe>
<div class="pages">${now === null ? '' : frame(words.now, now)}${frame(words.after, after)}</div>
<details><summary>${say(words.source)}</summary><pre>${source}</pre></details>
<details><summary>${say(words.save)}</summary><form class="edit" data-path="${say(path)}"><textarea name="text" rows="16" spellcheck="true" aria-label="${say(words.source)}">\n${say(text)}</textarea><button>${say(words.save)}</button></form></details>
${later}</section>`;
}

/** Of the marked text, whose own styles hide nothing. */
const markedStyle = `<!doctype html><meta name="color-scheme" content="light dark"><style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: .5rem; overflow-wrap: anywhere }
body * { display: revert !important; visibility: visible !important; opacity: 1 !important; position: static !important; font-size: revert !important; color: inherit !important; background: none !important; text-indent: 0 !important; clip-path: none !important }
ins { background: #b6f0c0 !important; color: #052 !important; text-decoration: underline } del { background: #ffd0cc !important; color: #600 !important } img, video { max-width: 100%; height: auto }
</style>`;

function page(site: Site, title: string, content: string): string {
  const { language } = wordsOf(site);
  return `<!doctype html>
<html lang="${language}"${directionOf(language)}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} · ${site.title}`)}</title>
<style>${style}</style>
<main>
<p class="site">${escapeHtml(site.title)}</p>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</html>
`;
}

const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif }
body { margin: 0 } main { max-width: 80rem; margin: auto; padding: 1rem 1rem 12rem } * { box-sizing: border-box }
h1 { font-size: 1.5rem; line-height: 1.2; margin: .25rem 0 } h2 { font-size: 1.125rem; overflow-wrap: anywhere } h3 { font-size: 1rem }
.site, .by { margin: 0; opacity: .8 }
.list li { margin: .75rem 0 } .list small { display: block }
.first { border: 2px solid #b35900; border-radius: .5rem; padding: 0 1rem 1rem; margin: 1rem 0 } .first ul { padding: 0; list-style: none; margin: 0 } .first li { margin: .35rem 0; overflow-wrap: anywhere } .first img { max-width: 100%; max-height: 20rem } .first figure { margin: 1rem 0 }
q { quotes: none; font-family: ui-monospace, monospace; font-size: .9em }
.stale { color: #b00020; font-weight: bold }
iframe { width: 100%; border: 1px solid #8886; border-radius: .25rem; background: #fff } .marked { min-height: 6rem; background: none } .page iframe { height: 32rem }
.pages { display: grid; gap: 1rem; margin: 1rem 0 } @media (width >= 56rem) { .pages { grid-template-columns: 1fr 1fr } } .page { margin: 0; min-width: 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .875rem } ins { background: #2a84; text-decoration: underline } del { background: #d334 }
form { display: grid; gap: .5rem; margin: .5rem 0 } label { display: grid; gap: .25rem } textarea, input, button { font: inherit; padding: .6rem; border-radius: .5rem; border: 1px solid #8888; width: 100% } textarea { font-family: ui-monospace, monospace; font-size: .875rem }
button { cursor: pointer; min-height: 2.75rem } .main { background: #1358a8; color: #fff; border-color: transparent; font-weight: 600 } summary { padding: .5rem 0; cursor: pointer }
.bar { position: fixed; inset: auto 0 0; background: Canvas; border-top: 1px solid #8888; padding: .5rem 1rem; max-height: 60vh; overflow: auto; display: grid; gap: .25rem } button:disabled { opacity: .5; cursor: default }
.bar { grid-template-columns: 1fr 1fr; align-items: start } .bar p, #approval { grid-column: 1 / -1; margin: 0 } .bar p:empty { display: none } .bar details[open] { grid-column: 1 / -1 }
@media (width >= 56rem) { .bar { grid-template-columns: 2fr 1fr 1fr; gap: 1rem } #approval { grid-column: auto } }
`;
