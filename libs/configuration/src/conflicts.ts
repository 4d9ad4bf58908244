// Settings that are valid by themselves and conflict with each other. docs/deployment.md lists the same.
import { type Configuration, usesHttps } from './configuration.js';

/** A setting that must stay below another one, and the consequence if it does not. */
export const LIMITS = [
  [
    'DATABASE_CONNECT_TIMEOUT_MS',
    'REQUEST_DEADLINE_MS',
    'requests wait for a connection after they have been answered',
  ],
  [
    'DATABASE_LOCK_TIMEOUT_MS',
    'REQUEST_DEADLINE_MS',
    'statements wait for locks after their requests have been answered',
  ],
  ['MAX_QUEUE_WAIT_MS', 'REQUEST_DEADLINE_MS', 'requests are admitted that cannot be answered in time'],
  ['DATABASE_LOCK_TIMEOUT_MS', 'DATABASE_STATEMENT_TIMEOUT_MS', 'the lock timeout never applies'],
] as const satisfies [keyof Configuration, keyof Configuration, string][];

/** As {@link LIMITS}, where clients connect without a proxy: connections of proxies have no limit per address. */
const PER_ADDRESS = ['MAX_CONNECTIONS_PER_ADDRESS', 'MAX_CONNECTIONS', 'one address can take all connections'] as const;

export interface Conflict {
  names: (keyof Configuration)[];
  /** The settings and the consequence. */
  text: string;
  advice: string;
}

/** Finds settings that conflict with each other and make the service work badly. */
export function findConflicts(configuration: Configuration): Conflict[] {
  const isBehindProxy = configuration.TRUSTED_PROXIES.length > 0;
  const limits = isBehindProxy ? LIMITS : [...LIMITS, PER_ADDRESS];
  const conflicts = limits
    .filter(([lower, upper]) => configuration[lower] >= configuration[upper])
    .map(([lower, upper, consequence]): Conflict => ({
      names: [lower, upper],
      text: `${lower} (${configuration[lower]}) is not below ${upper} (${configuration[upper]}): ${consequence}`,
      advice: `lower ${lower}, or raise ${upper}`,
    }));
  if (usesHttps(configuration) && !isBehindProxy) {
    conflicts.push({
      names: ['SITE_URL', 'TRUSTED_PROXIES'],
      text: 'SITE_URL is https, which a proxy provides, but TRUSTED_PROXIES is empty: all clients share the limits of one address',
      advice: 'set TRUSTED_PROXIES to the address of the proxy',
    });
  }
  return conflicts;
}
