/** What was asked for last, up to a number of entries; the entry that was not asked for longest goes first. */
export class Recent<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The entry of that name; made if it is not there. */
  get(name: string, make: () => Value): Value {
    const known = this.#entries.get(name);
    const value = known ?? make();
    if (known !== undefined) this.#entries.delete(name);
    else if (this.#entries.size >= this.#most) this.#forgetOldest();
    this.#entries.set(name, value);
    return value;
  }

  #forgetOldest(): void {
    for (const name of this.#entries.keys()) {
      this.#entries.delete(name);
      return;
    }
  }
}
