import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotFound } from './api-error';
import { LinkAnchor, LinkButton } from './links';
import { NotFound } from './not-found';
import { Page } from './page';
import { PageBreadcrumbs } from './page-breadcrumbs';
import { PageTabs } from './page-tabs';
import { userOptions } from './users-data';

interface Props {
  userId: string;
  title: string;
  children: ReactNode;
}

/** A page of one user, under the user's name and with the tabs of their pages. */
export function UserPage({ userId, title, children }: Props) {
  const { data: user, error } = useQuery(userOptions(userId));
  if (user === undefined && isNotFound(error)) return <UserNotFound userId={userId} />;
  return (
    <Page
      title={title}
      breadcrumbs={<UserBreadcrumbs />}
      subject={user?.displayName}
      // Reserves its line while it loads, so that nothing moves.
      description={<bdi>{user?.displayName ?? '\u00a0'}</bdi>}
    >
      <UserTabs userId={userId} />
      {children}
    </Page>
  );
}

export const UserBreadcrumbs = () => (
  <PageBreadcrumbs>
    <LinkAnchor to="/users">Users</LinkAnchor>
  </PageBreadcrumbs>
);

/** Links between the pages of one user. */
export const UserTabs = ({ userId }: { userId: string }) => (
  <PageTabs label="Pages of this user" of="/users/$userId" first={{ label: 'Profile and keys' }} params={{ userId }} />
);

export const UserNotFound = ({ userId }: { userId: string }) => (
  <NotFound title="User not found" subjectId={userId}>
    <LinkButton to="/users" variant="default">
      To the users
    </LinkButton>
  </NotFound>
);
