import { isIP, type LookupFunction } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { compile } from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { ValidationFailed } from '#libs/http';
import { type Found, resolveHost } from './resolve-host.js';

/** Which addresses webhooks may call: public ones by https, and those of `WEBHOOK_NETWORKS` by http too. */
@Injectable()
export class Addresses {
  /** Whether http is possible at all. */
  private readonly allowsHttp: boolean;
  private readonly isConfigured: (address: string) => boolean;
  private readonly lookups = new Map<string, Promise<Found>>();

  constructor(@Inject(CONFIGURATION) { WEBHOOK_NETWORKS }: Pick<Configuration, 'WEBHOOK_NETWORKS'>) {
    const trust = compile(WEBHOOK_NETWORKS);
    this.allowsHttp = WEBHOOK_NETWORKS.length > 0;
    this.isConfigured = (address) => trust(address, 0);
  }

  /** What is wrong with the address of a webhook, or undefined. Names of hosts are checked when they are resolved. */
  problemOf({ username, password, protocol, hostname }: URL): string | undefined {
    if (username !== '' || password !== '') return 'must not contain a user name or password';
    if (protocol !== 'https:' && !this.allowsHttp) return HTTPS_ONLY;
    const host = hostname.replace(/^\[|\]$/g, '');
    return isIP(host) === 0 || this.isAllowed(host, protocol) ? undefined : problemWith(host);
  }

  /** @throws ValidationFailed for the address of a webhook that has a problem */
  assertValid(url: string): void {
    const problem = this.problemOf(new URL(url));
    if (problem !== undefined) throw new ValidationFailed([`url: ${problem}`]);
  }

  /** Resolves a name for a connection, unless one of its addresses is not allowed. */
  lookupFor(protocol: string): LookupFunction {
    return (hostname, { all }, callback) => {
      this.resolveAllowed(hostname, protocol).then(
        (addresses) => {
          if (all === true) callback(null, addresses);
          else callback(null, addresses[0].address, addresses[0].family);
        },
        (error: unknown) => callback(error as Error, []),
      );
    };
  }

  private async resolveAllowed(hostname: string, protocol: string): Promise<Found> {
    const addresses = await this.resolve(hostname);
    const rejected = addresses.find(({ address }) => !this.isAllowed(address, protocol));
    if (rejected !== undefined) throw new Error(problemWith(rejected.address));
    return addresses;
  }

  /** Connections to a host share the look-up that is in flight. */
  private resolve(hostname: string): Promise<Found> {
    const found = this.lookups.get(hostname) ?? resolveHost(hostname).finally(() => this.lookups.delete(hostname));
    this.lookups.set(hostname, found);
    return found;
  }

  private isAllowed(address: string, protocol: string): boolean {
    return (isPublic(address) && protocol === 'https:') || this.isConfigured(address);
  }
}

const HTTPS_ONLY = 'must begin with https://, because http:// is for addresses in WEBHOOK_NETWORKS';

const problemWith = (address: string) =>
  isPublic(address) ? HTTPS_ONLY : `${address} is not a public address, and WEBHOOK_NETWORKS does not contain it`;

/** IPv6 addresses that are in use on the Internet: https://www.iana.org/assignments/ipv6-address-space */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Azure answers machines in its network here, as other clouds do at link-local addresses. The IANA does not list it. */
const AZURE = '168.63.129.16';

/**
 * "unicast" is what no registry of the IANA reserves for another purpose; an IPv4 address in IPv6 form counts as the former.
 * https://www.iana.org/assignments/iana-ipv4-special-registry, https://www.iana.org/assignments/iana-ipv6-special-registry
 */
function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || parsed.toString() === AZURE) return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}
