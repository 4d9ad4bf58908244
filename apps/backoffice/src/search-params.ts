// What the addresses of pages may carry. What is not understood is left out: an old or mistyped link still opens the page.

type Raw = Record<string, unknown>;

/** A text; a number in an address is text too. */
function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function page(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 1 ? number : undefined;
}

function flag(value: unknown): boolean | undefined {
  return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;
}

function oneOf<const Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => choice === value);
}

/** Leaves out what is not there, so that addresses stay short. */
function present<Params extends object>(params: Params): { [Name in keyof Params]?: Exclude<Params[Name], undefined> } {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as never;
}

const ORDERS = ['asc', 'desc'] as const;

export const pageSearch = (raw: Raw) => present({ page: page(raw.page) });

/** Days that the overview shows; without them, 30. */
export const overviewSearch = (raw: Raw) => present({ days: ([7, 90] as const).find((days) => days === raw.days) });

export const signInSearch = (raw: Raw) => present({ returnTo: text(raw.returnTo), error: text(raw.error) });

export const keysSearch = (raw: Raw) =>
  present({
    page: page(raw.page),
    search: text(raw.search),
    userId: text(raw.userId),
    sort: oneOf(raw.sort, ['name', 'owner', 'createdAt', 'lastUsedAt', 'expiresAt']),
    order: oneOf(raw.order, ORDERS),
  });

export const usersSearch = (raw: Raw) =>
  present({
    page: page(raw.page),
    search: text(raw.search),
    role: oneOf(raw.role, ['admin', 'player', 'viewer']),
    suspended: flag(raw.suspended),
    sort: oneOf(raw.sort, ['createdAt', 'displayName', 'email']),
    order: oneOf(raw.order, ORDERS),
  });

export const quizzesSearch = (raw: Raw) =>
  present({
    page: page(raw.page),
    search: text(raw.search),
    sort: oneOf(raw.sort, ['createdAt', 'updatedAt', 'title']),
    order: oneOf(raw.order, ORDERS),
  });

export const importSearch = (raw: Raw) => present({ format: oneOf(raw.format, ['jsonl', 'gift']) });

export const attemptsSearch = (raw: Raw) =>
  present({
    userId: text(raw.userId),
    passed: flag(raw.passed),
    timedOut: flag(raw.timedOut),
    from: text(raw.from),
    to: text(raw.to),
  });

export const auditSearch = (raw: Raw) =>
  present({
    actorId: text(raw.actorId),
    action: text(raw.action),
    subjectKind: oneOf(raw.subjectKind, ['key', 'user', 'quiz']),
    subjectId: text(raw.subjectId),
    from: text(raw.from),
    to: text(raw.to),
  });
