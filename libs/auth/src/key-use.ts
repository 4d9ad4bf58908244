/** In milliseconds. */
export const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Addresses that are stored of each key: the last ones. */
export const MAX_ADDRESSES = 5;

/** The beginning of an hour, in milliseconds, `ago` hours before the current one. */
export function hourBeginning(ago = 0): number {
  return (Math.floor(Date.now() / HOUR) - ago) * HOUR;
}

/** The numbers that are counted; their names are those of the columns, in camel case. */
export const COUNTS = [
  'requests',
  'rejections',
  'clientErrors',
  'serverErrors',
  'rateLimited',
  'limitReached',
] as const;

/** Answered requests with a key in an hour. */
export type HourOfUse = { keyId: string; hour: number } & Record<(typeof COUNTS)[number], number>;

export interface AddressOfUse {
  keyId: string;
  address: string;
  /** The minute of its last use, in milliseconds. */
  minute: number;
}

/** What is not written yet of the use of one key. */
export class KeyUse {
  /** When a request with the key last arrived, in milliseconds. */
  seenAt = Date.now();
  /** The minute of the last use, in milliseconds. */
  private minute = 0;
  private address = '';
  private addresses: AddressOfUse[] = [];
  private hours: HourOfUse[] = [];
  private current: HourOfUse | undefined;

  constructor(private readonly keyId: string) {}

  /** Notes that an address uses the key. */
  note(address: string): void {
    const minute = Math.floor(Date.now() / MINUTE) * MINUTE;
    if (minute === this.minute && address === this.address) return;
    this.minute = minute;
    this.address = address;
    this.restoreAddress({ keyId: this.keyId, address, minute });
  }

  /** Counts an answered request. @param reachesLimit whether it is the first that the rate limit rejects in its window */
  count(status: number, reachesLimit: boolean): void {
    const hour = hourBeginning();
    if (this.current?.hour !== hour) this.current = this.hourOf(hour);
    const { current } = this;
    current.requests++;
    if (status >= 500) current.serverErrors++;
    else if (status === 403 || status === 429) current.rejections++;
    else if (status >= 400) current.clientErrors++;
    if (status === 429) current.rateLimited++;
    if (reachesLimit) current.limitReached++;
  }

  /** Returns the counts, which begin again at 0. */
  takeHours(): HourOfUse[] {
    const { hours } = this;
    this.hours = [];
    this.current = undefined;
    return hours;
  }

  /** Adds counts that could not be written. */
  restoreHour(counted: HourOfUse): void {
    const counts = this.hourOf(counted.hour);
    for (const name of COUNTS) counts[name] += counted[name];
  }

  /** Returns the last addresses, and forgets them. */
  takeAddresses(): AddressOfUse[] {
    const { addresses } = this;
    this.addresses = [];
    return addresses;
  }

  /** Adds an address that could not be written, unless it was used since. */
  restoreAddress(added: AddressOfUse): void {
    const others = this.addresses.filter(({ address }) => address !== added.address);
    const known = this.addresses.find(({ address }) => address === added.address);
    const last = known === undefined || known.minute < added.minute ? added : known;
    this.addresses = [...others, last].sort((one, other) => one.minute - other.minute).slice(-MAX_ADDRESSES);
  }

  get isWritten(): boolean {
    return this.hours.length === 0 && this.addresses.length === 0;
  }

  private hourOf(hour: number): HourOfUse {
    let counts = this.hours.find((one) => one.hour === hour);
    if (counts === undefined) {
      counts = {
        keyId: this.keyId,
        hour,
        requests: 0,
        rejections: 0,
        clientErrors: 0,
        serverErrors: 0,
        rateLimited: 0,
        limitReached: 0,
      };
      this.hours.push(counts);
    }
    return counts;
  }
}
