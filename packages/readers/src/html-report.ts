import { escapeHtml } from 'agentsite/text';
import { type Kind, kinds, namesDated } from './known-names.ts';
import { type Summary, sum } from './summarize.ts';

/** Rows of a table. */
const most = 50;
const order = Object.keys(kinds) as Kind[];

/** The summary as one HTML file that loads nothing; plots are SVG. What comes from the log is escaped. */
export function renderHtml(summary: Summary, source: string): string {
  const { requests, read, days, documents, missing, searches, referrers, feeds, names } = summary;
  const legend = order.map(
    (kind) =>
      `<li><svg width="12" height="12" aria-hidden="true"><rect class="${kind}" width="12" height="12"/></svg> ${kinds[kind]} <b>${read[kind]}</b></li>`,
  );
  const rows = searches.slice(0, most).map(([words, count, inVain]) => row(words, [count, inVain]));
  const readers = feeds.slice(0, most).map(([path, ...numbers]) => row(path, numbers));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Who reads the site</title><style>${style}</style></head>
<body><main><h1>Who reads the site</h1>
<p>${escapeHtml(source)}: ${sum(requests)} requests, ${sum(read)} of them for documents, ${days[0]?.[0] ?? ''} to ${days.at(-1)?.[0] ?? ''}. Published names as of ${namesDated}.</p>
<ul class="legend">${legend.join('')}</ul>
${renderDays(days)}
${renderCounts('Documents', 'Document', documents)}
<h2>Searches</h2>${table(['Words', 'Searches', 'Then opened nothing'], rows)}
${renderCounts('Links from other sites', 'Site', referrers)}
<h2>Feeds</h2>${table(['Feed', 'Subscribers of aggregators', 'Other clients'], readers)}
${renderCounts('Not found', 'Address', missing)}
${renderCounts('Software by name', 'Name', names)}
</main></body></html>
`;
}

/** One bar for each day, from the bottom to the top: people, agents, … */
function renderDays(days: Summary['days']): string {
  const highest = Math.max(1, ...days.map(([, counts]) => sum(counts)));
  const width = 800 / Math.max(1, days.length);
  const bars = days.map(([day, counts], index) => {
    const title = order.map((kind) => `${counts[kind]} ${kinds[kind]}`).join(', ');
    let top = 200;
    const parts = order.map((kind) => {
      const height = (counts[kind] / highest) * 200;
      top -= height;
      return rect(kind, index * width, top, width * 0.9, height);
    });
    return `<g><title>${day}: ${title}</title>${parts.join('')}</g>`;
  });
  return `<h2>Documents per day</h2><svg viewBox="0 0 800 200" role="img" aria-label="Documents per day, up to ${highest}">${bars.join('')}</svg>`;
}

function renderCounts(title: string, label: string, rows: Summary['documents']): string {
  const highest = Math.max(1, ...rows.map(([, counts]) => sum(counts)));
  const lines = rows.slice(0, most).map(([name, counts]) => {
    let left = 0;
    const parts = order.map((kind) => {
      const width = (counts[kind] / highest) * 200;
      left += width;
      return rect(kind, left - width, 0, width, 12);
    });
    const bar = `<td><svg width="200" height="12" aria-hidden="true">${parts.join('')}</svg></td>`;
    return row(
      name,
      order.map((kind) => counts[kind]),
      bar,
    );
  });
  const rest = rows.length > most ? `<p>${rows.length - most} more.</p>` : '';
  return `<h2>${title}</h2>${table([label, ...order.map((kind) => kinds[kind]), ''], lines)}${rest}`;
}

function rect(kind: Kind, x: number, y: number, width: number, height: number): string {
  const [left, top, wide, high] = [x, y, width, height].map((value) => value.toFixed(1));
  return `<rect class="${kind}" x="${left}" y="${top}" width="${wide}" height="${high}"/>`;
}

function row(name: string, numbers: readonly number[], more = ''): string {
  return `<tr><th scope="row">${escapeHtml(name)}</th>${numbers.map((number) => `<td>${number}</td>`).join('')}${more}</tr>`;
}

function table(heads: readonly string[], rows: readonly string[]): string {
  if (rows.length === 0) return '<p>None.</p>';
  return `<div class="wide"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

const style = `:root{color-scheme:light dark}body{margin:0;font:1rem/1.5 system-ui,sans-serif}main{max-width:60rem;margin:auto;padding:1.5rem}
svg{max-width:100%}.person{fill:light-dark(#1f5fa8,#7db4f0)}.agent{fill:light-dark(#b3470f,#f0a070)}.search{fill:light-dark(#2d7a3e,#7fcf90)}.feed{fill:light-dark(#8a6d00,#d8bc4a)}.other{fill:light-dark(#8a8a8a,#8f8f8f)}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;padding:0;list-style:none}.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem}td,th{padding:.15rem .6rem;text-align:right;vertical-align:top;border-bottom:1px solid light-dark(#ddd,#444)}
th:first-child{text-align:left;font-weight:400;overflow-wrap:anywhere}thead th,thead th:first-child{font-weight:600}`;
