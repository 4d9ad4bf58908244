import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { normalEmail } from '#libs/auth';
import { InvalidCredentials, TooManySignIns, WrongCurrentPassword } from './backoffice-auth.errors.js';
import { InvitationNotFound } from './invitations/invitation.errors.js';
import { InvalidCode, WrongCode } from './second-factor/second-factor.errors.js';
import { type CountAttempt, type SignInCount, SignInCounts } from './sign-in-counts.js';

/** Wrong passwords of a window, from one address, for all accounts and for one. */
const MAX_FAILURES = 50;
const MAX_FAILURES_OF_ACCOUNT = 10;

/** Attempts of an address in a window that do not wait for a turn, however many others fail. */
const UNSLOWED_OF_ADDRESS = 3;

/** Attempts at one account in a window, by all addresses beyond {@link UNSLOWED_OF_ADDRESS}, before further ones take turns. */
const UNSLOWED_OF_ACCOUNT = 20;
const TURN_MS = 2_000;
/** Shorter than the deadline of requests. */
const LONGEST_WAIT_MS = 2_000;

/** Sign-ins of a window that one address begins at the provider. */
const MAX_BEGUN = 100;

/** Errors of wrong passwords, codes and tokens. */
const WRONG = [InvalidCredentials, InvalidCode, WrongCurrentPassword, WrongCode, InvitationNotFound];

/** How long a rejection is repeated without a query, in milliseconds, so that a flood does not load the database. */
const REPEATED_MS = 1_000;
const MAX_REPEATED = 20_000;

export interface SignInAttempt {
  /** The email, in any of its forms. */
  account: string;
  /** Where the client is. */
  address: string;
  /**
   * Whether the client has signed in to the account before. This slows an attacker with many addresses, but not the owner of
   * the account (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
   */
  isKnown: boolean;
}

interface Admitted {
  counted: SignInCount[];
  /** Its rank among the attempts that wait to be verified: known browsers come first, then those with the fewest failures. */
  rank: number;
  /** How long the attempt waits for its turn, in milliseconds. */
  wait: number;
}

/** Limits how often passwords can be guessed at all instances together, for accounts that exist and others alike. */
@Injectable()
export class SignInLimiter {
  /** When rejected attempts are admitted again, in milliseconds since the epoch, by the key that they were counted for. */
  private readonly rejectedUntil = new LRUCache<string, number>({ max: MAX_REPEATED, ttl: REPEATED_MS, perf: Date });
  /** Addresses that have used up their unslowed attempts. */
  private readonly slowed = new LRUCache<string, true>({ max: MAX_REPEATED, ttl: REPEATED_MS, perf: Date });

  constructor(private readonly counts: SignInCounts) {}

  /**
   * Makes an attempt to sign in. It counts as failed until it ends without a wrong password, code or token, which limits concurrent
   * attempts too.
   * @param authenticate gets the rank of the attempt: passwords of lower ranks are verified first
   * @throws TooManySignIns if the attempt was not made, and the errors of the attempt
   */
  async run<Result>(attempt: SignInAttempt, authenticate: (rank: number) => Promise<Result>): Promise<Result> {
    const { counted, rank, wait } = await this.admit(attempt);
    let isWrong = false;
    try {
      await sleep(wait);
      return await authenticate(rank);
    } catch (error) {
      isWrong = WRONG.some((wrong) => error instanceof wrong);
      throw error;
    } finally {
      if (!isWrong) await this.counts.uncount(counted);
    }
  }

  /** Counts a sign-in that begins at the provider. @throws TooManySignIns */
  async countBegun(address: string): Promise<void> {
    const key = `begun ${networkOf(address)}`;
    this.repeatRejection(key);
    await this.counts.count((count) => this.countWithin(MAX_BEGUN, key, count));
  }

  /** Counts an attempt that is within its limits. Failures of strangers, at the same address too, do not lock out a known browser. */
  private async admit({ account: email, address, isKnown }: SignInAttempt): Promise<Admitted> {
    // Otherwise each form would have its own guesses.
    const account = normalEmail(email);
    if (!isKnown) return this.admitStranger(account, networkOf(address));
    const key = `known ${account}`;
    this.repeatRejection(key);
    const counted = await this.counts.count((count) => this.countWithin(MAX_FAILURES_OF_ACCOUNT, key, count));
    return { counted: [counted], rank: 0, wait: 0 };
  }

  private admitStranger(account: string, network: string): Promise<Admitted> {
    const [both, everybody] = [`${network} ${account}`, `* ${account}`];
    this.repeatRejection(network, both, ...(this.slowed.has(network) ? [everybody] : []));
    return this.counts.count(async (count) => {
      const counted = [
        await this.countWithin(MAX_FAILURES, network, count),
        await this.countWithin(MAX_FAILURES_OF_ACCOUNT, both, count),
      ];
      const rank = counted[0]?.attempts ?? 0;
      if (rank <= UNSLOWED_OF_ADDRESS) return { counted, rank, wait: 0 };
      this.slowed.set(network, true);
      this.repeatRejection(everybody);
      const ofAccount = await count(everybody);
      counted.push(ofAccount);
      if (ofAccount.attempts <= UNSLOWED_OF_ACCOUNT) return { counted, rank, wait: 0 };
      const wait = await ofAccount.takeTurn(TURN_MS);
      if (wait <= LONGEST_WAIT_MS) return { counted, rank, wait };
      throw this.reject(everybody, wait, wait - LONGEST_WAIT_MS);
    });
  }

  private async countWithin(most: number, key: string, count: CountAttempt): Promise<SignInCount> {
    const counted = await count(key);
    if (counted.attempts <= most) return counted;
    throw this.reject(key, counted.leftMs, REPEATED_MS);
  }

  /** @param repeatedMs how long others of the key are certain to be rejected too */
  private reject(key: string, leftMs: number, repeatedMs: number): TooManySignIns {
    this.rejectedUntil.set(key, Date.now() + leftMs, { ttl: Math.ceil(Math.min(leftMs, repeatedMs)) });
    return new TooManySignIns(leftMs);
  }

  private repeatRejection(...keys: string[]): void {
    for (const key of keys) {
      const admittedAt = this.rejectedUntil.get(key);
      if (admittedAt !== undefined) throw new TooManySignIns(admittedAt - Date.now());
    }
  }
}

/** The part of an address that identifies one client: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!isIPv6(address)) return address;
  const [start = [], end] = address.split('::').map((part) => part.split(':'));
  const zeros = end === undefined ? 0 : 8 - start.length - end.length;
  return [...start, ...Array<string>(zeros).fill('0'), ...(end ?? [])].slice(0, 4).join(':');
}
