// What goes wrong with a provider, and what of it may be told in the log.

interface Failure {
  name?: unknown;
  message?: unknown;
  code?: unknown;
  /** Of the OAuth protocol, such as `access_denied`. */
  error?: unknown;
  error_description?: unknown;
  /** Of an answer. */
  status?: unknown;
  cause?: unknown;
}

/** An error and what caused it. Errors of `fetch` may come from another realm, so that their classes tell nothing. */
function chainOf(error: unknown): Failure[] {
  if (typeof error !== 'object' || error === null) return [];
  return [error, ...('cause' in error ? chainOf(error.cause) : [])];
}

/** Whether the provider gave no answer, or none but that it is out of order. */
export function isUnreachable(error: unknown): boolean {
  return chainOf(error).some(
    ({ name, message, status }) => name === 'TimeoutError' || message === 'fetch failed' || Number(status) >= 500,
  );
}

/** Whether the provider, or the person there, said no. */
export function wasDenied(error: unknown): boolean {
  return chainOf(error)[0]?.error === 'access_denied';
}

/** One line for the log: nothing of it is a code, a token or a secret. */
export function describeError(error: unknown): string {
  const texts = chainOf(error).flatMap(({ message, code, error: name, error_description: description }) => [
    ...[message, code, name].filter((text) => typeof text === 'string'),
    // The provider's own words may hold anything.
    ...(typeof description === 'string' ? [description.replaceAll(/[\w+/=.~-]{20,}/g, '***')] : []),
  ]);
  return [...new Set(texts)].join(': ').slice(0, 500);
}
