import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { InvalidCredentials, TooManySignIns } from './backoffice-auth.errors.js';

const WINDOW_MS = 15 * 60_000;

/** Wrong passwords of a window, from one address, for all accounts and for one. */
const MAX_FAILURES = 50;
const MAX_FAILURES_OF_ACCOUNT = 10;

/** Most counts that are kept: those of some 400 addresses that guess all they may. */
const MAX_COUNTS = 20_000;

/** Limits how often this instance lets passwords be guessed, for accounts that exist and others alike. */
@Injectable()
export class SignInLimiter {
  private readonly counts = new LRUCache<string, { failures: number }>({ max: MAX_COUNTS, ttl: WINDOW_MS, perf: Date });

  /**
   * Makes an attempt to sign in. It counts until it ends otherwise than by InvalidCredentials, so that many at once are
   * limited too.
   * @param account the email, in lower case
   * @throws TooManySignIns where the attempt was not made, and what the attempt throws
   */
  async run<Result>(account: string, address: string, attempt: () => Promise<Result>): Promise<Result> {
    const network = networkOf(address);
    const accountThere = `${network} ${account}`;
    this.refuseFrom(MAX_FAILURES, network);
    this.refuseFrom(MAX_FAILURES_OF_ACCOUNT, accountThere);
    const counts = [this.count(network), this.count(accountThere)];
    let isWrong = false;
    try {
      return await attempt();
    } catch (error) {
      isWrong = error instanceof InvalidCredentials;
      throw error;
    } finally {
      if (!isWrong) for (const count of counts) count.failures--;
    }
  }

  private refuseFrom(limit: number, key: string): void {
    const count = this.counts.get(key);
    if (count !== undefined && count.failures >= limit) throw new TooManySignIns(this.counts.getRemainingTTL(key));
  }

  private count(key: string): { failures: number } {
    const count = this.counts.get(key) ?? { failures: 0 };
    if (count.failures++ === 0) this.counts.set(key, count);
    return count;
  }
}

/** What one client has of the addresses: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!isIPv6(address)) return address;
  const [start = [], end] = address.split('::').map((part) => part.split(':'));
  const zeros = end === undefined ? 0 : 8 - start.length - end.length;
  return [...start, ...Array<string>(zeros).fill('0'), ...(end ?? [])].slice(0, 4).join(':');
}
