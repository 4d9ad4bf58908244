import { Divider, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isNotFound } from '#libs/backoffice-ui/api-error.ts';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { UserBreadcrumbs, UserNotFound, UserTabs } from '#libs/backoffice-ui/user-page.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { useSession } from '#libs/backoffice-ui/session.ts';
import { ChangeEmail } from './change-email';
import { EditUserForm } from './edit-user-form';
import { PlayerOf } from './player-of';
import { SetPasswordForm } from './set-password-form';
import { UserData } from './user-data';
import { UserInvitation } from './user-invitation';
import { UserKeys } from './user-keys';
import { UserSecondFactor } from './user-second-factor';
import { UserMarks } from './user-marks';
import { hasBackoffice, type User, userOptions } from '#libs/backoffice-ui/users-data.ts';

const KEYLESS = 'The application acts for this player with its own keys.';

export function UserPage() {
  const { userId } = useParams({ from: '/inside/users/$userId' });
  const { data: user, error, refetch } = useQuery(userOptions(userId));
  if (user === undefined && isNotFound(error)) return <UserNotFound userId={userId} />;
  if (user === undefined) {
    return (
      <Page title="User">
        <NotLoaded error={error} refetch={refetch} />
      </Page>
    );
  }
  const isPlayer = user.applicationId !== undefined;
  return (
    <Page
      key={user.id}
      title={user.displayName}
      breadcrumbs={<UserBreadcrumbs />}
      description={<Description user={user} />}
      actions={<UserData user={user} />}
    >
      <UserTabs userId={user.id} />
      <Stack component="section" aria-labelledby="user-profile">
        <Title order={2} size="h3" id="user-profile">
          Profile and access
        </Title>
        <EditUserForm user={user} />
        {!isPlayer && <ChangeEmail user={user} />}
      </Stack>
      {hasBackoffice(user.role) && <Invitation user={user} />}
      <Divider />
      {isPlayer ? <Text>{KEYLESS}</Text> : <UserKeys userId={user.id} />}
      {hasBackoffice(user.role) && (
        <>
          <Divider />
          <Stack component="section" aria-labelledby="user-password">
            <Title order={2} size="h3" id="user-password">
              Password
            </Title>
            <Password user={user} />
          </Stack>
          <Divider />
          <Stack component="section" aria-labelledby="user-second-factor">
            <Title order={2} size="h3" id="user-second-factor">
              Second factor
            </Title>
            <UserSecondFactor user={user} />
          </Stack>
          <Divider />
          <LinkAnchor to="/users/sessions" search={{ userId: user.id }}>
            Sessions of <bdi>{user.displayName}</bdi> in the backoffice
          </LinkAnchor>
        </>
      )}
    </Page>
  );
}

function Description({ user }: { user: User }) {
  return (
    <>
      {user.email ?? <PlayerOf user={user} />} · created on <Time at={user.createdAt} dayOnly /> ·{' '}
      <UserMarks {...user} />
      {user.role === 'application' && (
        <>
          {' '}
          ·{' '}
          <LinkAnchor to="/users" search={{ applicationId: user.id }}>
            Players
          </LinkAnchor>
        </>
      )}
    </>
  );
}

function Invitation({ user }: { user: User }) {
  const isSelf = useSession().user.id === user.id;
  if (isSelf || user.suspended) return null;
  return (
    <>
      <Divider />
      <Stack component="section" aria-labelledby="user-invitation">
        <Title order={2} size="h3" id="user-invitation">
          Invitation to the backoffice
        </Title>
        <UserInvitation user={user} />
      </Stack>
    </>
  );
}

function Password({ user }: { user: User }) {
  const isSelf = useSession().user.id === user.id;
  if (!isSelf) return <SetPasswordForm user={user} />;
  return (
    <Text>
      Change your own password in <LinkAnchor to="/account">your account</LinkAnchor>.
    </Text>
  );
}
