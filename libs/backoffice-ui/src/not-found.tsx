import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ForAdministrators } from './for-administrators';
import { LinkButton } from './links';
import { Page } from './page';

interface Props {
  title: string;
  /** Of the subject, if the audit log has entries about it. */
  subjectId?: string;
  /** Links to other pages. */
  children: ReactNode;
}

/** The page for a subject that does not exist, such as a deleted quiz. */
export function NotFound({ title, subjectId, children }: Props) {
  return (
    <Page title={title}>
      {subjectId !== undefined && <Text>The address is wrong, or what it names was deleted.</Text>}
      <Group>
        {children}
        {subjectId !== undefined && (
          <ForAdministrators>
            <LinkButton to="/audit" search={{ subjectId }} variant="default">
              Entries in the audit log
            </LinkButton>
          </ForAdministrators>
        )}
      </Group>
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
