/** What the service says of the parts that requests need. */
export interface Health {
  /** False where the service itself could not be asked. */
  isReachable: boolean;
  hasDatabase: boolean;
  /** True also where no shared store is configured: each instance counts for itself then. */
  hasRateLimitStore: boolean;
}

const UNREACHABLE: Health = { isReachable: false, hasDatabase: false, hasRateLimitStore: false };

/** Reads the answer of `/health/ready`: 200, or 503 with `Not ready: database and rate-limit store not available`. */
export function readHealth(status: number, error: string): Health {
  if (status === 200) return { isReachable: true, hasDatabase: true, hasRateLimitStore: true };
  if (!error.startsWith('Not ready')) return UNREACHABLE;
  return {
    isReachable: true,
    hasDatabase: !error.includes('database'),
    hasRateLimitStore: !error.includes('rate-limit store'),
  };
}

/** Asks the service, or what stands before it. Never throws: no answer says enough. */
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
