/** Something that is not a mistake and may still want an author's eye. */
export interface Advice {
  readonly file: string;
  readonly message: string;
}
