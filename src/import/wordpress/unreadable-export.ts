/** Message that an export cannot be read, with its line. */
export class UnreadableExport extends Error {
  override readonly name = 'UnreadableExport';
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}
