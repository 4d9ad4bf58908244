import { Alert, Button, Container, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, type UseMutationResult, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { ApiError, fieldProblems } from '#libs/backoffice-ui/api-error.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { LinkButton } from '#libs/backoffice-ui/links.tsx';
import { NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { ROLE_LABELS } from '#libs/backoffice-ui/users-data.ts';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { ProviderLink, useSignInMethods } from './provider-link';

/** Why an invitation cannot be accepted, by the error of the service. */
const PROBLEMS: Record<string, string> = {
  'Invitation not found': 'This invitation does not exist, or an administrator has revoked or replaced it.',
  'Invitation has been used': 'A password was already set with this invitation.',
  'Invitation has expired': 'This invitation has expired: it was valid for three days.',
};

/** Where an invited person sets their password. The token is in the fragment of the address, which no server sees. */
export function InvitationPage() {
  useDocumentTitle('Invitation · Quiz service');
  const token = useLocation({ select: ({ hash }) => hash });
  // Another link in the same tab begins anew.
  return <InvitationOf key={token} token={token} />;
}

function InvitationOf({ token }: { token: string }) {
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => dataOf(api.POST('/invitations/reading', { body: { token } })),
    retry: false,
    staleTime: Infinity,
    // A wrong token counts each time.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const accept = useMutation({
    mutationFn: (password: string) =>
      dataOf<unknown>(api.POST('/invitations/acceptance', { body: { token, password } })),
    // The password is not stored among the results of requests.
    gcTime: 0,
  });
  const problem = problemOf(invitation.error) ?? problemOf(accept.error);
  return (
    <Container component="main" size={480} py="xl" px="sm">
      <Stack>
        <Title order={1} size="h2">
          {accept.isSuccess ? 'Your password is set' : 'Your invitation to the Quiz service'}
        </Title>
        <Paper withBorder p="lg">
          {accept.isSuccess ? (
            <Stack align="start">
              <Text role="status">Sign in with {invitation.data?.email} and your new password.</Text>
              <LinkButton to="/sign-in">To the sign-in</LinkButton>
            </Stack>
          ) : problem !== undefined ? (
            <Stack align="start">
              <Alert color="red" variant="outline" role="alert" title="This link is not valid">
                {problem} Ask an administrator for a new one.
              </Alert>
              <LinkButton to="/sign-in" variant="default">
                To the sign-in
              </LinkButton>
            </Stack>
          ) : invitation.data === undefined ? (
            <NotLoaded error={invitation.error} refetch={invitation.refetch} />
          ) : (
            <Stack>
              <Text>
                <b>
                  <bdi>{invitation.data.displayName}</bdi>
                </b>
                , you may use the backoffice as <b>{ROLE_LABELS[invitation.data.role]}</b>. Choose a password by{' '}
                <Time at={invitation.data.expiresAt} />. The link works once.
              </Text>
              <AcceptForm email={invitation.data.email} accept={accept} />
            </Stack>
          )}
        </Paper>
      </Stack>
    </Container>
  );
}

const problemOf = (error: Error | null): string | undefined =>
  error instanceof ApiError ? PROBLEMS[error.message] : undefined;

interface FormProps {
  email: string;
  accept: UseMutationResult<unknown, Error, string>;
}

function AcceptForm({ email, accept }: FormProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  const provider = useSignInMethods().data?.oidc;
  const onError = (error: Error) => {
    for (const { message } of fieldProblems(error)) setError('password', { message }, { shouldFocus: true });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(({ password }) => accept.mutate(password, { onError }))(event)}
    >
      <Stack>
        {fieldProblems(accept.error).length === 0 && <WriteState write={accept} failed="Not set" />}
        <TextInput label="Email" value={email} readOnly autoComplete="username" />
        <PasswordInput
          label="New password"
          description="At least 12 characters, hard to guess"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          error={formState.errors.password?.message}
          {...register('password', {
            required: 'Enter a password',
            minLength: { value: 12, message: 'At least 12 characters' },
            maxLength: { value: 200, message: 'At most 200 characters' },
          })}
        />
        <Button type="submit" loading={accept.isPending}>
          Set password
        </Button>
        {provider && (
          <>
            <Text size="sm">You need no password if you sign in with your organisation’s account:</Text>
            <ProviderLink provider={provider} query={{ returnTo: '/admin/' }} inOtherTab={false} />
          </>
        )}
      </Stack>
    </form>
  );
}
