import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';
import { RegradeForm } from './regrade-form';

/** Regrades a question of a version: choose it and what counts, see what changes, confirm. */
export function NewRegradePage() {
  const { quizId } = useParams({ from: '/inside/quizzes/$quizId/regrades/new' });
  const search = useSearch({ from: '/inside/quizzes/$quizId/regrades/new' });
  const versions = useQuery({
    queryKey: ['quizzes', 'versions', quizId, {}],
    queryFn: () => dataOf(api.GET('/quizzes/{id}/versions', { params: { path: { id: quizId }, query: {} } })),
  });
  const current = versions.data?.pagination.total;
  return (
    <QuizPage
      quizId={quizId}
      title="Regrade a question"
      heading="Regrade a question"
      description="Choose what counts as correct. You see what changes before anything does."
    >
      {current === undefined ? (
        <NotLoaded error={versions.error} refetch={versions.refetch} />
      ) : (
        <ChosenVersion
          quizId={quizId}
          current={current}
          version={Math.min(search.version ?? current, current)}
          number={search.question ?? 1}
        />
      )}
    </QuizPage>
  );
}

interface Props {
  quizId: string;
  current: number;
  version: number;
  /** Of the question, from 1. */
  number: number;
}

function ChosenVersion({ quizId, current, version, number }: Props) {
  const navigate = useNavigate({ from: '/quizzes/$quizId/regrades/new' });
  const content = useQuery({
    queryKey: ['quizzes', 'version', quizId, version],
    queryFn: () =>
      dataOf(
        api.GET('/quizzes/{id}/versions/{version}', { params: { path: { id: quizId, version: String(version) } } }),
      ),
    staleTime: Infinity,
  });
  const questions = content.data?.questions;
  const question = questions?.[number - 1] ?? questions?.[0];
  const choose = (chosen: { version?: number; question?: number }) =>
    void navigate({ search: { version, question: number, ...chosen }, replace: true });
  return (
    <Stack maw={720}>
      <NativeSelect
        label="Version"
        value={String(version)}
        onChange={({ currentTarget }) => choose({ version: Number(currentTarget.value), question: 1 })}
        data={Array.from({ length: current }, (_, index) => current - index).map((one) => ({
          value: String(one),
          label: `Version ${one}${one === current ? ' (current)' : ''}`,
        }))}
      />
      {questions === undefined || question === undefined ? (
        <NotLoaded error={content.error} refetch={content.refetch} />
      ) : (
        <>
          <NativeSelect
            label="Question"
            value={String(question.order + 1)}
            onChange={({ currentTarget }) => choose({ question: Number(currentTarget.value) })}
            data={questions.map(({ order, text }) => ({ value: String(order + 1), label: `${order + 1}. ${text}` }))}
          />
          <RegradeForm key={`${version} ${question.id}`} quizId={quizId} version={version} question={question} />
        </>
      )}
    </Stack>
  );
}
