import { ConfigurationError } from '#libs/configuration';
import { isDatabaseUnavailable } from '#libs/database';

/** What a person can do about a start that failed, in a line or two. */
export function explain(error: unknown): string {
  if (error instanceof ConfigurationError) return `The configuration is wrong:\n${error.message}`;
  const { code, message } = error as NodeJS.ErrnoException;
  if (isDatabaseUnavailable(error)) return `The database cannot be reached (${code ?? message}): check DATABASE_URL.`;
  return message;
}
