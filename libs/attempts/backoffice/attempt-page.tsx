import { Alert, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Ban } from 'lucide-react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { AnsweredQuestion } from './answered-question';
import { AttemptFacts } from './attempt-facts';
import { GrantButton } from './grant-button';
import { VoidButton } from './void-button';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';

/** An attempt: its answers beside the questions of its version. */
export function AttemptPage() {
  const { quizId, attemptId } = useParams({ from: '/inside/quizzes/$quizId/attempts/$attemptId' });
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
          <>
            <VoidButton attempt={attempt.data} />
            <GrantButton quizId={quizId} userId={attempt.data.userId} />
          </>
        )
      }
    >
      <LinkAnchor to="/quizzes/$quizId/attempts" params={{ quizId }} w="fit-content">
        All attempts
      </LinkAnchor>
      {attempt.data === undefined ? (
        <NotLoaded error={attempt.error} refetch={attempt.refetch} />
      ) : (
        <>
          {attempt.data.voidedAt !== undefined && (
            <Alert variant="default" title="This attempt is voided" icon={<Ban aria-hidden />}>
              It has not counted since <Time at={attempt.data.voidedAt} />. Reason: <bdi>{attempt.data.voidReason}</bdi>
            </Alert>
          )}
          <AttemptFacts attempt={attempt.data} />
          <Stack gap="sm">
            <Title order={2} size="h4">
              Answers
            </Title>
            <Text size="sm" c="dimmed">
              Questions and answers are shown as they were when the attempt was taken, even if the quiz was edited
              later.
            </Text>
            {attempt.data.questions.map((question, index) => (
              <AnsweredQuestion key={question.id} question={question} number={index + 1} />
            ))}
          </Stack>
        </>
      )}
    </QuizPage>
  );
}
