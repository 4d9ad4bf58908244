import argon2 from 'argon2';

const { hash } = argon2;

type Options = Parameters<typeof hash>[1];

/** Makes services hash passwords at the lowest cost. Hashes of any cost are still verified. */
export function hashCheaply(): void {
  const cheap = (password: string, options: Options) => hash(password, { ...options, memoryCost: 8, timeCost: 1 });
  Object.assign(argon2, { hash: cheap });
}

/** Makes services hash passwords like in production, for tests of the cost. */
export function hashFully(): void {
  Object.assign(argon2, { hash });
}
