import { Alert, Anchor, Button, Divider, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { useSession } from '#libs/backoffice-ui/session.ts';
import { CodeField } from './code-field';
import { ProviderLink, useSignInMethods } from './provider-link';

interface Props {
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Asks for the password, a code of the second factor, or a sign-in at the provider. */
export function ConfirmationForm({ onConfirmed, onCancel }: Props) {
  const { hasPassword, secondFactor } = useSession();
  const field = useRef<HTMLInputElement>(null);
  const [isByCode, setIsByCode] = useState(false);
  const provider = useSignInMethods().data?.oidc;
  const confirm = useMutation({
    mutationFn: (body: { password?: string; code?: string }) =>
      dataOf<unknown>(api.POST('/session/confirmation', { body })),
    // The password is not stored among the results of requests.
    gcTime: 0,
    onSuccess: onConfirmed,
    onError: () => {
      if (field.current !== null) field.current.value = '';
      field.current?.focus();
    },
  });
  return (
    <Stack>
      {hasPassword && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            confirm.mutate(Object.fromEntries(new FormData(event.currentTarget)));
          }}
        >
          <Stack>
            {confirm.error !== null && (
              <Alert color="red" variant="outline" role="alert" title="Not confirmed">
                {confirm.error.message}
              </Alert>
            )}
            {isByCode ? (
              <CodeField ref={field} name="code" takesRecoveryCode required withAsterisk={false} />
            ) : (
              <PasswordInput
                ref={field}
                label="Your password"
                name="password"
                autoComplete="current-password"
                required
                withAsterisk={false}
                data-autofocus
                autoFocus
                visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
              />
            )}
            {secondFactor === 'on' && (
              <Anchor
                component="button"
                type="button"
                size="sm"
                underline="always"
                ta="start"
                onClick={() => {
                  confirm.reset();
                  setIsByCode(!isByCode);
                }}
              >
                {isByCode ? 'Use your password instead' : 'Use a code of your authenticator app instead'}
              </Anchor>
            )}
            <Group justify="end">
              <Button variant="default" onClick={onCancel}>
                Cancel
              </Button>
              <Button type="submit" loading={confirm.isPending}>
                Confirm
              </Button>
            </Group>
          </Stack>
        </form>
      )}
      {provider && (
        <>
          {hasPassword && <Divider label="or" />}
          <ProviderLink provider={provider} query={{ confirm: 'true', returnTo: '/admin/signed-in' }} inOtherTab />
        </>
      )}
    </Stack>
  );
}
