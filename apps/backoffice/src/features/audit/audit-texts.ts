// How entries of the audit log are said in words.

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
        `${wordsOf(name)}: ${isChange(value) ? `${shown(value.from)} → ${shown(value.to)}` : shown(value)}`,
    );
}

function isChange(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `displayName` as `display name`. */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
