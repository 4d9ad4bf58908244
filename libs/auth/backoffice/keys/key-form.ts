import type { Expiry } from './expiry';

export interface KeyForm {
  name: string;
  userId: string | null;
  expiry: Expiry;
}
