import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Page } from '../../components/page';
import { quizQuery } from '../quizzes/quiz-data';
import { QuizTabs } from '../quizzes/quiz-tabs';

interface Props {
  quizId: string;
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with results of one quiz, under the quiz's title. */
export function ResultsPage({ quizId, title, actions, children }: Props) {
  const { data: quizTitle } = useQuery({ ...quizQuery(quizId), select: ({ quiz }) => quiz.title });
  return (
    <Page
      title={title}
      // Keeps its line while it is loaded, so that nothing moves.
      description={<Text span>{quizTitle ?? '\u00a0'}</Text>}
      actions={actions}
    >
      <QuizTabs quizId={quizId} />
      {children}
    </Page>
  );
}
