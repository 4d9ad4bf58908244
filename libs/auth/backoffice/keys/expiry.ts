// When keys end, as a person picks it and as it is shown.

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** How a key stands to its end. */
export type Expiry = 'none' | 'later' | 'soon' | 'expired';

/** Up to 14 days before its end a key ends soon. @param now in milliseconds */
export function expiryOf(
  { expiresAt, isExpired }: { expiresAt: string | null; isExpired: boolean },
  now: number,
): Expiry {
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

/** Whether somebody probably still needs a key: it was used within 7 days. @param now in milliseconds */
export function isInUse(lastUsedAt: string | null, now: number): boolean {
  return lastUsedAt !== null && now - Date.parse(lastUsedAt) <= 7 * DAY_MS;
}

export const EXPIRY_CHOICES = ['7', '30', '90', '365', 'date', 'none'] as const;
export type ExpiryChoice = (typeof EXPIRY_CHOICES)[number];

/**
 * The end that a choice stands for: at this time of day some days from now, or at the end of a chosen day, in the viewer's time zone.
 * @param day such as `2026-12-31`, where a date is chosen
 * @returns null for no end, undefined where the day is no day
 */
export function endOf(choice: ExpiryChoice, day: string, now: Date): Date | null | undefined {
  if (choice === 'none') return null;
  if (choice === 'date') return lastSecondOf(day);
  const end = new Date(now);
  end.setDate(end.getDate() + Number(choice));
  return end;
}

function lastSecondOf(day: string): Date | undefined {
  const end = new Date(`${day}T23:59:59`);
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(end.getTime()) ? end : undefined;
}
