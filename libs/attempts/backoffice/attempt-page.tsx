import { Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { isNotFound } from '#libs/backoffice-ui/api-error.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ForAdministrators } from '#libs/backoffice-ui/for-administrators.tsx';
import { NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { AnsweredQuestion } from './answered-question';
import { AttemptFacts } from './attempt-facts';
import { AttemptNavigation } from './attempt-navigation';
import { GrantButton } from './grant-button';
import { VoidButton } from './void-button';
import { VoidNotice } from './void-notice';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';

/** An attempt: its answers beside the questions of its version. */
export function AttemptPage() {
  const { quizId, attemptId } = useParams({ from: '/inside/quizzes/$quizId/attempts/$attemptId' });
  const search = useSearch({ from: '/inside/quizzes/$quizId/attempts/$attemptId' });
  const attempt = useQuery({
    queryKey: ['attempts', quizId, 'one', attemptId],
    queryFn: () =>
      dataOf(api.GET('/quizzes/{id}/attempts/{attemptId}', { params: { path: { id: quizId, attemptId } } })),
  });
  return (
    <QuizPage
      quizId={quizId}
      title={attempt.data === undefined ? 'Attempt' : `Attempt of ${attempt.data.displayName}`}
      heading={
        attempt.data && (
          <>
            Attempt of <bdi>{attempt.data.displayName}</bdi>
          </>
        )
      }
      actions={
        attempt.data && (
          <ForAdministrators>
            <VoidButton attempt={attempt.data} />
            <GrantButton quizId={quizId} userId={attempt.data.userId} />
          </ForAdministrators>
        )
      }
    >
      <AttemptNavigation quizId={quizId} attemptId={attemptId} search={search} />
      {/* The focus stays on the link to the next attempt, so that the heading is not read. */}
      <VisuallyHidden role="status">{attempt.data && `Shown: attempt of ${attempt.data.displayName}`}</VisuallyHidden>
      {attempt.data === undefined ? (
        <>
          <NotLoaded error={attempt.error} refetch={attempt.refetch} />
          {isNotFound(attempt.error) && (
            <Text>The address is wrong, or the attempt was removed with all data of its user.</Text>
          )}
        </>
      ) : (
        <>
          <VoidNotice attempt={attempt.data} />
          <AttemptFacts attempt={attempt.data} />
          <Stack gap="sm">
            <Title order={2} size="h4">
              Answers
            </Title>
            <Text size="sm" c="dimmed">
              Questions and answers are shown as they were when the attempt was taken, even if the quiz was edited
              later, except for what counts as correct: a regrade changes it.
            </Text>
            {attempt.data.questions.map((question, index) => (
              <AnsweredQuestion
                key={question.id}
                question={question}
                number={index + 1}
                regrade={{ quizId, version: attempt.data.version }}
              />
            ))}
          </Stack>
        </>
      )}
    </QuizPage>
  );
}
