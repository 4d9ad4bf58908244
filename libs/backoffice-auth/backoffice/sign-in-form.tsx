import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '#libs/backoffice-ui/api-error.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { type Session, setSession } from '#libs/backoffice-ui/session-fetch.ts';
import { CodeField } from './code-field';

/** By the names of the fields. */
interface Credentials {
  email: string;
  password: string;
  /** Once it is asked for. */
  code?: string;
}

interface Props {
  /** Where the provider is to send the person back to. */
  returnTo: string;
  /** The provider is asked in another tab, so that this page stays as it is. */
  inOtherTab?: boolean;
  /** Whose session ran out. */
  email?: string;
  onSignedIn?: (session: Session) => void;
}

/** Signs in by password, or leads to the OpenID Connect provider where there is one. */
export function SignInForm({ returnTo, inOtherTab = false, email = '', onSignedIn }: Props) {
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const [asksForCode, setAsksForCode] = useState(false);
  const methods = useQuery({ queryKey: ['session', 'methods'], queryFn: () => dataOf(api.GET('/session/methods')) });
  const signIn = useMutation({
    mutationFn: (body: Credentials) => dataOf(api.POST('/session', { body })),
    onSuccess: (session) => {
      setSession(session);
      onSignedIn?.(session);
    },
    onError: (error) => {
      empty(codeField.current);
      if (isCodeNeeded(error)) setAsksForCode(true);
      // The password was right where the code is not.
      else if (error.message !== 'Invalid code') {
        setAsksForCode(false);
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
          {asksForCode && <CodeField ref={codeField} name="code" takesRecoveryCode required withAsterisk={false} />}
          <Button type="submit" loading={signIn.isPending}>
            Sign in
          </Button>
        </Stack>
      </form>
      {provider && (
        <>
          <Divider label="or" />
          <Button
            component="a"
            variant="default"
            href={`/admin/api/session/oidc?returnTo=${encodeURIComponent(returnTo)}`}
            {...(inOtherTab && { target: '_blank', rel: 'noopener' })}
          >
            Sign in with {provider.name}
          </Button>
        </>
      )}
    </Stack>
  );
}

/** The password was right, and the account has a second factor. */
const isCodeNeeded = (error: Error): boolean =>
  error instanceof ApiError && error.status === 401 && error.message === 'Second factor required';

function empty(field: HTMLInputElement | null): void {
  if (field !== null) field.value = '';
}
