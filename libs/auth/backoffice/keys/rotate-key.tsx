import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldProblems } from '#libs/backoffice-ui/api-error.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { formatTime } from '#libs/backoffice-ui/format-time.ts';
import { useUnsavedWarning } from '#libs/backoffice-ui/use-unsaved-warning.tsx';
import { CreatedKeyDialog } from './created-key-dialog';
import { BEFORE_SHOWN, CreationState } from './creation-state';
import { endOf, endsBefore, type Expiry } from './expiry';
import { EXPIRY_CHOICES, ExpiryFields } from './expiry-fields';
import { KeyName } from './key-name';
import { type ApiKey, CREATE_KEY, type CreatedApiKey } from './keys-data';
import { NewKey } from './new-key';

interface RotateForm {
  oldExpiresAt: Expiry;
  expiresAt: Expiry;
}

const OVERLAPS: typeof EXPIRY_CHOICES = [
  { value: '1h', label: '1 hour' },
  { value: '24h', label: '24 hours' },
  ...EXPIRY_CHOICES.filter(({ value }) => value === '7' || value === '30' || value === 'date'),
];

/** The old key can end earlier than it does now, not later. */
function overlapsFor(expiresAt: string | null, now: Date) {
  if (expiresAt === null) return OVERLAPS;
  const earlier = OVERLAPS.filter(({ value }) => endsBefore(value, new Date(expiresAt), now));
  return [...earlier, { value: 'keep' as const, label: `As now: ${formatTime(expiresAt)}` }];
}

/** Replaces a key by a new one, which is shown once. Both work until the old one ends. */
export function RotateKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  return (
    <NewKey<CreatedApiKey>
      title="Rotate this API key"
      form={(onCreated) => <RotateKeyForm apiKey={apiKey} onCreated={onCreated} onCancel={onClose} />}
      shown={(created) => <CreatedKeyDialog created={created} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

interface FormProps {
  apiKey: ApiKey;
  onCreated: (created: CreatedApiKey) => void;
  onCancel: () => void;
}

function RotateKeyForm({ apiKey, onCreated, onCancel }: FormProps) {
  const { id, owner, expiresAt } = apiKey;
  const queryClient = useQueryClient();
  // Sending the form again repeats the same request.
  const [now] = useState(() => new Date());
  const [overlaps] = useState(() => overlapsFor(expiresAt, now));
  const { control, handleSubmit, setError } = useForm<RotateForm>({
    defaultValues: {
      oldExpiresAt: { choice: overlaps.some(({ value }) => value === '7') ? '7' : 'keep', day: '' },
      expiresAt: { choice: expiresAt === null ? 'none' : '90', day: '' },
    },
  });
  const rotate = useMutation({
    mutationKey: CREATE_KEY,
    // The key is passed on and not stored among the results of requests.
    mutationFn: async (form: RotateForm) =>
      onCreated(
        await dataOf(
          api.POST('/keys/{id}/rotation', {
            params: { path: { id } },
            body: {
              oldExpiresAt: endOf(form.oldExpiresAt, now)?.toISOString() ?? expiresAt,
              expiresAt: endOf(form.expiresAt, now)?.toISOString() ?? null,
            },
          }),
        ),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['keys'] }),
    onError: (error) => {
      for (const { path, message } of fieldProblems(error)) {
        if (path === 'oldExpiresAt' || path === 'expiresAt') setError(path, { message }, { shouldFocus: true });
      }
    },
  });
  const warning = useUnsavedWarning(rotate.isPending, BEFORE_SHOWN);
  const submit = handleSubmit((form) => rotate.mutate(form));
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        {fieldProblems(rotate.error).length === 0 && <CreationState write={rotate} onDeleted={() => void submit()} />}
        <Text>
          A new key of <bdi>{owner.displayName}</bdi> with the same name replaces <KeyName apiKey={apiKey} />. Both work
          until the old one ends, and share one rate limit.
        </Text>
        <ExpiryFields
          control={control}
          name="oldExpiresAt"
          label="The old key ends"
          subject="The old key"
          choices={overlaps}
          latest={expiresAt}
          now={now}
        />
        <ExpiryFields control={control} name="expiresAt" label="The new key expires" subject="The new key" now={now} />
        <Group justify="end">
          <Button variant="default" disabled={rotate.isPending} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={rotate.isPending}>
            Rotate key
          </Button>
        </Group>
      </Stack>
      {warning}
    </form>
  );
}
