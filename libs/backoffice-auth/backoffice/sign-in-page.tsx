import { Alert, Container, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useRouter, useSearch } from '@tanstack/react-router';
import { SignInForm } from './sign-in-form';

/** Messages for a failed sign-in at the OpenID Connect provider, by the `error` parameter of the redirect. */
const PROVIDER_ERRORS: Record<string, string> = {
  'oidc-unavailable': 'The sign-in provider cannot be reached. Try again later, or use your password.',
  'oidc-rejected': 'Your account may not use the backoffice. Ask an administrator for access.',
  'oidc-email': 'The sign-in provider gives no verified email address for your account.',
  'oidc-failed': 'The sign-in was not completed. Please try again.',
};

export function SignInPage() {
  const { returnTo, error } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  useDocumentTitle('Sign in · Quiz service');
  const problem = error === undefined ? undefined : (PROVIDER_ERRORS[error] ?? PROVIDER_ERRORS['oidc-failed']);
  const target = localPath(returnTo);
  return (
    <Container component="main" size={420} py="xl" className="sign-in">
      <Stack>
        <Stack gap={4} align="center">
          <img src="/admin/icon.svg" alt="" width={48} height={48} />
          <Title order={1} size="h2">
            Quiz service
          </Title>
          <Text c="dimmed">Sign in to the backoffice</Text>
        </Stack>
        {problem !== undefined && (
          <Alert color="red" variant="outline" bg="var(--mantine-color-body)" role="alert" title="Not signed in">
            {problem}
          </Alert>
        )}
        <Paper withBorder shadow="sm" p="xl">
          <SignInForm returnTo={`/admin${target}`} onSignedIn={() => router.history.replace(`/admin${target}`)} />
        </Paper>
      </Stack>
    </Container>
  );
}

/** A path of these pages; "/" for any other address. */
function localPath(path: string | undefined): string {
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : '/';
}
