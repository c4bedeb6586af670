import type { Document } from '../model/document.ts';
import type { Site } from '../model/site.ts';
import { listFacts, type ShownFact } from '../pages/facts.ts';
import { escapeHtml } from '../text/plain-text.ts';

/** `<dl class="facts"><div><dt>Event</dt><dd>Weaving 2026</dd></div>…</dl>`; nothing where there are none. */
export function renderFacts(document: Document, site: Site): string {
  const rows = listFacts(document, site).map(
    (fact) => `<div><dt>${escapeHtml(fact.label)}</dt><dd>${renderValue(fact)}</dd></div>`,
  );
  return rows.length > 0 ? `<dl class="facts">${rows.join('')}</dl>\n` : '';
}

/** Links show the host alone; a path of this site in whole. */
function renderValue({ value, isAddress }: ShownFact): string {
  if (!isAddress) return escapeHtml(value);
  const text = URL.canParse(value) ? new URL(value).host : value;
  return `<a href="${escapeHtml(value)}"><bdi dir="ltr">${escapeHtml(text)}</bdi></a>`;
}
