/** What rows of a list must fulfil, beside the values of the statement's parameters. */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly texts: string[] = [];

  /** Adds a condition, given the parameter of its value, such as `$1`; one without a value is left out. */
  add(value: unknown, condition: (parameter: string) => string): void {
    if (value === undefined) return;
    this.values.push(value);
    this.texts.push(condition(`$${this.values.length}`));
  }

  /** The clause of all conditions; empty where there are none. */
  get where(): string {
    return this.texts.length === 0 ? '' : `WHERE ${this.texts.join(' AND ')}`;
  }
}
