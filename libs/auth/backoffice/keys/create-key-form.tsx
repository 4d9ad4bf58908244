import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { fieldProblems } from '#libs/backoffice-ui/api-error.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { useUnsavedWarning } from '#libs/backoffice-ui/use-unsaved-warning.tsx';
import { UserSelect } from '#libs/backoffice-ui/user-select.tsx';
import { endOf } from './expiry';
import { ExpiryFields } from './expiry-fields';
import { BEFORE_SHOWN, CreationState } from './creation-state';
import type { KeyForm } from './key-form';
import { CREATE_KEY, type CreatedApiKey } from './keys-data';
import { OwnerScopes } from './owner-scopes';
import { RateLimitField } from './rate-limit-field';

interface Props {
  userId: string | null;
  onCreated: (created: CreatedApiKey) => void;
  onCancel: () => void;
}

/** The form's field for each field of the request, to show the service's errors. */
const FIELDS = { name: 'name', userId: 'userId', expiresAt: 'expiry', rateLimit: 'rateLimit' } as const;

export function CreateKeyForm({ userId, onCreated, onCancel }: Props) {
  const queryClient = useQueryClient();
  const { register, control, handleSubmit, setError, formState } = useForm<KeyForm>({
    defaultValues: { name: '', userId, expiry: { choice: '90', day: '' }, rateLimit: null },
  });
  // Sending the form again repeats the same request.
  const [now] = useState(() => new Date());
  const owner = useWatch({ control, name: 'userId' });
  const { errors } = formState;
  const create = useMutation({
    mutationKey: CREATE_KEY,
    // The key is passed on and not stored among the results of requests.
    mutationFn: async (form: KeyForm) => onCreated(await dataOf(api.POST('/keys', { body: bodyOf(form, now) }))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['keys'] }),
    onError: (error) => {
      for (const { path, message } of fieldProblems(error)) {
        if (path in FIELDS) setError(FIELDS[path as keyof typeof FIELDS], { message }, { shouldFocus: true });
      }
    },
  });
  const warning = useUnsavedWarning(create.isPending, BEFORE_SHOWN);
  const submit = handleSubmit((form) => create.mutate(form));
  const isOfFields = fieldProblems(create.error).some(({ path }) => path in FIELDS);
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        {!isOfFields && <CreationState write={create} onDeleted={() => void submit()} />}
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
        <ExpiryFields control={control} name="expiry" now={now} />
        <RateLimitField control={control} name="rateLimit" />
        <Group justify="end">
          <Button variant="default" disabled={create.isPending} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
      {warning}
    </form>
  );
}

function bodyOf({ name, userId, expiry, rateLimit }: KeyForm, now: Date) {
  return { name, userId: userId ?? '', expiresAt: endOf(expiry, now)?.toISOString() ?? null, rateLimit };
}
