import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../api/api-error';
import { api, dataOf } from '../../api/client';
import { type Session, setSession } from '../../api/session-fetch';
import { CodeField } from './code-field';

interface Credentials {
  email: string;
  password: string;
  /** Empty until it is asked for. */
  code: string;
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
  const { register, handleSubmit, resetField } = useForm<Credentials>({
    defaultValues: { email, password: '', code: '' },
  });
  const [asksForCode, setAsksForCode] = useState(false);
  const methods = useQuery({ queryKey: ['session', 'methods'], queryFn: () => dataOf(api.GET('/session/methods')) });
  const signIn = useMutation({
    mutationFn: ({ code, ...body }: Credentials) =>
      dataOf(api.POST('/session', { body: code === '' ? body : { ...body, code } })),
    onSuccess: (session) => {
      setSession(session);
      onSignedIn?.(session);
    },
    onError: (error) => {
      resetField('code');
      if (isCodeNeeded(error)) setAsksForCode(true);
      // The password was right where the code is not.
      else if (error.message !== 'Invalid code') {
        setAsksForCode(false);
        resetField('password');
      }
    },
  });
  const provider = methods.data?.oidc;
  return (
    <Stack>
      <form onSubmit={(event) => void handleSubmit((credentials) => signIn.mutate(credentials))(event)}>
        <Stack>
          {signIn.error !== null && !isCodeNeeded(signIn.error) && (
            <Alert color="red" variant="outline" role="alert" title="Not signed in">
              {signIn.error.message}
            </Alert>
          )}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            data-autofocus={email === '' || undefined}
            {...register('email', { required: true })}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus={email !== '' || undefined}
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
            {...register('password', { required: true })}
          />
          {asksForCode && <CodeField field={register('code', { required: true })} takesRecoveryCode />}
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
