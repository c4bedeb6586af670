import { defaultSlug } from 'agentsite/content';
import { escapeNotes } from 'agentsite/text';
import { stringify } from 'yaml';
import type { ExportItem } from '../model/export-model.ts';
import { placeOf } from '../plan/claims.ts';
import type { DocumentContext, Lose } from '../plan/document-context.ts';
import { type PlannedDocument, plainFile } from '../plan/plan.ts';
import { convertBody } from './convert-body.ts';
import {
  audioOf,
  authorOf,
  datesOf,
  descriptionOf,
  fieldsOf,
  formatOf,
  guidOf,
  imageOf,
  redirectsOf,
  reportStatus,
  termsOf,
  titleOf,
} from './front-matter-fields.ts';

/** Fields in which `%%…%%` would be a private note. */
const words: ReadonlySet<string> = new Set(['title', 'description', 'imageAlt', 'series']);

export function writeDocument(item: ExportItem, document: PlannedDocument, context: DocumentContext): string {
  const place = placeOf(item, document.file);
  const lose: Lose = (code, what, fix = '') => context.losses.add(code, place, what, fix);
  for (const { code, what, fix } of item.lost ?? []) lose(code, what, fix);
  const body = convertBody(item, document, context, lose);
  const audio = document.kind === 'post' ? audioOf(item, context.addressesOf(document), lose) : {};
  const file = plainFile(document);
  const title = titleOf(item, body, lose);
  const fields = {
    title,
    ...datesOf(item, document.kind !== 'page', context, lose),
    ...(document.id === null ? {} : { id: document.id }),
    ...(defaultSlug(file, undefined, title) === document.slug && document.path !== '/'
      ? {}
      : { slug: document.slug }),
    ...(document.language && file === document.file ? { lang: document.language } : {}),
    ...(document.translationOf ? { translationOf: document.translationOf } : {}),
    ...(document.ownPath ? { path: document.path } : {}),
    ...descriptionOf(item, lose),
    ...authorOf(item, context, lose),
    ...termsOf(item, document, context, lose),
    ...(document.kind === 'post' && item.sticky ? { sticky: true } : {}),
    ...(document.kind === 'post' && item.series ? { series: item.series } : {}),
    ...formatOf(item, document),
    ...(document.kind !== 'post' && context.hasOrder(document.kind) && item.order > 0
      ? { order: item.order }
      : {}),
    ...imageOf(item, document, context, lose),
    ...(item.password === '' ? {} : { password: item.password }),
    ...(document.draft ? { draft: true } : {}),
    ...redirectsOf(document, context),
    ...guidOf(item),
    ...audio,
    ...(item.embeds?.length ? { embeds: item.embeds } : {}),
    ...fieldsOf(item, body, context, audio.audio !== undefined, lose),
  };
  const state = document.restriction === null ? item.status : 'restricted';
  const note =
    document.draft && state !== 'draft' ? `# ${context.systemName}: ${state.replace(/[^\w-]/g, '')}\n` : '';
  reportStatus(item, document, lose);
  const written = Object.entries(fields).map(([name, value]) => [
    name,
    words.has(name) ? escapeNotes(String(value)) : value,
  ]);
  return `---\n${note}${stringify(Object.fromEntries(written), { lineWidth: 0 })}---\n${body === '' ? '' : `\n${body}\n`}`;
}
