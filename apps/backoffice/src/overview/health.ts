/** The readiness of the service and its dependencies. */
export interface Health {
  /** False if the service did not respond. */
  isReachable: boolean;
  hasDatabase: boolean;
  /** Also true if no shared store is configured: then each instance counts for itself. */
  hasRateLimitStore: boolean;
}

const UNREACHABLE: Health = { isReachable: false, hasDatabase: false, hasRateLimitStore: false };

/** Parses the response of `/health/ready`: 200, or 503 with `Not ready: database and rate-limit store not available`. */
export function readHealth(status: number, error: string): Health {
  if (status === 200) return { isReachable: true, hasDatabase: true, hasRateLimitStore: true };
  if (!error.startsWith('Not ready')) return UNREACHABLE;
  return {
    isReachable: true,
    hasDatabase: !error.includes('database'),
    hasRateLimitStore: !error.includes('rate-limit store'),
  };
}

/** Requests the readiness from the service, or from the proxy in front of it. Never throws: a missing response is a result. */
export async function fetchHealth(): Promise<Health> {
  try {
    const response = await fetch('/health/ready', { cache: 'no-store' });
    const body: unknown = await response.json().catch(() => undefined);
    const error = typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : '';
    return readHealth(response.status, error);
  } catch {
    return UNREACHABLE;
  }
}
