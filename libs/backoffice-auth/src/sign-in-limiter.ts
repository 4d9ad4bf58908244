import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { normalEmail } from '#libs/auth';
import { InvalidCredentials, TooManySignIns, WrongCurrentPassword } from './backoffice-auth.errors.js';
import { InvalidCode } from './second-factor/second-factor.errors.js';
import { type CountAttempt, type SignInCount, SignInCounts } from './sign-in-counts.js';

/** Wrong passwords of a window, from one address, for all accounts and for one. */
const MAX_FAILURES = 50;
const MAX_FAILURES_OF_ACCOUNT = 10;

/** Attempts of a window with which an address takes no turns, whatever others get wrong. */
const UNSLOWED_OF_ADDRESS = 3;

/** Attempts of a window at one account from all addresses that have used theirs up, beyond which they take turns. */
const UNSLOWED_OF_ACCOUNT = 20;
const TURN_MS = 2_000;
/** A sign-in that waits is answered within the deadline of requests. */
const LONGEST_WAIT_MS = 2_000;

/** Sign-ins of a window that one address begins at the provider. */
const MAX_BEGUN = 100;

/** For how long a refusal is repeated without asking the database, in milliseconds, so that a flood costs it nothing. */
const REPEATED_MS = 1_000;
const MAX_REPEATED = 20_000;

export interface SignInAttempt {
  /** The email, in any of its forms. */
  account: string;
  /** Where the client is. */
  address: string;
  /**
   * Whether the client has signed in to the account before. Who guesses from many addresses is slowed then, and the owner
   * of the account is not (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
   */
  isKnown: () => Promise<boolean>;
}

interface Admitted {
  counted: SignInCount[];
  /** Its rank among the attempts that wait for the processor: known browsers come first, then those with the fewest failures. */
  rank: number;
  /** How long the attempt waits for its turn, in milliseconds. */
  wait: number;
}

/** Limits how often passwords can be guessed at all instances together, for accounts that exist and others alike. */
@Injectable()
export class SignInLimiter {
  /** When what is refused will be admitted, in milliseconds since the epoch, by what it was counted for. */
  private readonly refused = new LRUCache<string, number>({ max: MAX_REPEATED, ttl: REPEATED_MS, perf: Date });
  /** Addresses that have used up their unslowed attempts. */
  private readonly slowed = new LRUCache<string, true>({ max: MAX_REPEATED, ttl: REPEATED_MS, perf: Date });

  constructor(private readonly counts: SignInCounts) {}

  /**
   * Makes an attempt to sign in. It counts until it ends otherwise than by a wrong password or code, so that many at once are
   * limited too.
   * @param authenticate gets the rank of the attempt: lower ranks come first where passwords wait to be verified
   * @throws TooManySignIns where the attempt was not made, and what the attempt throws
   */
  async run<Result>(attempt: SignInAttempt, authenticate: (rank: number) => Promise<Result>): Promise<Result> {
    const { counted, rank, wait } = await this.admit(attempt);
    let isWrong = false;
    try {
      await sleep(wait);
      return await authenticate(rank);
    } catch (error) {
      isWrong = [InvalidCredentials, InvalidCode, WrongCurrentPassword].some((wrong) => error instanceof wrong);
      throw error;
    } finally {
      if (!isWrong) await this.counts.uncount(counted);
    }
  }

  /** Counts a sign-in that begins at the provider. @throws TooManySignIns */
  async countBegun(address: string): Promise<void> {
    const key = `begun ${networkOf(address)}`;
    this.repeatRefusal(key);
    await this.counts.count((count) => this.countWithin(MAX_BEGUN, key, count));
  }

  /** Counts an attempt that is within its limits. What strangers get wrong, at the same address too, keeps nobody out who is known. */
  private async admit({ account: email, address, isKnown }: SignInAttempt): Promise<Admitted> {
    // Each of the forms would have guesses of its own otherwise.
    const account = normalEmail(email);
    if (!(await isKnown())) return this.admitStranger(account, networkOf(address));
    const key = `known ${account}`;
    this.repeatRefusal(key);
    const counted = await this.counts.count((count) => this.countWithin(MAX_FAILURES_OF_ACCOUNT, key, count));
    return { counted: [counted], rank: 0, wait: 0 };
  }

  private admitStranger(account: string, network: string): Promise<Admitted> {
    const [both, everybody] = [`${network} ${account}`, `* ${account}`];
    this.repeatRefusal(network, both, ...(this.slowed.has(network) ? [everybody] : []));
    return this.counts.count(async (count) => {
      const counted = [
        await this.countWithin(MAX_FAILURES, network, count),
        await this.countWithin(MAX_FAILURES_OF_ACCOUNT, both, count),
      ];
      const rank = counted[0]?.attempts ?? 0;
      if (rank <= UNSLOWED_OF_ADDRESS) return { counted, rank, wait: 0 };
      this.slowed.set(network, true);
      this.repeatRefusal(everybody);
      const ofAccount = await count(everybody);
      counted.push(ofAccount);
      if (ofAccount.attempts <= UNSLOWED_OF_ACCOUNT) return { counted, rank, wait: 0 };
      const wait = await ofAccount.takeTurn(TURN_MS);
      if (wait <= LONGEST_WAIT_MS) return { counted, rank, wait };
      throw this.refuse(everybody, wait, wait - LONGEST_WAIT_MS);
    });
  }

  private async countWithin(most: number, key: string, count: CountAttempt): Promise<SignInCount> {
    const counted = await count(key);
    if (counted.attempts <= most) return counted;
    throw this.refuse(key, counted.leftMs, REPEATED_MS);
  }

  /** @param repeatedMs for how long it is sure that others of the key are refused as well */
  private refuse(key: string, leftMs: number, repeatedMs: number): TooManySignIns {
    this.refused.set(key, Date.now() + leftMs, { ttl: Math.ceil(Math.min(leftMs, repeatedMs)) });
    return new TooManySignIns(leftMs);
  }

  private repeatRefusal(...keys: string[]): void {
    for (const key of keys) {
      const admittedAt = this.refused.get(key);
      if (admittedAt !== undefined) throw new TooManySignIns(admittedAt - Date.now());
    }
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
