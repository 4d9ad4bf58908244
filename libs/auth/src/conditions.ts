/** Conditions on the rows of a list, with the values of the statement's parameters. */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly texts: string[] = [];

  /** Adds a condition by the parameter of its value, such as `$1`, unless the value is undefined. */
  add(value: unknown, condition: (parameter: string) => string): void {
    if (value === undefined) return;
    this.values.push(value);
    this.texts.push(condition(`$${this.values.length}`));
  }

  /** The clause of all conditions; empty without any. */
  get where(): string {
    return this.texts.length === 0 ? '' : `WHERE ${this.texts.join(' AND ')}`;
  }
}
