import { eachTag, namedAttributes } from 'agentsite/text';
import { parse } from 'yaml';

/** What an owner should check first: it is easy to overlook, or does more than the words say. */
export interface Finding {
  readonly kind: 'link' | 'media' | 'html' | 'hidden' | 'instruction' | 'field';
  readonly value: string;
  /** Of a field of the front matter. */
  readonly name?: string;
}

/** A document before and after: as it is written, and its compiled body. */
export interface Version {
  readonly text: string;
  readonly html: string;
}

/** Fields that decide where, when and for whom a document is. */
const watched = [
  ...['date', 'modified', 'draft', 'password', 'share', 'visibility', 'redirectFrom', 'slug', 'path'],
  ...['author', 'image', 'link', 'links', 'audio', 'video', 'slides'],
];
const maxValue = 160;

/** What is new in a document, without what was in it before. */
export function listFindings(before: Version, after: Version): Finding[] {
  const known = new Map<string, number>();
  for (const finding of allFindings(before)) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1);
  const added = allFindings(after).filter((finding) => {
    const left = known.get(keyOf(finding)) ?? 0;
    known.set(keyOf(finding), left - 1);
    return left <= 0;
  });
  return [
    ...changedFields(before.text, after.text),
    ...new Map(added.map((one) => [keyOf(one), one])).values(),
  ];
}

const keyOf = ({ kind, value }: Finding) => `${kind} ${value}`;

function allFindings({ text, html }: Version): Finding[] {
  const { fields, body } = split(text);
  const prose = body.replace(/\\[^\n]/g, '').replace(/^(`{3,}|~{3,})[\s\S]*?^\1|`[^`\n]+`/gm, '');
  // What browsers and software read of an element, and readers may not.
  const words = `${JSON.stringify(fields)}\n${body}`;
  return [
    ...linksOf(html),
    ...find('html', prose, /<(?![\w.+-]+@|https?:)[a-z!/][^>]*>?/gi),
    ...hiddenPlaces.flatMap((pattern) => find('hidden', words, pattern)),
    ...instructions.flatMap((pattern) => find('instruction', words, pattern)),
  ];
}

function linksOf(html: string): Finding[] {
  const found: Finding[] = [];
  eachTag(html, (tag) => {
    if (tag.kind !== 'open') return;
    for (const [name, value] of Object.entries(namedAttributes(html, tag))) {
      if (/^(?:href|action|formaction|cite|ping)$/.test(name))
        found.push({ kind: 'link', value: cut(value) });
      if (/^(?:src|srcset|poster|data)$/.test(name)) found.push({ kind: 'media', value: cut(value) });
      if (/^(?:alt|title)$/.test(name) && value !== '') found.push({ kind: 'hidden', value: cut(value) });
    }
  });
  return found;
}

function find(kind: Finding['kind'], text: string, pattern: RegExp): Finding[] {
  return Array.from(text.matchAll(pattern), ([value]) => ({ kind, value: cut(show(value)) }));
}

/** Comments, styles that hide, and characters that are not seen. */
const hiddenPlaces = [
  /<!--[\s\S]*?(?:-->|$)/g,
  /^[ \t]*\[[^\]\n]+\]:[ \t]*#.*$/gm,
  /%%[\s\S]{0,2000}?%%/g,
  /(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0|font-size\s*:\s*0|text-indent\s*:\s*-|clip(?:-path)?\s*:|(?:left|top)\s*:\s*-\d)[^;"']*/gi,
  /(?<![-\w])color\s*:\s*(?:#f{3,8}\b|white|transparent|rgba?\(255[^)]*\))/gi,
  /\s(?:hidden|aria-hidden)(?:=[^\s>]*)?(?=[\s>/])/gi,
  /&(?:#8203|#x200b|#8204|#8205|zwnj|zwj|#65279|shy|#173|ZeroWidthSpace);/gi,
  /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]+|(?<!\p{Extended_Pictographic}\ufe0f?)[\u200c\u200d]+(?!\p{Script=Arabic}|\p{Script=Devanagari})/gu,
];

/** Sentences that speak to software that reads the page, or to the assistant of its owner. */
const instructions = [
  /[^.\n]{0,40}\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:instruction|prompt|rule|guideline|context)s?[^.\n]{0,60}/gi,
  /[^.\n]{0,40}\b(?:you are|act as|as) an? (?:ai|assistant|agent|language model|llm|chatbot)\b[^.\n]{0,60}/gi,
  /[^.\n]{0,40}\b(?:ai|llm|software) (?:agents?|assistants?|models?|crawlers?)\b[^.\n]{0,20}\b(?:must|should|shall|please|always|never)\b[^.\n]{0,60}/gi,
  /[^.\n]{0,40}\b(?:system prompt|developer message|tool call|call the tool|use the tool|mcp server)\b[^.\n]{0,60}/gi,
  /[^.\n]{0,40}\b(?:do not|don't|never) (?:t[e]ll|inform|mention|reveal|show)\b[^.\n]{0,20}\b(?:user|owner|human|reader)s?\b[^.\n]{0,40}/gi,
  /<\|?(?:im_start|im_end|system|assistant|endoftext)\|?>|\[\/?INST\]|^\s*(?:system|assistant)\s*:/gim,
  /[^.\n]{0,40}\b(?:ignoriere?n?|missachte|vergiss)\b[^.\n]{0,40}\b(?:anweisung|anleitung|regel|vorgabe)(?:en|n)?[^.\n]{0,40}/gi,
  /[^.\n]{0,40}\b(?:ignor(?:a|e|ez|ar)|olvida|oublie[zr]?|dimentica)\b[^.\n]{0,40}\b(?:instrucci|instruç|instruction|istruzion|consigne|règle|reglas)\p{L}*[^.\n]{0,40}/giu,
];

function changedFields(before: string, after: string): Finding[] {
  const [old, own] = [split(before).fields, split(after).fields];
  return watched.flatMap((name): Finding[] => {
    const [was, is] = [old[name], own[name]].map((value) =>
      value === undefined ? '' : JSON.stringify(value),
    );
    if (was === is || (name === 'draft' && before === '' && is === 'true')) return [];
    const isSecret = name === 'password' || name === 'share';
    return [
      { kind: 'field', name, value: isSecret ? '•••' : cut(was ? `${was} → ${is || '–'}` : (is ?? '')) },
    ];
  });
}

function split(text: string): { readonly fields: Readonly<Record<string, unknown>>; readonly body: string } {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*$/m.exec(text);
  try {
    const fields = (parse(match?.[1] ?? '') ?? {}) as Readonly<Record<string, unknown>>;
    return { fields, body: text.slice(match?.[0].length ?? 0) };
  } catch {
    return { fields: {}, body: text };
  }
}

/** Characters that are not seen, by their numbers. */
const show = (text: string) =>
  text.replace(/[\p{Cf}\p{Cc}]/gu, (sign) => `⟨U+${sign.codePointAt(0)?.toString(16).toUpperCase()}⟩`);

const cut = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxValue ? `${line.slice(0, maxValue)}…` : line;
};
