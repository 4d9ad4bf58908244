import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkButton } from './links';
import { Page } from './page';

interface Props {
  title: string;
  /** Links to where the person can go instead. */
  children: ReactNode;
}

/** A page in the place of one whose subject does not exist, such as a deleted quiz. */
export function NotFound({ title, children }: Props) {
  return (
    <Page title={title}>
      <Group>{children}</Group>
    </Page>
  );
}

/** Shown at an address that belongs to no page. */
export function PageNotFound() {
  return (
    <NotFound title="Page not found">
      <LinkButton to="/" variant="default">
        To the overview
      </LinkButton>
    </NotFound>
  );
}
