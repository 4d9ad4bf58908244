import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { InvalidCredentials, TooManySignIns, WrongCurrentPassword } from './backoffice-auth.errors.js';

const WINDOW_MS = 15 * 60_000;

/** Wrong passwords of a window, from one address, for all accounts and for one. */
const MAX_FAILURES = 50;
const MAX_FAILURES_OF_ACCOUNT = 10;

/** Wrong passwords of a window for one account, from all addresses, beyond which strangers to it take turns. */
const MAX_FAILURES_UNSLOWED = 20;
const TURN_MS = 2_000;
/** A sign-in that waits is answered within the deadline of requests. */
const LONGEST_WAIT_MS = 2_000;

/** Sign-ins of a window that one address begins at the provider. */
const MAX_BEGUN = 100;

/** Most counts that are kept: those of some 200 addresses that guess all they may. */
const MAX_COUNTS = 20_000;

interface Count {
  failures: number;
  /** When the next stranger's turn is, in milliseconds since the epoch. */
  nextTurn: number;
}

export interface SignInAttempt {
  /** The email, in lower case. */
  account: string;
  /** Where the client is. */
  address: string;
  /**
   * Whether the client has signed in to the account before. Who guesses from many addresses is slowed then, and the owner
   * of the account is not (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
   */
  isKnown: () => Promise<boolean>;
}

/** Limits how often this instance lets passwords be guessed, for accounts that exist and others alike. */
@Injectable()
export class SignInLimiter {
  private readonly counts = new LRUCache<string, Count>({ max: MAX_COUNTS, ttl: WINDOW_MS, perf: Date });

  /**
   * Makes an attempt to sign in. It counts until it ends otherwise than by a wrong password, so that many at once are
   * limited too.
   * @throws TooManySignIns where the attempt was not made, and what the attempt throws
   */
  async run<Result>(attempt: SignInAttempt, authenticate: () => Promise<Result>): Promise<Result> {
    const isKnown = await attempt.isKnown();
    const limits = limitsOf(attempt, isKnown);
    for (const [key, limit] of limits) this.refuseFrom(limit, key);
    const counts = limits.map(([key]) => this.count(key));
    const account = isKnown ? undefined : this.count(`* ${attempt.account}`);
    if (account !== undefined) counts.push(account);
    let isWrong = false;
    try {
      if (account !== undefined && account.failures > MAX_FAILURES_UNSLOWED) await takeTurn(account);
      return await authenticate();
    } catch (error) {
      isWrong = error instanceof InvalidCredentials || error instanceof WrongCurrentPassword;
      throw error;
    } finally {
      if (!isWrong) for (const count of counts) count.failures--;
    }
  }

  /** Counts a sign-in that begins at the provider. @throws TooManySignIns */
  countBegun(address: string): void {
    const key = `begun ${networkOf(address)}`;
    this.refuseFrom(MAX_BEGUN, key);
    this.count(key);
  }

  private refuseFrom(limit: number, key: string): void {
    const count = this.counts.get(key);
    if (count !== undefined && count.failures >= limit) throw new TooManySignIns(this.counts.getRemainingTTL(key));
  }

  private count(key: string): Count {
    const count = this.counts.get(key) ?? { failures: 0, nextTurn: 0 };
    if (count.failures++ === 0) this.counts.set(key, count);
    return count;
  }
}

/** Keys of what is counted, with its limits. What strangers get wrong, at the same address too, keeps nobody out who is known. */
function limitsOf({ account, address }: SignInAttempt, isKnown: boolean): [key: string, limit: number][] {
  if (isKnown) return [[`known ${account}`, MAX_FAILURES_OF_ACCOUNT]];
  const network = networkOf(address);
  return [
    [network, MAX_FAILURES],
    [`${network} ${account}`, MAX_FAILURES_OF_ACCOUNT],
  ];
}

/** Waits until it is a stranger's turn. @throws TooManySignIns where others have taken the next ones */
async function takeTurn(account: Count): Promise<void> {
  const turn = Math.max(account.nextTurn, Date.now());
  const wait = turn - Date.now();
  if (wait > LONGEST_WAIT_MS) throw new TooManySignIns(wait);
  account.nextTurn = turn + TURN_MS;
  await new Promise((resolve) => setTimeout(resolve, wait));
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
