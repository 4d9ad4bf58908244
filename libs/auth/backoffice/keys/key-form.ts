import type { Expiry } from './expiry';

export interface KeyForm {
  name: string;
  userId: string | null;
  expiry: Expiry;
  /** Null for the limit of the service. */
  rateLimit: number | null;
}
