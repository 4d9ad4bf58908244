import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldProblems } from '#libs/backoffice-ui/api-error.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { useUnsavedWarning } from '#libs/backoffice-ui/use-unsaved-warning.tsx';
import type { User } from '#libs/backoffice-ui/users-data.ts';
import { countOf } from '../users/bulk-change';
import { CreatedKeysDialog } from './created-keys-dialog';
import { CreationOfKeysState } from './creation-state';
import { endOf, type Expiry } from './expiry';
import { ExpiryFields } from './expiry-fields';
import { CREATE_KEY, type CreatedApiKey } from './keys-data';
import { NewKey } from './new-key';

/** As many as one request takes. */
export const MAX_OWNERS = 1_000;

const NAMES_SHOWN = 10;

const BEFORE_SHOWN = {
  title: 'Leave before the keys are shown?',
  text: 'The keys are being created, and are shown in this dialog only. If you leave now, nobody sees them.',
  stay: 'Wait for the keys',
  leave: 'Leave',
};

interface Form {
  name: string;
  expiry: Expiry;
}

interface Props {
  users: User[];
  onClose: () => void;
  /** When the keys are stored; `onClose` by default. */
  onStored?: () => void;
}

/** Creates a key for each user, and shows them. */
export function KeysOfUsers(props: Props) {
  const { onClose, onStored = onClose } = props;
  // The dialog shows the users as they were, even when the list is refreshed.
  const [users] = useState(props.users);
  return (
    <NewKey<CreatedApiKey[]>
      title={`Create a key for each of ${countOf(users.length)}`}
      form={(onCreated) => <KeysForm users={users} onCreated={onCreated} onCancel={onClose} />}
      shown={(created) => <CreatedKeysDialog created={created} users={users} onClose={onStored} />}
      onClose={onClose}
    />
  );
}

/** The first names of a selection, such as “Ada, Ben, and 3 others”. */
function namesOf(users: User[]): string {
  const names = users.slice(0, NAMES_SHOWN).map(({ displayName }) => displayName);
  const others = users.length - names.length;
  if (others > 0) names.push(others === 1 ? '1 other' : `${others.toLocaleString()} others`);
  return new Intl.ListFormat('en').format(names);
}

interface FormProps {
  users: User[];
  onCreated: (created: CreatedApiKey[]) => void;
  onCancel: () => void;
}

function KeysForm({ users, onCreated, onCancel }: FormProps) {
  const queryClient = useQueryClient();
  const { register, control, handleSubmit, setError, formState } = useForm<Form>({
    defaultValues: { name: '', expiry: { choice: '90', day: '' } },
  });
  // Sending the form again repeats the same request.
  const [now] = useState(() => new Date());
  const create = useMutation({
    mutationKey: CREATE_KEY,
    // The keys are passed on and not stored among the results of requests.
    mutationFn: async ({ name, expiry }: Form) => {
      const expiresAt = endOf(expiry, now)?.toISOString() ?? null;
      const body = { users: users.map(({ id }) => ({ id })), name, expiresAt };
      onCreated((await dataOf(api.POST('/users/keys', { body }))).keys);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['keys'] }),
    onError: (error) => {
      for (const { path, message } of fieldProblems(error)) {
        if (path === 'name') setError('name', { message }, { shouldFocus: true });
        if (path === 'expiresAt') setError('expiry', { message }, { shouldFocus: true });
      }
    },
  });
  const warning = useUnsavedWarning(create.isPending, BEFORE_SHOWN);
  const suspended = users.filter((user) => user.suspended).length;
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((form) => create.mutate(form))(event)}>
      <Stack>
        <CreationOfKeysState write={create} name={create.variables?.name} />
        {suspended > 0 && (
          <Alert variant="default" title={`${countOf(suspended)} ${suspended === 1 ? 'is' : 'are'} suspended`}>
            Their keys work once they are restored.
          </Alert>
        )}
        <Text size="sm">
          For <bdi>{namesOf(users)}</bdi>
        </Text>
        <TextInput
          label="Name"
          description="The name of each key, such as that of the class"
          required
          maxLength={100}
          autoComplete="off"
          data-autofocus
          error={formState.errors.name?.message}
          {...register('name', { validate: (name) => name.trim() !== '' || 'Give the keys a name' })}
        />
        <ExpiryFields control={control} name="expiry" subject="Each key" now={now} />
        <Text size="sm">The keys are shown once, as a table that you can save as a file.</Text>
        <Group justify="end">
          <Button variant="default" disabled={create.isPending} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create {users.length === 1 ? '1 key' : `${users.length.toLocaleString()} keys`}
          </Button>
        </Group>
      </Stack>
      {warning}
    </form>
  );
}
