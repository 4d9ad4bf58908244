import { Paper, Stack, Text, Title } from '@mantine/core';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { ChangePasswordForm } from './change-password-form';
import { SecondFactorSection } from './second-factor-section';
import { SessionsSection } from './sessions-section';
import { useSession } from '#libs/backoffice-ui/session.ts';

export function AccountPage() {
  const { user, hasPassword } = useSession();
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
      <SessionsSection />
    </Page>
  );
}
