// Errors of a provider, and what the log may say of them.

interface Failure {
  name?: unknown;
  message?: unknown;
  code?: unknown;
  /** Of the OAuth protocol, such as `access_denied`. */
  error?: unknown;
  error_description?: unknown;
  /** Of a response. */
  status?: unknown;
  cause?: unknown;
}

/** An error and its causes. Errors of `fetch` may come from another realm, where `instanceof` does not work. */
function chainOf(error: unknown): Failure[] {
  if (typeof error !== 'object' || error === null) return [];
  return [error, ...('cause' in error ? chainOf(error.cause) : [])];
}

/** Whether the provider gave no answer, or a server error. */
export function isUnreachable(error: unknown): boolean {
  return chainOf(error).some(
    ({ name, message, status }) => name === 'TimeoutError' || message === 'fetch failed' || Number(status) >= 500,
  );
}

/** Whether the provider, or the person there, denied access. */
export function wasDenied(error: unknown): boolean {
  return chainOf(error)[0]?.error === 'access_denied';
}

/** One line for the log, without codes, tokens and secrets. */
export function describeError(error: unknown): string {
  const texts = chainOf(error).flatMap(({ message, code, error: name, error_description: description }) => [
    ...[message, code, name].filter((text) => typeof text === 'string'),
    // The provider's own text may contain anything.
    ...(typeof description === 'string' ? [description.replaceAll(/[\w+/=.~-]{20,}/g, '***')] : []),
  ]);
  return [...new Set(texts)].join(': ').slice(0, 500);
}
