import { Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldProblems } from '#libs/backoffice-ui/api-error.ts';
import { formatTime } from '#libs/backoffice-ui/format-time.ts';
import { SaveButtons } from '#libs/backoffice-ui/save-buttons.tsx';
import { useUnsavedWarning } from '#libs/backoffice-ui/use-unsaved-warning.tsx';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { endOf } from './expiry';
import { EXPIRY_CHOICES, ExpiryFields } from './expiry-fields';
import type { KeyForm } from './key-form';
import { type ApiKey, keyOptions, updateKey } from './keys-data';
import { RateLimitField } from './rate-limit-field';

type EditForm = Omit<KeyForm, 'userId'>;

/** The form's field for each field of the request, to show the service's errors. */
const FIELDS = { name: 'name', expiresAt: 'expiry', rateLimit: 'rateLimit' } as const;

const formOf = ({ name, rateLimit }: ApiKey): EditForm => ({ name, expiry: { choice: 'keep', day: '' }, rateLimit });

/** Edits name, expiry and rate limit of a key. Fields that were not edited here show concurrent changes by others. */
export function EditKeyForm({ apiKey }: { apiKey: ApiKey }) {
  const queryClient = useQueryClient();
  const { register, control, handleSubmit, reset, setError, formState } = useForm<EditForm>({
    values: formOf(apiKey),
    resetOptions: { keepDirtyValues: true },
  });
  const [now] = useState(() => new Date());
  const { errors, isDirty, dirtyFields } = formState;
  const warning = useUnsavedWarning(isDirty);
  const show = (shown: ApiKey) => reset(formOf(shown), { keepDirtyValues: false });

  const save = useMutation({
    mutationFn: ({ name, expiry, rateLimit }: EditForm) => {
      const end = endOf(expiry, now);
      return updateKey(apiKey.id, {
        ...(dirtyFields.name === true && { name }),
        ...(end !== undefined && { expiresAt: end?.toISOString() ?? null }),
        ...(dirtyFields.rateLimit === true && { rateLimit }),
      });
    },
    onSuccess: async (updated) => {
      queryClient.setQueryData(keyOptions(apiKey.id).queryKey, updated);
      show(updated);
      notifications.show({
        message: (
          <>
            “<bdi>{updated.name}</bdi>” is saved.
          </>
        ),
      });
      await queryClient.invalidateQueries({ queryKey: ['keys', 'list'] });
    },
    onError: (error) => {
      for (const { path, message } of fieldProblems(error)) {
        if (path in FIELDS) setError(FIELDS[path as keyof typeof FIELDS], { message }, { shouldFocus: true });
      }
    },
  });

  const { expiresAt } = apiKey;
  const unchanged = `Unchanged: ${expiresAt === null ? 'never' : formatTime(expiresAt)}`;
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((form) => isDirty && save.mutate(form))(event)}>
      <Stack maw={560}>
        {fieldProblems(save.error).length === 0 && <WriteState write={save} failed="Not saved" />}
        <TextInput
          label="Name"
          required
          maxLength={100}
          autoComplete="off"
          error={errors.name?.message}
          {...register('name', { validate: (name) => name.trim() !== '' || 'Give the key a name' })}
        />
        <ExpiryFields
          control={control}
          name="expiry"
          choices={[{ value: 'keep', label: unchanged }, ...EXPIRY_CHOICES]}
          now={now}
        />
        <RateLimitField control={control} name="rateLimit" />
        <SaveButtons isChanged={isDirty} isSaving={save.isPending} onDiscard={() => show(apiKey)} />
      </Stack>
      {warning}
    </form>
  );
}
