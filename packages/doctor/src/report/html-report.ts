import { escapeHtml } from 'agentsite/text';
import type { Comparison } from './comparison.ts';
import type { Report, Result } from './json-report.ts';
import { inOrderOfWeight } from './score.ts';

/**
 * The report as one HTML file that loads nothing: scores at the top, findings by area, what was kept folded away,
 * readable in light and dark and on paper. What the site sent is escaped, since it is a stranger's.
 */
export function renderHtml(report: Report, comparison: Comparison | null): string {
  const host = escapeHtml(new URL(report.url).host);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${host}: what software meets</title><style>${style}</style></head>
<body><main>
<header><p class="score ${gradeOf(report.score)}">${report.score ?? '–'}</p>
<div><h1>${host}</h1><p>${escapeHtml(report.url)}, ${report.examinedAt.slice(0, 16).replace('T', ' ')} UTC, ${report.requests} requests</p>
<p>${renderCounts(report)}</p></div></header>
${comparison ? renderComparison(comparison) : ''}${renderWorst(report)}<nav aria-label="Areas"><ul>${report.areas.map(renderLink).join('')}</ul></nav>
${report.areas.map((area) => renderArea(area, report)).join('\n')}
<footer>${renderSkipped(report)}<p>${escapeHtml(report.formula)}.</p></footer>
</main></body></html>
`;
}

function renderCounts({ counts }: Report): string {
  const severities = ['error', 'warning', 'note'] as const;
  return severities.map((each) => `${counts[each]} ${each}${counts[each] === 1 ? '' : 's'}`).join(', ');
}

/** The three worst problems with their fixes, and the order of the others. */
function renderWorst({ results }: Report): string {
  const broken = inOrderOfWeight(results);
  if (broken.length === 0) return '';
  const rest = broken.slice(3).map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`);
  return `<section><h2>Broken rules, the worst first</h2>
${broken
  .slice(0, 3)
  .map((result) => renderBroken({ ...result, findings: result.findings.slice(0, 1) }))
  .join('\n')}
${rest.length > 0 ? `<h3>Then</h3><ol start="4">${rest.join('')}</ol>` : ''}</section>
`;
}

type AreaScore = Report['areas'][number];

function renderLink({ id, title, score }: AreaScore): string {
  return `<li><a href="#${id}">${escapeHtml(title)} <b class="${gradeOf(score)}">${score ?? '–'}</b></a></li>`;
}

function renderArea({ id, title, score }: AreaScore, { results }: Report): string {
  const own = results.filter((result) => result.area === id);
  const broken = own.filter(({ outcome }) => outcome === 'broken');
  const others = own.filter(({ outcome }) => outcome !== 'broken');
  const list = others.map(
    (result) => `<li>${escapeHtml(result.title)}${renderReason(result)} <code>${result.id}</code></li>`,
  );
  return `<section id="${id}"><h2>${escapeHtml(title)} <b class="${gradeOf(score)}">${score ?? '–'}</b></h2>
${broken.map((result) => renderBroken(result, ` id="${result.id}"`)).join('\n')}
${list.length > 0 ? `<details><summary>${summarize(others)}</summary><ul>${list.join('')}</ul></details>` : ''}</section>`;
}

/** A fix that the next finding has too is below the last of them. */
function renderBroken({ severity, title, id, source, findings }: Result, anchor = ''): string {
  const rows = findings.map(({ url, seen, fix }, at) => {
    const how = `<dt>Fix</dt><dd><code>${escapeHtml(fix)}</code></dd>`;
    return `<dl><dt>Where</dt><dd>${escapeHtml(url)}</dd><dt>Seen</dt><dd>${escapeHtml(seen)}</dd>${fix === findings[at + 1]?.fix ? '' : how}</dl>`;
  });
  return `<article class="${severity}"${anchor}><h3><span>${severity}</span> ${escapeHtml(title)}</h3>${rows.join('')}<p class="rule">${escapeHtml(source)} · <code>${id}</code></p></article>`;
}

function renderReason({ outcome, reason }: Result): string {
  if (outcome === 'kept') return '';
  return ` <em>${outcome === 'not-offered' ? 'not offered' : 'not examined'}: ${escapeHtml(reason ?? '')}</em>`;
}

function summarize(results: readonly Result[]): string {
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const parts = [
    [count('kept'), 'kept'],
    [count('not-offered'), 'not offered'],
    [count('not-examined'), 'not examined'],
  ] as const;
  return parts.flatMap(([number, words]) => (number > 0 ? [`${number} ${words}`] : [])).join(', ');
}

function renderComparison({ since, fixed, broken }: Comparison): string {
  const list = (results: readonly Result[]) =>
    results.map(({ title, id }) => `<li>${escapeHtml(title)} <code>${id}</code></li>`).join('');
  return `<section><h2>Since ${escapeHtml(since.slice(0, 16).replace('T', ' '))}</h2>
<h3>Fixed: ${fixed.length}</h3><ul>${list(fixed)}</ul><h3>New: ${broken.length}</h3><ul>${list(broken)}</ul></section>
`;
}

function renderSkipped({ skipped, sampled }: Report): string {
  const parts = sampled.map(({ what, examined, of }) => `${examined} of ${of} ${escapeHtml(what)}`);
  const left = skipped.map(
    ({ reason, urls }) =>
      `<p>Not asked for: ${urls.length === 20 ? '20 or more' : urls.length} addresses, ${escapeHtml(reason)}.</p>`,
  );
  return `${parts.length > 0 ? `<p>Examined in part: ${parts.join(', ')}.</p>` : ''}${left.join('')}`;
}

function gradeOf(score: number | null): string {
  if (score === null) return 'none';
  return score === 100 ? 'good' : score < 70 ? 'bad' : 'fair';
}

const style = `:root{color-scheme:light dark;--line:light-dark(#ddd,#444);--soft:light-dark(#555,#aaa);--good:light-dark(#176b2c,#6fd08c);--fair:light-dark(#7a5200,#e5b454);--bad:light-dark(#b3261e,#ff8a80)}
body{margin:0;font:1rem/1.5 system-ui,sans-serif}main{max-width:52rem;margin:auto;padding:1.5rem}
header{display:flex;gap:1.5rem;align-items:center}header p{margin:.2rem 0;color:var(--soft);overflow-wrap:anywhere}h1{margin:0;font-size:clamp(1.3rem,6vw,2rem);overflow-wrap:anywhere}ol{columns:20rem;column-gap:3rem}
.score{flex:none;font-size:2.5rem;font-weight:700;width:5rem;height:5rem;line-height:5rem;text-align:center;border:4px solid;border-radius:50%}
.good{color:var(--good)!important}.fair{color:var(--fair)!important}.bad{color:var(--bad)!important}.none{color:var(--soft)}
nav ul{display:flex;flex-wrap:wrap;gap:.5rem;padding:0;list-style:none}nav a{display:block;padding:.2rem .7rem;border:1px solid var(--line);border-radius:1rem;color:inherit;text-decoration:none}
h2{border-bottom:1px solid var(--line);margin:2rem 0 .5rem}h3{margin:.5rem 0;font-size:1rem}
article{border-left:4px solid var(--soft);padding:.1rem 1rem;margin:1rem 0}article.error{border-color:var(--bad)}article.warning{border-color:var(--fair)}
article span{font-size:.8rem;text-transform:uppercase;color:var(--soft)}dl{display:grid;grid-template-columns:4rem 1fr;gap:.2rem .5rem;margin:.6rem 0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}code{font-size:.9em}.rule,em,summary,footer{color:var(--soft)}
@media print{main{max-width:none;padding:0}article{break-inside:avoid}nav,details{display:none}}`;
