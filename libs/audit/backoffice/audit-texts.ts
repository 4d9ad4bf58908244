// How entries of the audit log are said in words.
import { formatTime } from '#libs/backoffice-ui/format-time.ts';

const TITLES: Record<string, string> = {
  'user.created': 'Created a user',
  'user.changed': 'Changed a user',
  'password.changed': 'Changed their password',
  'password.set': 'Set the password of a user',
  'second-factor.enabled': 'Set up a second factor',
  'second-factor.disabled': 'Turned their second factor off',
  'second-factor.reset': 'Reset the second factor of a user',
  'recovery-code.used': 'Used a recovery code',
  'recovery-codes.renewed': 'Made new recovery codes',
  'session.began': 'Signed in',
  'session.failed': 'Failed sign-ins',
  'session.ended': 'Signed out',
  'sessions.ended': 'Signed out everywhere',
  'key.created': 'Created an API key',
  'key.deleted': 'Deleted an API key',
  'quiz.created': 'Created a quiz',
  'quiz.changed': 'Changed a quiz',
  'quiz.deleted': 'Deleted a quiz',
};

/** The actions that can be asked for, with what they are called. */
export const ACTIONS = Object.entries(TITLES).map(([value, label]) => ({ value, label }));

/** An action of a module that came later is shown as it is. */
export function titleOf(action: string): string {
  return TITLES[action] ?? action;
}

/** `{ role: { from: 'player', to: 'admin' } }` as `role: player → admin`, one line per detail. Ids are for programs. */
export function detailLines(details: Record<string, unknown>): string[] {
  return Object.entries(details)
    .filter(([name]) => !/(^id|Id)$/.test(name))
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
  if (typeof value !== 'string') return JSON.stringify(value);
  return isTimestamp(name) && !Number.isNaN(Date.parse(value)) ? formatTime(value) : value;
}

/** `displayName` as `display name`, `expiresAt` as `expires`. */
function wordsOf(name: string): string {
  return name.replace(/At$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
