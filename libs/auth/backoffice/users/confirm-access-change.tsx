import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure, Loading } from '#libs/backoffice-ui/page-states.tsx';
import { useFocusReturn } from '#libs/backoffice-ui/use-focus-return.ts';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { keysOptions } from '../keys/keys-data';
import { type Access, backofficeRole, isLowered, isRaised, MAY, scopeChange } from './access-change';
import { AffectedKeys, KEYS_NAMED } from './affected-keys';
import { Scopes } from './scopes';
import { ROLE_LABELS, rolesOptions, type User } from '#libs/backoffice-ui/users-data.ts';

interface Props {
  user: User;
  after: Access;
  /** Whether users change their own access. */
  isSelf: boolean;
  isPending: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Shows the consequences of another role or a suspension, for the user and their keys, and asks for confirmation. */
export function ConfirmAccessChange({ user, after, isSelf, isPending, error, onConfirm, onClose }: Props) {
  useFocusReturn();
  const roles = useQuery(rolesOptions);
  const keys = useQuery(keysOptions({ userId: user.id, sort: 'lastUsedAt', limit: KEYS_NAMED }));
  const problem = roles.error ?? keys.error;
  const isSuspending = after.suspended && !user.suspended;
  return (
    <Modal opened onClose={onClose} title={titleOf(user, after)}>
      <Stack>
        {after.role !== user.role && (
          <Text>
            The role of{' '}
            <b>
              <bdi>{user.displayName}</bdi>
            </b>{' '}
            will change from <b>{ROLE_LABELS[user.role]}</b> to <b>{ROLE_LABELS[after.role]}</b>.
          </Text>
        )}
        {after.suspended !== user.suspended && (
          <Text>
            <b>
              <bdi>{user.displayName}</bdi>
            </b>{' '}
            {isSuspending ? 'will be suspended' : 'will no longer be suspended'}.
          </Text>
        )}
        <SignInChange before={user} after={after} isSelf={isSelf} />
        {problem !== null && <Failure error={problem} />}
        {problem === null && (roles.data === undefined || keys.data === undefined) && <Loading />}
        {roles.data !== undefined && keys.data !== undefined && (
          <>
            <AffectedKeys keys={keys.data.keys} total={keys.data.pagination.total} />
            {keys.data.pagination.total > 0 && (
              <ScopeChange
                {...scopeChange(user, after, roles.data)}
                after={after}
                isOneKey={keys.data.pagination.total === 1}
              />
            )}
          </>
        )}
        <WriteState write={{ isPending, error }} failed="Not saved">
          {error?.message === LAST_ADMINISTRATOR
            ? `${LAST_ADMINISTRATOR}. Make somebody else an administrator first.`
            : undefined}
        </WriteState>
        <Group justify="end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            {...(isSuspending && { color: 'red' })}
            disabled={keys.data === undefined}
            loading={isPending}
            onClick={onConfirm}
          >
            {isSuspending ? 'Suspend' : after.role !== user.role ? 'Change role' : 'End suspension'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The service's error text. */
const LAST_ADMINISTRATOR = 'The last administrator cannot be removed';

function titleOf({ displayName, role, suspended }: User, after: Access): ReactNode {
  const name = <bdi>{displayName}</bdi>;
  if (after.suspended && !suspended) return <>Suspend {name}?</>;
  return after.role === role ? <>End the suspension of {name}?</> : <>Change the role of {name}?</>;
}

function SignInChange({ before, after, isSelf }: { before: Access; after: Access; isSelf: boolean }) {
  const role = backofficeRole(after);
  if (role !== undefined && isRaised(before, after))
    return (
      <Text>
        {backofficeRole(before) !== undefined && 'Their sessions in the backoffice end immediately. '}
        They can sign in to the backoffice, and {MAY[role]}.
      </Text>
    );
  if (!isLowered(before, after)) return null;
  const again = role === undefined ? 'cannot sign in again' : `can sign in again only to ${MAY[role]}`;
  return isSelf ? (
    <Alert color="red" variant="outline" title="This is you">
      You are signed out immediately and {again}.
    </Alert>
  ) : (
    <Text>Their sessions in the backoffice end immediately, and they {again}.</Text>
  );
}

interface ScopeChangeProps {
  gained: string[];
  lost: string[];
  after: Access;
  isOneKey: boolean;
}

function ScopeChange({ gained, lost, after, isOneKey }: ScopeChangeProps) {
  if (gained.length === 0 && lost.length === 0) {
    if (!after.suspended) return <Text>{isOneKey ? 'Its' : 'Their'} scopes stay the same.</Text>;
    return <Text>{isOneKey ? 'It stays' : 'They stay'} rejected: the user is suspended.</Text>;
  }
  return (
    <>
      {lost.length > 0 && <Scopes label={isOneKey ? 'It loses:' : 'They lose:'} scopes={lost} />}
      {gained.length > 0 && <Scopes label={isOneKey ? 'It gains:' : 'They gain:'} scopes={gained} />}
    </>
  );
}
