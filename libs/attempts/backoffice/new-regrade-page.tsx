import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import { VersionSelect } from '#libs/backoffice-ui/version-select.tsx';
import { versionQuery, versionsQuery } from '#libs/backoffice-ui/versions-data.ts';
import { RegradeForm } from './regrade-form';

/** Regrades a question: choose it and what counts, see what changes, confirm. */
export function NewRegradePage() {
  const { quizId } = useParams({ from: '/inside/quizzes/$quizId/regrades/new' });
  const search = useSearch({ from: '/inside/quizzes/$quizId/regrades/new' });
  const versions = useQuery(versionsQuery(quizId, {}));
  const current = versions.data?.pagination.total;
  return (
    <QuizPage
      quizId={quizId}
      title="Regrade a question"
      heading="Regrade a question"
      description="Choose what counts as correct, wherever the question was asked. You see a preview first: nothing changes before you confirm."
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
  const content = useQuery(versionQuery(quizId, version));
  const questions = content.data?.questions;
  const question = questions?.[number - 1] ?? questions?.[0];
  const choose = (chosen: { version?: number; question?: number }) =>
    void navigate({ search: { version, question: number, ...chosen }, replace: true });
  return (
    <Stack maw={720}>
      <VersionSelect
        label="Version"
        value={version}
        current={current}
        onChange={(chosen) => choose({ version: chosen, question: 1 })}
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
          {/* The list of a select cannot show formulas. */}
          <UserText block>{question.text}</UserText>
          <RegradeForm key={`${version} ${question.id}`} quizId={quizId} version={version} question={question} />
        </>
      )}
    </Stack>
  );
}
