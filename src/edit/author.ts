/** Who saves: the author of a commit. */
export interface Author {
  readonly name: string;
  readonly email: string;
}
