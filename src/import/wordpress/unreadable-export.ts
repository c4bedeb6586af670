/** An export that cannot be read, in a sentence that names the line. */
export class UnreadableExport extends Error {
  override readonly name = 'UnreadableExport';
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}
