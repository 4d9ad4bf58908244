// Texts for entries of the audit log.
import { formatTime } from '#libs/backoffice-ui/format-time.ts';
import { formatDuration } from '#libs/backoffice-ui/numbers.ts';

/** The label of an action; the action itself if no module labels it. */
export function titleOf(action: string, titles: Record<string, string>): string {
  return titles[action] ?? action;
}

/**
 * `{ role: { from: 'player', to: 'admin' } }` as `Role: player → admin`, one line per detail. Ids are for programs, and changes
 * to the same value are left out.
 */
export function detailLines(details: Record<string, unknown>): string[] {
  return Object.entries(details)
    .filter(([name, value]) => !/(^id|Id)$/.test(name) && !(isChange(value) && value.from === value.to))
    .map(
      ([name, value]) =>
        `${wordsOf(name)}: ${isChange(value) ? `${shown(name, value.from)} → ${shown(name, value.to)}` : shown(name, value)}`,
    );
}

function isChange(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

/** Details whose values are ISO timestamps. */
const isTimestamp = (name: string) => name === 'hour' || name.endsWith('At');

function shown(name: string, value: unknown): string {
  if (value === null || value === undefined) return isTimestamp(name) ? 'Never' : 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((item) => shown(name, item)).join(', ');
  if (typeof value === 'number' && name.endsWith('Seconds')) return value === 0 ? 'none' : formatDuration(value * 1000);
  if (typeof value !== 'string') return JSON.stringify(value);
  return isTimestamp(name) && !Number.isNaN(Date.parse(value)) ? formatTime(value) : value;
}

/** `displayName` as `Display name`, `expiresAt` as `Expires`, `timeLimitSeconds` as `Time limit`, `extraSeconds` as `Extra time`. */
function wordsOf(name: string): string {
  const whole = name.replace(/(At|(?<=Limit)Seconds)$/, '').replace(/Seconds$/, 'Time');
  const words = whole.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
