import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { InvalidCredentials, TooManySignIns, WrongCurrentPassword } from './backoffice-auth.errors.js';
import { type SignInCount, SignInCounts } from './sign-in-counts.js';

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

/** For how long a refusal is repeated without asking the database, in milliseconds, so that a flood costs it nothing. */
const REPEATED_MS = 1_000;
const MAX_REPEATED = 20_000;

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

interface Limit {
  /** What is counted. */
  key: string;
  /** Most attempts of a window. */
  most: number;
  /** Beyond them attempts take turns, and are not refused as long as their turn comes soon. */
  takesTurns?: boolean;
}

/** Limits how often passwords can be guessed at all instances together, for accounts that exist and others alike. */
@Injectable()
export class SignInLimiter {
  /** When what is refused will be admitted, in milliseconds since the epoch, by what it was counted for. */
  private readonly refused = new LRUCache<string, number>({ max: MAX_REPEATED, ttl: REPEATED_MS, perf: Date });

  constructor(private readonly counts: SignInCounts) {}

  /**
   * Makes an attempt to sign in. It counts until it ends otherwise than by a wrong password, so that many at once are
   * limited too.
   * @throws TooManySignIns where the attempt was not made, and what the attempt throws
   */
  async run<Result>(attempt: SignInAttempt, authenticate: () => Promise<Result>): Promise<Result> {
    const { counted, wait } = await this.admit(limitsOf(attempt, await attempt.isKnown()));
    let isWrong = false;
    try {
      await sleep(wait);
      return await authenticate();
    } catch (error) {
      isWrong = error instanceof InvalidCredentials || error instanceof WrongCurrentPassword;
      throw error;
    } finally {
      if (!isWrong) await this.counts.uncount(counted);
    }
  }

  /** Counts a sign-in that begins at the provider. @throws TooManySignIns */
  async countBegun(address: string): Promise<void> {
    await this.admit([{ key: `begun ${networkOf(address)}`, most: MAX_BEGUN }]);
  }

  /** Counts an attempt that is within its limits. @returns how long it has to wait, in milliseconds, with what was counted */
  private admit(limits: Limit[]) {
    for (const { key } of limits) {
      const admittedAt = this.refused.get(key);
      if (admittedAt !== undefined) throw new TooManySignIns(admittedAt - Date.now());
    }
    const keys = limits.map(({ key }) => key);
    return this.counts.count(keys, async (counts, counted) => {
      let wait = 0;
      for (const [index, limit] of limits.entries()) wait += await this.judge(limit, counts[index]);
      return { counted, wait };
    });
  }

  private async judge({ key, most, takesTurns = false }: Limit, count: SignInCount | undefined): Promise<number> {
    if (count === undefined || count.attempts <= most) return 0;
    if (!takesTurns) throw this.refuse(key, count.leftMs, REPEATED_MS);
    const wait = await count.takeTurn(TURN_MS);
    if (wait > LONGEST_WAIT_MS) throw this.refuse(key, wait, wait - LONGEST_WAIT_MS);
    return wait;
  }

  /** @param repeatedMs for how long it is sure that others of the key are refused as well */
  private refuse(key: string, leftMs: number, repeatedMs: number): TooManySignIns {
    this.refused.set(key, Date.now() + leftMs, { ttl: Math.ceil(Math.min(leftMs, repeatedMs)) });
    return new TooManySignIns(leftMs);
  }
}

/** What strangers get wrong, at the same address too, keeps nobody out who is known. */
function limitsOf({ account, address }: SignInAttempt, isKnown: boolean): Limit[] {
  if (isKnown) return [{ key: `known ${account}`, most: MAX_FAILURES_OF_ACCOUNT }];
  const network = networkOf(address);
  return [
    { key: network, most: MAX_FAILURES },
    { key: `${network} ${account}`, most: MAX_FAILURES_OF_ACCOUNT },
    { key: `* ${account}`, most: MAX_FAILURES_UNSLOWED, takesTurns: true },
  ];
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
