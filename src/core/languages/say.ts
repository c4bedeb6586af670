import type { Plural } from './catalog.ts';

/** Values of the marks in an entry: `{ number: 2, title: 'Notes' }`. */
export type SayValues = Readonly<Record<string, string | number>>;

/**
 * A sentence with its values: `say(words.pageOf, { number: 2, … })`. An entry with forms takes the one that `count`
 * needs. Numbers are written as the language writes them; a mark without a value stays.
 */
export type Say = (entry: string | Plural, values: SayValues) => string;

/** @param language BCP 47 tag whose plural forms and digits are used */
export function createSay(language: string): Say {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language, { useGrouping: false });
  return (entry, values) => {
    const form =
      typeof entry === 'string' ? entry : (entry[rules.select(Number(values.count))] ?? entry.other);
    return form.replace(/\{(\w+)\}/g, (mark, name: string) => {
      const value = values[name];
      if (value === undefined) return mark;
      return typeof value === 'number' ? numbers.format(value) : value;
    });
  };
}
