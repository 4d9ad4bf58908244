import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { fieldProblems } from '../../api/api-error';
import { api, dataOf } from '../../api/client';
import { UserSelect } from '../users/user-select';
import { endOf } from './expiry';
import { ExpiryFields } from './expiry-fields';
import type { KeyForm } from './key-form';
import type { CreatedApiKey } from './keys-data';
import { OwnerScopes } from './owner-scopes';

interface Props {
  userId: string | null;
  onCreated: (created: CreatedApiKey) => void;
  onCancel: () => void;
}

/** Which fields show what the service says of the ones that were sent. */
const FIELDS = { name: 'name', userId: 'userId', expiresAt: 'expiry' } as const;

export function CreateKeyForm({ userId, onCreated, onCancel }: Props) {
  const queryClient = useQueryClient();
  const { register, control, handleSubmit, setError, formState } = useForm<KeyForm>({
    defaultValues: { name: '', userId, expiry: '90', day: '' },
  });
  const owner = useWatch({ control, name: 'userId' });
  const { errors } = formState;
  const create = useMutation({
    // The key is handed on and not kept among the results of requests.
    mutationFn: async (form: KeyForm) => onCreated(await dataOf(api.POST('/keys', { body: bodyOf(form) }))),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['keys'] }),
    onError: (error) => {
      for (const { path, message } of fieldProblems(error)) {
        if (path in FIELDS) setError(FIELDS[path as keyof typeof FIELDS], { message }, { shouldFocus: true });
      }
    },
  });
  const isOfFields = fieldProblems(create.error).some(({ path }) => path in FIELDS);
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((form) => create.mutate(form))(event)}>
      <Stack>
        {create.error !== null && !isOfFields && (
          <Alert color="red" variant="outline" role="alert" title="The key was not created">
            {create.error.message}
          </Alert>
        )}
        <TextInput
          label="Name"
          description="What the key is for, such as the app that will use it"
          required
          maxLength={100}
          autoComplete="off"
          data-autofocus
          error={errors.name?.message}
          {...register('name', { validate: (name) => name.trim() !== '' || 'Give the key a name' })}
        />
        <Controller
          control={control}
          name="userId"
          rules={{ required: 'Choose whom the key acts as' }}
          render={({ field }) => (
            <UserSelect
              label="Owner"
              description="Whom the key acts as. Type a name or an email to search"
              required
              {...field}
              error={errors.userId?.message}
            />
          )}
        />
        <OwnerScopes userId={owner} />
        <ExpiryFields register={register} control={control} errors={errors} />
        <Group justify="end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function bodyOf({ name, userId, expiry, day }: KeyForm) {
  return { name, userId: userId ?? '', expiresAt: endOf(expiry, day, new Date())?.toISOString() ?? null };
}
