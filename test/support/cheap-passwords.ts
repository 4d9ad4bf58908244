import argon2 from 'argon2';

/**
 * Makes services hash passwords at the lowest cost in this test file, for files that sign in hundreds of times and do
 * not test the cost. Hashes of any cost are still verified.
 */
export function hashCheaply(): void {
  const { hash } = argon2;
  const cheap = (password: string, options: object) => hash(password, { ...options, memoryCost: 8, timeCost: 1 });
  beforeAll(() => Object.assign(argon2, { hash: cheap }));
  afterAll(() => Object.assign(argon2, { hash }));
}
