import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotFound } from './api-error';
import { Page } from './page';
import { quizQuery } from './quiz-query';
import { QuizNotFound } from './quiz-not-found';
import { QuizTabs } from './quiz-tabs';

interface Props {
  quizId: string;
  title: string;
  /** As that of {@link Page}. */
  heading?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of one quiz, under the quiz's title and with the tabs of its pages. */
export function QuizPage({ quizId, title, heading, actions, children }: Props) {
  const { data: quizTitle, error } = useQuery({ ...quizQuery(quizId), select: ({ quiz }) => quiz.title });
  if (quizTitle === undefined && isNotFound(error)) return <QuizNotFound />;
  return (
    <Page
      title={title}
      heading={heading}
      subject={quizTitle}
      // Reserves its line while it loads, so that nothing moves.
      description={<bdi>{quizTitle ?? '\u00a0'}</bdi>}
      actions={actions}
    >
      <QuizTabs quizId={quizId} />
      {children}
    </Page>
  );
}
