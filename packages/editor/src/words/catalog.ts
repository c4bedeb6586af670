import type { en } from './en.ts';

type Words<Group> = {
  readonly [Key in keyof Group]: Group[Key] extends string ? string : Words<Group[Key]>;
};

/** The words of the editor in one language. */
export type EditorWords = Words<typeof en>;
