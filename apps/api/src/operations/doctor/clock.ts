import { type Finding, ok, warning } from './finding.js';

/** Difference between two clocks that is told, in milliseconds. */
const LIMIT_MS = 1_000;

/**
 * Compares another clock with this machine's. What the answer took on its way is in favour of the clock.
 * @param theirs what the other clock showed, in Unix milliseconds
 * @param asked when it was asked for, and `answered` when the answer was here, by this machine's clock
 */
export function judgeClock(subject: string, theirs: number, asked: number, answered: number): Finding {
  const offset = theirs - (asked + answered) / 2;
  const certain = Math.max(0, Math.abs(offset) - (answered - asked) / 2);
  if (certain <= LIMIT_MS) return ok(subject, 'agrees with the clock of this machine');
  const seconds = (Math.abs(offset) / 1_000).toFixed(1);
  const text = `is ${seconds} s ${offset > 0 ? 'ahead of' : 'behind'} the clock of this machine`;
  return warning(subject, text, 'set both by NTP: ends of sessions, keys and rate-limit windows depend on them');
}
