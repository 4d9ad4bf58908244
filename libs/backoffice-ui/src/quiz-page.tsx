import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotFound } from './api-error';
import { LinkAnchor } from './links';
import { Page } from './page';
import { PageBreadcrumbs } from './page-breadcrumbs';
import { quizQuery } from './quiz-query';
import { QuizNotFound } from './quiz-not-found';
import { QuizTabs } from './quiz-tabs';

interface Props {
  quizId: string;
  /** The name of the page, such as that of its tab. */
  title: string;
  /** The heading of a page below a tab, such as that of one attempt. Pages with tabs have that of the quiz. */
  heading?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of one quiz, under the quiz's title and with the tabs of its pages. */
export function QuizPage({ quizId, title, heading, description, actions, children }: Props) {
  const { data: quizTitle, error } = useQuery({ ...quizQuery(quizId), select: ({ quiz }) => quiz.title });
  if (quizTitle === undefined && isNotFound(error)) return <QuizNotFound quizId={quizId} />;
  // Reserves its line while it loads, so that nothing moves.
  const name = <bdi>{quizTitle ?? '\u00a0'}</bdi>;
  return (
    <Page
      title={title}
      heading={
        heading ?? (
          <>
            {name}
            <VisuallyHidden>: {title}</VisuallyHidden>
          </>
        )
      }
      breadcrumbs={
        <PageBreadcrumbs>
          <LinkAnchor to="/quizzes">Quizzes</LinkAnchor>
          {heading !== undefined && (
            <LinkAnchor to="/quizzes/$quizId" params={{ quizId }}>
              {name}
            </LinkAnchor>
          )}
        </PageBreadcrumbs>
      }
      subject={quizTitle}
      description={description}
      actions={actions}
    >
      <QuizTabs quizId={quizId} />
      {children}
    </Page>
  );
}
