import { type Finding, ok, warning } from './finding.js';

/** Difference between two clocks from which on the doctor warns, in milliseconds. */
const LIMIT_MS = 1_000;

/**
 * Compares another clock with this machine's. The time of the round trip counts in favour of the other clock.
 * @param theirs time of the other clock, in Unix milliseconds
 * @param sent time of the query by this machine's clock, and `answered` that of the response
 */
export function judgeClock(subject: string, theirs: number, sent: number, answered: number): Finding {
  const offset = theirs - (sent + answered) / 2;
  const certain = Math.max(0, Math.abs(offset) - (answered - sent) / 2);
  if (certain <= LIMIT_MS) return ok(subject, 'agrees with the clock of this machine');
  const seconds = (Math.abs(offset) / 1_000).toFixed(1);
  const text = `is ${seconds} s ${offset > 0 ? 'ahead of' : 'behind'} the clock of this machine`;
  return warning(subject, text, 'synchronise both by NTP: sessions, keys and rate-limit windows end by them');
}
