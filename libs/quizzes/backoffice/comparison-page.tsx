import { Group, Stack, Title } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { Failure, Loading, NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import type { StoredQuiz } from '#libs/backoffice-ui/quiz-query.ts';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';
import { VersionSelect } from '#libs/backoffice-ui/version-select.tsx';
import { versionQuery, versionsQuery } from '#libs/backoffice-ui/versions-data.ts';
import { DifferenceReport, type SideWords } from './difference-report';
import { differenceOf } from './quiz-difference';
import { emptyQuiz, type QuestionBody, type QuizValues, toQuestionValues } from './quiz-values';
import { RestoreVersion } from './restore-version';
import { useFormerKeyNotice } from './use-former-key-notice';

/** Two versions of a quiz side by side: at first the current one and the one before it. */
export function ComparisonPage() {
  const { quizId } = useParams({ from: '/inside/quizzes/$quizId/versions/comparison' });
  const search = useSearch({ from: '/inside/quizzes/$quizId/versions/comparison' });
  const versions = useQuery(versionsQuery(quizId, {}));
  const current = versions.data?.pagination.total;
  const { notice, noteSaved } = useFormerKeyNotice(quizId);
  return (
    <QuizPage quizId={quizId} title="Compare versions">
      {notice}
      {current === undefined ? (
        <NotLoaded error={versions.error} refetch={versions.refetch} />
      ) : (
        <Comparison
          quizId={quizId}
          current={current}
          from={Math.min(search.from ?? Math.max(1, current - 1), current)}
          to={Math.min(search.to ?? current, current)}
          onRestored={noteSaved}
        />
      )}
    </QuizPage>
  );
}

interface Props {
  quizId: string;
  current: number;
  from: number;
  to: number;
  onRestored: (before: StoredQuiz, after: StoredQuiz) => void;
}

function Comparison({ quizId, current, from, to, onRestored }: Props) {
  const navigate = useNavigate({ from: '/quizzes/$quizId/versions/comparison' });
  const [older, newer] = useQueries({ queries: [versionQuery(quizId, from), versionQuery(quizId, to)] });
  const failed = [older, newer].find(({ error, data }) => error !== null && data === undefined);
  const restorable = [...new Set([from, to])].filter((version) => version !== current);
  return (
    <Stack>
      <Group align="end">
        <VersionSelect
          label="From version"
          value={from}
          current={current}
          onChange={(version) => void navigate({ search: { from: version, to }, replace: true })}
        />
        <VersionSelect
          label="To version"
          value={to}
          current={current}
          onChange={(version) => void navigate({ search: { from, to: version }, replace: true })}
        />
        {restorable.map((version) => (
          <RestoreVersion key={version} quizId={quizId} version={version} onRestored={onRestored} />
        ))}
      </Group>
      {failed !== undefined && <Failure error={failed.error} retry={() => void failed.refetch()} />}
      {failed === undefined && (older.data === undefined || newer.data === undefined) && <Loading />}
      {older.data !== undefined && newer.data !== undefined && (
        <>
          <Title order={2} size="h4">
            Changes from version {formatNumber(from)} to version {formatNumber(to)}
          </Title>
          <DifferenceReport
            difference={differenceOf(valuesOf(older.data), valuesOf(older.data), valuesOf(newer.data))}
            words={wordsFor(from, to)}
          />
        </>
      )}
    </Stack>
  );
}

/** Versions have no settings. */
const valuesOf = ({ questions }: { questions: QuestionBody[] }): QuizValues => ({
  ...emptyQuiz(),
  questions: questions.map(toQuestionValues),
});

const wordsFor = (from: number, to: number): SideWords => ({
  theirs: `Version ${from}`,
  mine: `Version ${to}`,
  ofTheirs: ` of version ${from}`,
  by: { theirs: '', mine: '', both: '' },
});
