// Search parameters of pages. Invalid ones are dropped, so that an old or mistyped link still opens the page.

/** The search parameters that the router has parsed. */
export type Raw = Record<string, unknown>;

/** A text; the router parses digits to a number. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function page(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 1 ? number : undefined;
}

export function flag(value: unknown): boolean | undefined {
  return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;
}

export function oneOf<const Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => choice === value);
}

/** Drops undefined values, so that addresses stay short. */
export function present<Params extends object>(
  params: Params,
): { [Name in keyof Params]?: Exclude<Params[Name], undefined> } {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as never;
}

export const ORDERS = ['asc', 'desc'] as const;

/** How many entries a page of a list can have; the API allows no more. */
export const PAGE_SIZES = [10, 30, 100] as const;

/** The API's own, which addresses leave out. */
export const DEFAULT_PAGE_SIZE = 30;

function pageSize(value: unknown): number | undefined {
  const size = PAGE_SIZES.find((choice) => choice === Number(value));
  return size === DEFAULT_PAGE_SIZE ? undefined : size;
}

/** The page of a list, and how many entries it has. */
export const pageSearch = (raw: Raw) => present({ page: page(raw.page), limit: pageSize(raw.limit) });
