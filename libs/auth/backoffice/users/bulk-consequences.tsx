// What the dialog says about the change of several users.
import { Alert, List, Stack, Text } from '@mantine/core';
import type { User } from '#libs/backoffice-ui/users-data.ts';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { MAY } from './access-change';
import { countOf, type Kind } from './bulk-change';
import { Scopes } from './scopes';

/** How many users are listed; the others are counted. */
const NAMED = 5;

const FUTURE = {
  role: ['gets the new role:', 'get the new role:'],
  suspend: ['will be suspended:', 'will be suspended:'],
  restore: ['will no longer be suspended:', 'will no longer be suspended:'],
} as const;

/** What is said of users who stay as they are. */
const UNCHANGED = {
  role: ['has this role already', 'have this role already'],
  suspend: ['is suspended already', 'are suspended already'],
  restore: ['is not suspended', 'are not suspended'],
} as const;

interface UsersProps {
  kind: Kind;
  users: User[];
  /** How many of the selected users stay as they are. */
  others: number;
}

/** Lists the users who change, and counts the others. */
export function ChangingUsers({ kind, users, others }: UsersProps) {
  return (
    <div role="status">
      {users.length > 0 && (
        <>
          <Text>
            {countOf(users.length)} {FUTURE[kind][users.length === 1 ? 0 : 1]}
          </Text>
          <Names label="Users who change" users={users} />
        </>
      )}
      {others > 0 && (
        <Text>
          {countOf(others)} {UNCHANGED[kind][others === 1 ? 0 : 1]}.
        </Text>
      )}
    </div>
  );
}

function Names({ label, users }: { label: string; users: User[] }) {
  return (
    <List aria-label={label}>
      {users.slice(0, NAMED).map(({ id, displayName }) => (
        <List.Item key={id}>
          <bdi>{displayName}</bdi>
        </List.Item>
      ))}
      {users.length > NAMED && <List.Item>and {users.length - NAMED} more</List.Item>}
    </List>
  );
}

interface SignInsProps {
  losing: User[];
  gaining: User[];
  isSelfLosing: boolean;
  /** Whether they become editors, who can sign in again. */
  areEditors: boolean;
}

/** Which users may do less in the backoffice, and which more. */
export function ChangeOfSignIns({ losing, gaining, isSelfLosing, areEditors }: SignInsProps) {
  if (isSelfLosing) {
    return (
      <Alert color="red" variant="outline" role="alert" title="You are among them">
        You cannot remove your own access together with that of others. Deselect yourself.
      </Alert>
    );
  }
  return (
    <>
      {losing.length > 0 && (
        <Stack gap={4}>
          <Text>
            {losing.length === 1 ? 'One user loses' : `${losing.length} users lose`} access: their sessions in the
            backoffice end immediately, and they{' '}
            {areEditors ? `can sign in again only to ${MAY.editor}` : 'cannot sign in again'}.
          </Text>
          <Names label="Users who lose access" users={losing} />
        </Stack>
      )}
      {(['admin', 'editor'] as const).map((role) => (
        <GainingUsers key={role} role={role} users={gaining.filter((user) => user.role === role)} />
      ))}
    </>
  );
}

function GainingUsers({ role, users }: { role: keyof typeof MAY; users: User[] }) {
  if (users.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text>
        {countOf(users.length)} can sign in to the backoffice, and {MAY[role]}.
      </Text>
      <Names label="Users who can sign in" users={users} />
    </Stack>
  );
}

/** The consequences for working keys. @param scopes of the new role */
export function ChangeOfKeys({ kind, count, scopes }: { kind: Kind; count: number; scopes: string[] }) {
  if (count === 0) return <Text>This affects no working keys.</Text>;
  const keys = count === 1 ? 'One key' : `${formatNumber(count)} keys`;
  if (kind === 'suspend')
    return (
      <Text>
        {keys} {count === 1 ? 'stops' : 'stop'} working immediately.
      </Text>
    );
  if (kind === 'restore')
    return (
      <Text>
        {keys} {count === 1 ? 'works' : 'work'} again immediately.
      </Text>
    );
  return (
    <>
      <Text>
        {keys} immediately {count === 1 ? 'has' : 'have'} the scopes of the new role.
      </Text>
      <Scopes label="Scopes:" scopes={scopes} />
    </>
  );
}
