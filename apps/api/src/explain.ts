import { ConfigurationError } from '#libs/configuration';
import { isDatabaseUnavailable } from '#libs/database';

const MISTAKES = [TypeError, ReferenceError, RangeError, SyntaxError];

/** Explains a failed start, and what to do about it, in a line or two. */
export function explain(error: unknown): string {
  if (error instanceof ConfigurationError) return `The configuration is invalid:\n${error.message}`;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === '28P01' || code === '28000')
    return `The database rejects the user or the password: correct DATABASE_URL.`;
  if (code === '3D000') return `${message}: create it, or correct DATABASE_URL.`;
  if (isDatabaseUnavailable(error)) return `The database cannot be reached (${code ?? message}): check DATABASE_URL.`;
  // A mistake in the code, not in what it was given.
  if (MISTAKES.some((type) => error instanceof type)) return (error as Error).stack ?? message;
  return message;
}
