import { type ExportItem, type ExportTerm, metaOf } from '../export-model.ts';
import type { AccessRule, SurveyedDocument } from '../plan/survey.ts';

export function readAccessRule(item: ExportItem): AccessRule | null {
  const scope = metaOf(item, '_mepr_rules_type');
  if (scope === '' || item.status !== 'publish') return null;
  const content = metaOf(item, '_mepr_rules_content');
  return { written: `rule "${`${scope} ${content}`.trim()}"`, scope, content };
}

/**
 * Does the rule apply to the document? An unknown scope applies to everything, and an unknown term to any. Terms are
 * given by slug, name or ID, as in WordPress.
 */
export function covers(
  { scope, content }: AccessRule,
  document: SurveyedDocument,
  terms: readonly ExportTerm[],
): boolean {
  const carries = (taxonomy: string): boolean => {
    const slugs = terms
      .filter((term) => term.taxonomy === taxonomy && isNamed(term, content))
      .map(({ slug }) => slug);
    const carried = document.terms.filter((term) => term.startsWith(`${taxonomy}:`));
    if (slugs.length === 0 && /^\d+$/.test(content)) return carried.length > 0;
    return [content, ...slugs].some((slug) => carried.includes(`${taxonomy}:${slug}`));
  };
  const [kind = '', name = ''] = scope.split(/_(.*)/);
  switch (kind) {
    case 'single':
      return document.id === Number(content);
    case 'parent':
      return document.parent === Number(content);
    case 'all':
      return name === '' || name === document.type;
    case 'category':
      return carries('category');
    case 'tag':
      return carries('post_tag');
    case 'tax':
      return carries(name.split('||')[0] ?? '');
    case 'partial':
    case 'custom':
      return content === '' || document.link.includes(content) || /[\\^$*+?()[\]|]/.test(content);
    default:
      return true;
  }
}

const isNamed = ({ id, slug, name }: ExportTerm, content: string): boolean =>
  content === slug || content === String(id) || content.toLowerCase() === name.toLowerCase();
