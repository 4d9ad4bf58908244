import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkButton } from './links';
import { Page } from './page';

interface Props {
  title: string;
  /** Links to other pages. */
  children: ReactNode;
}

/** The page for a subject that does not exist, such as a deleted quiz. */
export function NotFound({ title, children }: Props) {
  return (
    <Page title={title}>
      <Group>{children}</Group>
    </Page>
  );
}

/** Shown to editors instead of a page that is not for them. */
export function AdministratorsOnly() {
  return (
    <NotFound title="This page is for administrators">
      <LinkButton to="/" variant="default">
        To the overview
      </LinkButton>
    </NotFound>
  );
}

/** Shown for an unknown address. */
export function PageNotFound() {
  return (
    <NotFound title="Page not found">
      <LinkButton to="/" variant="default">
        To the overview
      </LinkButton>
    </NotFound>
  );
}
