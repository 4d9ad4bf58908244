import type { ExpiryChoice } from './expiry';

export interface KeyForm {
  name: string;
  userId: string | null;
  expiry: ExpiryChoice;
  /** Such as `2026-12-31`, if a date is chosen. */
  day: string;
}
