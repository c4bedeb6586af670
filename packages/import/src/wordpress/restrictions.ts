import { replaceElements } from '../model/closing-tags.ts';
import { type ExportItem, type ExportTerm, metaOf } from '../model/export-model.ts';
import type { AccessRule, SurveyedDocument } from '../model/survey.ts';
import { type Block, hasBlocks, parseBlocks } from '../stored-text/blocks.ts';
import { type PhpValue, readPhpValue } from './php-values.ts';

/**
 * Detects that anonymous readers could not see all of a document. Plugins store their rules in fields, block names,
 * block attributes and shortcodes. A rule is recognized by the words in its name and value, so that unknown plugins
 * count too. A false positive becomes a draft, which the report shows.
 */

type Value = PhpValue | undefined;

const members = '(?:members?|subscribers?|supporters?|patrons?|vips?|logged_?in|registered)';
const people = `(?:${members}|customers?|students?|staff|employees?|premium|paid|plus|abo|login|users?|internal)`;

/** Fields and attributes that restrict access if they have a value. */
const accessName = new RegExp(
  `(?:^|[-_:.])(?:${[
    'restrict(?:ed|ions?|s)?',
    'paywall(?:ed)?',
    `${people}_?only`,
    `only_(?:for_)?${people}`,
    `for_${members}`,
    `${members}_(?:content|posts?|levels?)`,
    's2member_level|optimizemember_ccap_req|(?:memberium|accessally)_\\w+|pelcro|poool_mode|piano_meter',
    'membership_(?:levels?|plans?|required|access|ids?)',
    '(?:needs?|requires?)_(?:membership|login|subscription|registration|account)',
    'hide_(?:from_)?(?:guests|visitors|anonymous|public|lock)',
    'hide_for_(?:guests|visitors|anonymous)',
    '(?:members|content|page|post|reader|user|newsletter|view|read)_access',
    'access_(?:roles?|levels?|groups?|rules?|control|plans?|tiers?|settings|restrictions?|modes?|lists?|tags?)',
    'roles?_access|visib\\w*_roles?|(?:ppb|allowed|required)_?roles?|user_?roles',
    '(?:paid|premium)_?(?:content|only|posts?|page|access)',
    'is_(?:paid|premium|private|protected|members?|exclusive|gated|locked|vip)',
    '^(?:post_|page_|content_)?(?:premium|paid|gated|vip|exclusive|paywall)$',
    '(?:exclusive|private|gated|locked)_(?:content|posts?|pages?|articles?|site)',
    '(?:nur|solo|alleen|reserve)_(?:\\w+_)?(?:mitglieder|abonnenten|miembros|socios|suscriptores|leden|abonnes|membres|soci)',
    'subscription_(?:levels?|plans?)',
    '(?:login|registration|subscription)_required',
    'logged(?:_?in)?(?:_(?:only|users?))?',
    'user_level',
    'viewable_by',
    '(?:content|post|page)_(?:locked|lockers?|protect(?:ed|ion)?|gat(?:ed?|es|ing))',
    '(?:activate|enable)_protection',
    '(?:wlm|protect)_(?:protect|with_password)',
    '(?:swpm|tva|member)_protect(?:ed|ion)|password_protect\\w*',
    'ppwp?_passwords?|password_post',
    '^locked$|(?:hide|ld|buymeacoffee)_lock|lock_content|locker_id',
    '(?:newsletter|e?mail)_only',
    'page_permission',
    'post_prices',
    'mb_who',
    'ca_level',
    'course_id_for_lesson',
    'visibility_block_enabled',
    'block_conditions?',
    '(?:visib|condition)\\w*\\.user_roles?',
    'groups_read\\w*',
    'patreon_level',
    'wpmem_block',
    'lesson_course',
    'nav_menu_role',
    'acl',
  ].join('|')})(?=$|[-_:.])`,
  'i',
);
/** They only change how a restriction is displayed. */
const displayName =
  /(?:messages?|text|redirect\w*|template|excerpts?|error|style|colou?r|url|title|label|button|html|noaccess\w*|teaser|notice|heading|feed|open|panel\w*)$/i;
/** They restrict access if their value is no. */
const publicName = /^(?:is_)?public$/;
/** Their value may be an audience. */
const audienceName =
  /visib|access|audience|viewable|permission|privacy|condition|control|restrict|show_to|display_to/i;
const audience =
  /^(?:members?|subscribers?|paid(?:[-_ ]?(?:members?|subscribers?\w*|content))?|private|signed[-_ ]?in|logged[-_ ]?in(?:[-_ ]?users?)?|registered(?:[-_ ]?users?)?|users?|premium|customers?|patrons?|supporters?|vip|(?:user[-_ ]?)?(?:roles?|states?|rule[-_ ]?sets?)|only[-_](?:paid|free)|founding|enrolled|restricted|membership)$/i;
const openValues = new Set(
  (
    '0 -1 no off false none null all everyone everybody public anyone open free default inherit visible publish published ' +
    'guest guests out visitor visitors disabled unlocked unrestricted message redirect template logged-out logged_out loggedout'
  ).split(' '),
);

const isOpen = (value: Value): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'object'
    ? Object.values(value).every(isOpen)
    : openValues.has(String(value).trim().toLowerCase()) || String(value).trim() === '');

/** @param path names from the outermost to the innermost, joined by dots, in snake case */
function restricts(path: string, value: Value): boolean {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (displayName.test(name)) return typeof value === 'string' && namesAudience(path, value);
  if (typeof value === 'object' && value !== null) {
    const isList = Array.isArray(value);
    return Object.entries(value).some(([key, inner]) =>
      restricts(isList ? path : `${path}.${snakeCase(key)}`, inner),
    );
  }
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) {
    const inner = readStored(value);
    if (typeof inner === 'object') return restricts(path, inner);
  }
  if (publicName.test(name)) return isOpen(value) && !/^(?:public|visible)$/.test(String(value));
  if (accessName.test(path)) return !isOpen(value);
  return typeof value === 'string' && namesAudience(path, value);
}

const namesAudience = (path: string, value: string): boolean =>
  audienceName.test(path) && audience.test(value.trim());

const snakeCase = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[-\s]+/g, '_')
    .replace(/^_+/, '')
    .toLowerCase();

/** The first field that restricts access, as `key: value`. */
export function restrictionInMeta(meta: ExportItem['meta']): string | null {
  const found = meta.find(({ key, value }) => restricts(snakeCase(key), readStored(value)));
  return found ? `${found.key}: ${found.value}` : null;
}

function readStored(value: string): Value {
  const read = readPhpValue(value);
  if (read !== undefined || !/^\s*[[{]/.test(value)) return read ?? value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Lessons and tests of course plugins: only the course itself is public. */
const courseType =
  /^(?:sfwd-(?!courses$)|llms_(?!course$)|lp_(?!course$)|tutor_|stm-(?!courses$))|(?:^|[-_])(?:lessons?|quiz(?:zes)?)$|^(?!dwqa|ap[-_]|faqs?[-_])\w+[-_](?:questions?|sections?|topics|assignments?|certificates?|flashcards?)$/;

/** Evidence that an item was not public; null for none. */
export function findRestriction({ type, content, meta }: Pick<ExportItem, 'type' | 'content' | 'meta'>) {
  return (
    (courseType.test(type) ? `kind "${type}"` : null) ?? restrictionInMeta(meta) ?? restrictionInText(content)
  );
}

/** The first mark, block or shortcode that hides content from anonymous readers. */
export function restrictionInText(text: string): string | null {
  const [mark] =
    /<!--\s*(?:members?-only|subscribers?-only|(?:\w+-)?paywall|premium|private)\b/i.exec(text) ?? [];
  if (mark !== undefined) return mark;
  const inBlocks = hasBlocks(text) ? firstOf(parseBlocks(text), restrictionOfBlock) : null;
  return inBlocks ?? restrictedShortcode(replaceElements(text, ['pre', 'code'], () => ' '));
}

function firstOf(parts: readonly (string | Block)[], find: (block: Block) => string | null): string | null {
  for (const part of parts) {
    if (typeof part === 'string') continue;
    const found = find(part) ?? firstOf(part.content, find);
    if (found !== null) return found;
  }
  return null;
}

const restrictedBlock =
  /(?:^|[-/])(?:paywall|premium-content|subscriber-view|restrict(?:ed|ion)?|members?-(?:only|content|access)|membership|logged-in|private|protected|gated?-content|content-gate|content-lock(?:er)?|locked?-content|subscribers?-(?:only|content)|content-protect\w*|unlock-\w+|ld-(?:student|course-complete))(?:$|[-/])/;
/** The other view of such a block, and blocks that only link to the membership. */
const openBlock =
  /non-?member|logged-out|visitor|guest|sign-?up|register|login|account|button|pric|form|checkout|profile|levels/;

function restrictionOfBlock({ name, attributes, content }: Block): string | null {
  const hides = content.length > 0 || name.includes('paywall');
  if (hides && restrictedBlock.test(name) && !openBlock.test(name)) return `block ${name}`;
  // Editors mark blocks of a plugin's paid version as "isPremium".
  const rule = Object.entries(attributes).find(
    ([key, value]) => !/^is[A-Z]/.test(key) && restricts(snakeCase(key), value as Value),
  );
  return rule ? `block ${name} ${JSON.stringify(Object.fromEntries([rule]))}` : null;
}

const shortcode = /\[([a-z][\w-]*)((?:"[^"]*"|'[^']*'|\[[^[\]]*\]|[^[\]"'])*)\]/gi;
const restrictedWords = new Set(
  (
    'restrict restricted restriction member members membership premium paid paywall subscriber subscribers loggedin private ' +
    'protect protected protector lock locker locked password passster hide hidden access s2if s2member mepr memberful patreon rcp pmpro swpm wlm ihc armif wcm ' +
    'sociallocker emaillocker signinlocker contentlock contentlocker hidepost eyesonly eyesonlier ppwp wpf ' +
    'mitglied mitglieder abonnent abonnenten privat geschuetzt membre membres abonne abonnes prive miembro miembros socios ' +
    'suscriptores privado assinantes leden soci only student students patron patrons supporter supporters vip registered ' +
    'enrolled exclusive gate gated purchased bought paying unlock secret pvt role userloggedin accessally memb pelcro'
  ).split(' '),
);
const openWords = new Set(
  (
    'non not no out visitor visitors guest guests loggedout nonmember nonmembers team staff crew login register registration ' +
    'signup account button profile price pricing list name form desktop mobile tablet phone print screen feed rss ' +
    'quote testimonial review reviews story logo card offer directory search santa'
  ).split(' '),
);
const audienceAttribute =
  /(?:^|\s)(?:roles?|cap|capabilit(?:y|ies)|memberships?|visible_?to|show_?to|logged_?(?:in|out)|access)\s*=|(?:^|[\s_])logged_?in(?:\s|$)/i;
/** A rule without an end tag hides what follows it. */
const openRule = /(?:^|[-_])paywall$|^(?:restrict|members?[-_]?only|login[-_]required)$/i;

/** Page builders store the conditions of a part as encoded JSON. */
function hasCondition(attributes: string): boolean {
  const encoded = /\bdisplay_conditions\s*=\s*"([\w+/=]+)"/.exec(attributes)?.[1];
  if (encoded === undefined) return false;
  return restricts('display_conditions', readStored(Buffer.from(encoded, 'base64').toString('utf8')));
}

function restrictedShortcode(text: string): string | null {
  if (!text.includes('[')) return null;
  for (const [written, name = '', attributes = ''] of text.matchAll(shortcode)) {
    const words = name.toLowerCase().split(/[-_]+/);
    if (
      (words.some((word) => openWords.has(word)) && !openRule.test(name)) ||
      /(?:^|\s)(?:photo|image|position|job|name)\s*=/i.test(attributes)
    )
      continue;
    const isRule =
      words.some((word) => restrictedWords.has(word) || /^member\w/.test(word)) ||
      (words.includes('logged') && words.includes('in')) ||
      audienceAttribute.test(attributes) ||
      hasCondition(attributes);
    if (openRule.test(name) || (isRule && text.includes(`[/${name}]`))) return written;
  }
  return null;
}

export const patternsIn = (text: string): number[] =>
  [...text.matchAll(/<!-- wp:(?:core\/)?block \{[^<>]*?"ref":(\d+)/g)].map(([, ref]) => Number(ref));

/** Evidence of restricted reusable blocks, also through other blocks, by ID. */
export function restrictedPatterns(contents: ReadonlyMap<number, string>): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const [id, text] of contents) {
    const rule = restrictionInText(text);
    if (rule !== null) found.set(id, rule);
  }
  for (let known = -1; known < found.size; ) {
    known = found.size;
    for (const [id, text] of contents) {
      const rule = patternsIn(text)
        .map((ref) => found.get(ref))
        .find((inner) => inner !== undefined);
      if (rule !== undefined && !found.has(id)) found.set(id, rule);
    }
  }
  return found;
}

/** Plugins that store access rules in their own tables or settings. */
const membershipName =
  /(?:^|[-_])(?:pmpro|mepr|memberpress\w*|swpm|wlm|wishlist_?member|s2member|wc_memberships?|membership|ihc|armember|wpmem|uam|cc_restriction|restriction)(?=$|[-_])/i;

/** Names in an item that show a membership plugin, whose rules may be in tables that no export contains. */
export function membershipNames({
  type,
  content,
  meta,
}: Pick<ExportItem, 'type' | 'content' | 'meta'>): string[] {
  const tags = [...content.matchAll(/\[([a-z][\w-]{0,60})|<!-- wp:([a-z][\w-]{0,60})\//gi)].map(
    ([, tag, space]) => tag ?? space ?? '',
  );
  return [type, ...meta.map(({ key }) => key), ...tags].filter((name) => membershipName.test(name));
}

/** Elements that membership plugins show instead of hidden content. */
export function restrictionInRendered(html: string): string | null {
  return (
    /<[^<>]+\sclass="[^"]*(?:paywall|unauthori[sz]ed|logged-out-view|members?-(?:only|access)|content[-_](?:restrict|lock|protect)|restrict(?:ed|ion)[-_](?:content|message)|locked-content)[^"]*"/i.exec(
      html,
    )?.[0] ?? null
  );
}

export function readAccessRule(item: ExportItem): AccessRule | null {
  const scope = metaOf(item, '_mepr_rules_type');
  if (scope === '' || item.status !== 'publish') return null;
  const content = metaOf(item, '_mepr_rules_content');
  return { written: `rule "${`${scope} ${content}`.trim()}"`, scope, content };
}

/** Does the rule apply to the document? An unknown scope applies to everything, and an unknown term to any. */
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
