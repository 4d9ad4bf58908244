import { ConfigurationError } from '#libs/configuration';
import { isDatabaseUnavailable } from '#libs/database';

/** Explains a failed start, and what to do about it, in a line or two. */
export function explain(error: unknown): string {
  if (error instanceof ConfigurationError) return `The configuration is invalid:\n${error.message}`;
  const { code, message } = error as NodeJS.ErrnoException;
  if (isDatabaseUnavailable(error)) return `The database cannot be reached (${code ?? message}): check DATABASE_URL.`;
  return message;
}
