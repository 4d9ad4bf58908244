import { CANCELLED, getServers, type LookupAddress, NODATA } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';

/** At least one address. */
export type Found = [LookupAddress, ...LookupAddress[]];

/** How long a host is looked up, in milliseconds. */
const TIMEOUT_MS = 5_000;

/** How long the addresses of one family wait for the answer about the other one, in milliseconds. */
const RESOLUTION_DELAY_MS = 500;

const HOSTS_FILE = '/etc/hosts';

/**
 * The addresses of a host by the hosts file, or else by DNS. `dns.lookup` would occupy one of the four threads of Node.js for as long as
 * a DNS server likes, and connections to PostgreSQL need them too.
 * @throws Error if it has none, or none is found in time
 */
export async function resolveHost(hostname: string): Promise<Found> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  const [first, ...others] = addressesIn(text, hostname);
  return first === undefined ? askDns(hostname) : [first, ...others];
}

/** @param text the content of a hosts file */
export function addressesIn(text: string, hostname: string): LookupAddress[] {
  const entries = text.split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/));
  const addresses = entries.flatMap(([address = '', ...names]) =>
    names.some((name) => name.toLowerCase() === hostname) ? [address] : [],
  );
  return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
}

/**
 * Asks for addresses of both families at once. Each host has a resolver of its own, so that ending one look-up ends no
 * other.
 */
async function askDns(hostname: string): Promise<Found> {
  const resolver = new Resolver({ timeout: 1_000, tries: 3 });
  resolver.setServers(getServers());
  const cancelIn = (delayMs: number) => setTimeout(() => resolver.cancel(), delayMs);
  let timer = cancelIn(TIMEOUT_MS);
  const shorten = (addresses: string[]): string[] => {
    if (addresses.length > 0) {
      clearTimeout(timer);
      timer = cancelIn(RESOLUTION_DELAY_MS);
    }
    return addresses;
  };
  const [ipv4, ipv6] = await Promise.allSettled([
    resolver.resolve4(hostname).then(shorten),
    resolver.resolve6(hostname).then(shorten),
  ]);
  clearTimeout(timer);
  const [first, ...others] = [
    ...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
    ...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (first !== undefined) return [first, ...others];
  // An alias of a name without addresses is an empty answer, not an error.
  throw notFound(hostname, ipv4.status === 'rejected' ? (ipv4.reason as NodeJS.ErrnoException).code : NODATA);
}

const notFound = (hostname: string, code = '') =>
  new Error(
    code === CANCELLED
      ? `DNS had no answer for ${hostname} within ${TIMEOUT_MS / 1000} seconds`
      : `DNS has no address of ${hostname} (${code})`,
  );
