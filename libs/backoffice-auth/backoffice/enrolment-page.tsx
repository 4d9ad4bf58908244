import { Anchor, Container, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { EnrolSecondFactor } from './enrol-second-factor';
import { SignInAgain } from './sign-in-again';
import { useSession } from '#libs/backoffice-ui/session.ts';
import { useSignOut } from './use-sign-out';

/** The only page of users who must set up a second factor first. Afterwards it reloads, with all pages. */
export function EnrolmentPage() {
  const { user, hasPassword } = useSession();
  const signOut = useSignOut();
  useDocumentTitle('Set up a second factor · Quiz service');
  return (
    <Container component="main" size={480} py="xl" px="sm">
      <Stack>
        <Title order={1} size="h2">
          Set up a second factor
        </Title>
        <Text>Everyone who signs in with a password needs a second factor. {user.email} has none yet.</Text>
        <Paper withBorder p="md">
          {hasPassword ? (
            <EnrolSecondFactor onDone={() => location.assign('/admin/')} />
          ) : (
            <Text>You have no password. Sign out, then sign in with your organisation’s account again.</Text>
          )}
        </Paper>
        <Anchor component="button" type="button" onClick={() => signOut.mutate()}>
          Sign out
        </Anchor>
      </Stack>
      <SignInAgain />
    </Container>
  );
}
