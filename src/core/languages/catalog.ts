import type { en } from './en.ts';

/** The forms of a sentence that depends on a number; every language has `other`. */
export type Plural = { readonly [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & {
  readonly other: string;
};

type Words<Group> = {
  readonly [Key in keyof Group]: Group[Key] extends string
    ? string
    : Group[Key] extends Plural
      ? Plural
      : Words<Group[Key]>;
};

/** All words of the interface in one language. */
export type Catalog = Words<typeof en>;
