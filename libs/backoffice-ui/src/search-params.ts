// What the addresses of pages may carry. What is not understood is left out: an old or mistyped link still opens the page.

/** The parameters of an address, as the router has parsed them. */
export type Raw = Record<string, unknown>;

/** A text; a number in an address is text too. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function page(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 1 ? number : undefined;
}

export function flag(value: unknown): boolean | undefined {
  return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;
}

export function oneOf<const Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => choice === value);
}

/** Leaves out what is not there, so that addresses stay short. */
export function present<Params extends object>(
  params: Params,
): { [Name in keyof Params]?: Exclude<Params[Name], undefined> } {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as never;
}

export const ORDERS = ['asc', 'desc'] as const;

export const pageSearch = (raw: Raw) => present({ page: page(raw.page) });
