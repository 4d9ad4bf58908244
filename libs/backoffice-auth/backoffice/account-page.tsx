import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { ChangePasswordForm } from './change-password-form';
import { SecondFactorSection } from './second-factor-section';
import { useSession } from '#libs/backoffice-ui/session.ts';
import { useSignOut } from './use-sign-out';

export function AccountPage() {
  const { user, hasPassword } = useSession();
  const signOut = useSignOut({ everywhere: true });
  return (
    <Page
      title="Account"
      description={
        <>
          <bdi>{user.displayName}</bdi> · {user.email}
        </>
      }
    >
      <Paper withBorder p="lg" maw={480}>
        <Stack>
          <Title order={2} size="h4">
            Password
          </Title>
          {hasPassword ? (
            <ChangePasswordForm />
          ) : (
            <Text>
              You have no password because you sign in with your organisation’s account. Another administrator can give
              you one.
            </Text>
          )}
        </Stack>
      </Paper>
      {hasPassword && (
        <Paper withBorder p="lg" maw={480}>
          <Stack>
            <Title order={2} size="h4">
              Second factor
            </Title>
            <SecondFactorSection />
          </Stack>
        </Paper>
      )}
      <Paper withBorder p="lg" maw={480}>
        <Stack align="start">
          <Title order={2} size="h4">
            Sessions
          </Title>
          <Text>Ends your sessions on all devices, this one too.</Text>
          {signOut.error !== null && <Text c="red">{signOut.error.message}</Text>}
          <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out everywhere
          </Button>
        </Stack>
      </Paper>
    </Page>
  );
}
