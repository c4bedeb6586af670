import { describe, expect, it } from 'vitest';
import { hasCatalog, languages, listWordKeys, wordsOf } from '../../../src/core/languages/words.ts';

const site = (language: string, words: Readonly<Record<string, string>> = {}) => ({ language, words });

/** Every text of a catalog, by its key. */
function textsOf(language: string): Map<string, string> {
  const bodies = new Map<string, string>();
  const walk = (group: object, prefix: string) => {
    for (const [name, entry] of Object.entries(group)) {
      if (typeof entry === 'string') bodies.set(prefix + name, entry);
      else walk(entry, `${prefix}${name}.`);
    }
  };
  walk(wordsOf(site(language)).words, '');
  return bodies;
}

const marks = (text: string) => new Set(text.match(/\{\w+\}/g));
/** A form such as `found.two`; other forms of the entry may leave the number out, since the word says it. */
const form = /\.(?:zero|one|two|few|many)$/;

describe('the words of the interface', () => {
  it('exist in fifteen languages', () => {
    expect(languages.toSorted()).toEqual(
      ['ar', 'de', 'en', 'es', 'fr', 'he', 'it', 'ja', 'nl', 'pl', 'pt', 'sv', 'tr', 'uk', 'zh'].toSorted(),
    );
  });

  it.each(languages)(
    '%s: every entry has the values of the English one, and words of its own',
    (language) => {
      const english = textsOf('en');
      for (const [key, text] of textsOf(language)) {
        expect(text.trim(), key).toBe(text);
        expect(text, key).not.toBe('');
        if (form.test(key)) continue;
        const original = english.get(key);
        expect(original, key).toBeDefined();
        expect(marks(text), key).toEqual(marks(original ?? ''));
      }
    },
  );

  it.each(languages)('%s: has each form that numbers take in it', (language) => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    // Categories that only fractions or millions need are covered by `other`.
    const used = new Set(
      Array.from({ length: 1000 }, (_, count) => new Intl.PluralRules(language).select(count)),
    );
    const forms = needed.filter((category) => used.has(category));
    for (const key of textsOf(language).keys()) {
      if (!key.endsWith('.other')) continue;
      const entry = key.slice(0, -'.other'.length);
      const own = listWordKeys(language).filter((name) => name.startsWith(`${entry}.`));
      expect(own, entry).toEqual(expect.arrayContaining(forms.map((category) => `${entry}.${category}`)));
    }
  });

  it.each(languages)('%s: a number has its own form of the word that follows it', (language) => {
    const rules = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    if (!rules.includes('few')) return;
    for (const [key, text] of textsOf(language)) {
      if (!form.test(key) && !key.endsWith('.other'))
        expect(text, key).not.toMatch(/\{(?:limit|total)\} \p{L}/u);
    }
  });

  it.each(languages)('%s: the name of one series is after the singular', (language) => {
    const { words, say } = wordsOf(site(language));
    const named = say(words.seriesNamed, { name: 'Herbst' });
    expect(named).toMatch(/Herbst$/);
    const hasOneForm = ['en', 'it', 'ja', 'zh'].includes(language);
    expect(named.startsWith(words.series)).toBe(hasOneForm);
  });

  it('follow the number', () => {
    const polish = wordsOf(site('pl'));
    const minutes = (count: number) => polish.say(polish.words.minutes, { count });
    expect([1, 3, 5, 22].map(minutes)).toEqual(['1 minuta', '3 minuty', '5 minut', '22 minuty']);
  });

  it('are found for a region, for old tags, and only for simplified Chinese', () => {
    expect(wordsOf(site('de-AT')).words.contents).toBe('Inhalt');
    expect(wordsOf(site('pt-BR')).words.contents).toBe('Conteúdo');
    expect(wordsOf(site('zh-CN')).words.contents).toBe('目录');
    expect(wordsOf(site('iw')).words.contents).toBe('תוכן העניינים');
    expect(hasCatalog('zh-Hant')).toBe(false);
    expect(wordsOf(site('fi'))).toMatchObject({ language: 'en', words: { contents: 'Contents' } });
  });

  it('give way to those of the owner, one by one', () => {
    const { words, say } = wordsOf(site('en', { writing: 'Blog', 'minutes.other': '{count} min' }));
    expect(words.writing).toBe('Blog');
    expect(words.kinds.talk).toBe('Talks');
    expect(say(words.minutes, { count: 3 })).toBe('3 min');
  });

  it('leave a mark without a value as it is', () => {
    const { say } = wordsOf(site('en'));
    expect(say('{name} {other}', { name: 'A {other}' })).toBe('A {other} {other}');
  });
});
