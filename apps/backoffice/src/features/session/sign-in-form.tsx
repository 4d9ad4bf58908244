import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { api, dataOf } from '../../api/client';
import { type Session, setSession } from '../../api/session-fetch';

interface Credentials {
  email: string;
  password: string;
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
  const { register, handleSubmit, resetField } = useForm<Credentials>({ defaultValues: { email, password: '' } });
  const methods = useQuery({ queryKey: ['session', 'methods'], queryFn: () => dataOf(api.GET('/session/methods')) });
  const signIn = useMutation({
    mutationFn: (body: Credentials) => dataOf(api.POST('/session', { body })),
    onSuccess: (session) => {
      setSession(session);
      onSignedIn?.(session);
    },
    onError: () => resetField('password'),
  });
  const provider = methods.data?.oidc;
  return (
    <Stack>
      <form onSubmit={(event) => void handleSubmit((credentials) => signIn.mutate(credentials))(event)}>
        <Stack>
          {signIn.error !== null && (
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
