import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '#libs/backoffice-ui/api-error.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { type Session, setSession } from '#libs/backoffice-ui/session-fetch.ts';
import { CodeField } from './code-field';
import { ProviderLink, useSignInMethods } from './provider-link';

/** By name of the field. */
interface Credentials {
  email: string;
  password: string;
  /** Present after the service has required it. */
  code?: string;
}

interface Props {
  /** The page to which the provider redirects back. */
  returnTo: string;
  /** Whether to open the provider in another tab, so that this page keeps its state. */
  inOtherTab?: boolean;
  /** Email of the user whose session has ended. */
  email?: string;
  onSignedIn?: (session: Session) => void;
}

/** Signs in by password, or links to the OpenID Connect provider if there is one. */
export function SignInForm({ returnTo, inOtherTab = false, email = '', onSignedIn }: Props) {
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const methods = useSignInMethods();
  const signIn = useMutation({
    mutationFn: (body: Credentials) => dataOf(api.POST('/session', { body })),
    onSuccess: (session) => {
      setSession(session);
      onSignedIn?.(session);
    },
    onError: (error) => {
      empty(codeField.current);
      if (isCodeNeeded(error)) setNeedsCode(true);
      // If only the code was wrong, the password was correct.
      else if (error.message !== 'Invalid code') {
        setNeedsCode(false);
        empty(passwordField.current);
      }
    },
  });
  const provider = methods.data?.oidc;
  return (
    <Stack>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate(Object.fromEntries(new FormData(event.currentTarget)) as unknown as Credentials);
        }}
      >
        <Stack>
          {signIn.error !== null && !isCodeNeeded(signIn.error) && (
            <Alert color="red" variant="outline" role="alert" title="Not signed in">
              {signIn.error.message}
            </Alert>
          )}
          <TextInput
            label="Email"
            name="email"
            type="email"
            defaultValue={email}
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus={email === ''}
          />
          <PasswordInput
            ref={passwordField}
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus={email !== '' || undefined}
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          />
          {needsCode && <CodeField ref={codeField} name="code" takesRecoveryCode required withAsterisk={false} />}
          <Button type="submit" loading={signIn.isPending}>
            Sign in
          </Button>
        </Stack>
      </form>
      {provider && (
        <>
          <Divider label="or" />
          <ProviderLink provider={provider} query={{ returnTo }} inOtherTab={inOtherTab} />
        </>
      )}
    </Stack>
  );
}

/** The password was correct, and the account has a second factor. */
const isCodeNeeded = (error: Error): boolean =>
  error instanceof ApiError && error.status === 401 && error.message === 'Second factor required';

function empty(field: HTMLInputElement | null): void {
  if (field !== null) field.value = '';
}
