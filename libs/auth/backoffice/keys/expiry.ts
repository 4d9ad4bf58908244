// The expiry of keys: choices, and how it is shown.
import { toDateInput } from '#libs/backoffice-ui/days.ts';
import { formatTime } from '#libs/backoffice-ui/format-time.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** How close a key is to its expiry. */
type Closeness = 'none' | 'later' | 'soon' | 'expired';

/** A key expires soon from 14 days before its expiry. @param now in milliseconds */
export function expiryOf(
  { expiresAt, isExpired }: { expiresAt: string | null; isExpired: boolean },
  now: number,
): Closeness {
  if (expiresAt === null) return 'none';
  const left = Date.parse(expiresAt) - now;
  if (isExpired || left <= 0) return 'expired';
  return left <= 14 * DAY_MS ? 'soon' : 'later';
}

/** How long a key still works: `in 13 days`, `in 47 hours`, `within the hour`. @param now in milliseconds */
export function timeLeft(expiresAt: string, now: number): string {
  const left = Date.parse(expiresAt) - now;
  if (left < HOUR_MS) return 'within the hour';
  // To the nearest: a key of 7 days still has 7 of them a minute later.
  const hours = Math.round(left / HOUR_MS);
  if (hours === 1) return 'in 1 hour';
  return hours < 48 ? `in ${hours} hours` : `in ${Math.round(left / DAY_MS)} days`;
}

/** Whether a key is probably still needed: it was used within 7 days. @param now in milliseconds */
export function isInUse(lastUsedAt: string | null, now: number): boolean {
  return lastUsedAt !== null && now - Date.parse(lastUsedAt) <= 7 * DAY_MS;
}

/** A number of hours (`1h`) or days, or a day, or no expiry, or the one that the key has. */
export type ExpiryChoice = '1h' | '24h' | '7' | '30' | '90' | '365' | 'date' | 'none' | 'keep';

/** The value of a form's field. */
export interface Expiry {
  choice: ExpiryChoice;
  /** Such as `2026-12-31`, if a date is chosen. */
  day: string;
}

/**
 * The expiry for a choice: some hours from now, some days from now at the same time, or the end of a chosen day, in the viewer's time zone.
 * @returns null for no expiry, undefined for an invalid day or no change
 */
export function endOf({ choice, day }: Expiry, now: Date): Date | null | undefined {
  if (choice === 'keep') return undefined;
  if (choice === 'none') return null;
  if (choice === 'date') return lastSecondOf(day);
  if (choice === '1h' || choice === '24h') return new Date(now.getTime() + Number.parseInt(choice, 10) * HOUR_MS);
  const end = new Date(now);
  end.setDate(end.getDate() + Number(choice));
  return end;
}

/** Whether a choice can end a key before `end`: some hours or days from now, or the end of today at the earliest. */
export function endsBefore(choice: ExpiryChoice, end: Date, now: Date): boolean {
  const earliest = choice === 'date' ? lastSecondOf(toDateInput(now.toISOString())) : endOf({ choice, day: '' }, now);
  return earliest instanceof Date && earliest < end;
}

/** What is wrong with a choice. @param latest when the key ends now, if the new end must be earlier */
export function problemOfExpiry(expiry: Expiry, latest: string | null, now: Date): string | undefined {
  if (expiry.choice !== 'date') return undefined;
  const end = endOf(expiry, now);
  if (!(end instanceof Date)) return 'Choose the last day on which the key works';
  if (end <= now) return 'Choose a day that is not over yet';
  return latest !== null && end >= new Date(latest) ? `Choose a day before ${formatTime(latest)}` : undefined;
}

function lastSecondOf(day: string): Date | undefined {
  const end = new Date(`${day}T23:59:59`);
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(end.getTime()) ? end : undefined;
}
