import { Badge, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { LinkAnchor, UserLink } from '#libs/backoffice-ui/links.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { Pager } from '#libs/backoffice-ui/pager.tsx';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';
import type { StoredQuiz } from '#libs/backoffice-ui/quiz-query.ts';
import { useIsAdministrator } from '#libs/backoffice-ui/session.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { RestoreVersion } from './restore-version';
import { useFormerKeyNotice } from './use-former-key-notice';
import { versionsQuery } from '#libs/backoffice-ui/versions-data.ts';

type Version = components['schemas']['ListedVersion'];

/** The versions of a quiz: compare and restore them. */
export function VersionsPage() {
  const { quizId } = useParams({ from: '/inside/quizzes/$quizId/versions' });
  const search = useSearch({ from: '/inside/quizzes/$quizId/versions' });
  const versions = useQuery({ ...versionsQuery(quizId, search), placeholderData: keepPreviousData });
  const { data: attempts } = useQuery({
    queryKey: ['attempts', quizId, 'by version'],
    queryFn: () => dataOf(api.GET('/quizzes/{id}/attempts-by-version', { params: { path: { id: quizId } } })),
  });
  const isAdministrator = useIsAdministrator();
  const { notice, noteSaved } = useFormerKeyNotice(quizId);
  const current = versions.data?.pagination.total ?? 0;
  return (
    <QuizPage quizId={quizId} title="Versions">
      <Text c="dimmed" maw={640}>
        Each change of the questions makes a version. Settings, such as the title, have no versions
        {isAdministrator ? (
          <>
            :{' '}
            <LinkAnchor to="/audit" search={{ affectedQuizId: quizId }} underline="always">
              the audit log of this quiz
            </LinkAnchor>{' '}
            shows their changes.
          </>
        ) : (
          '.'
        )}
      </Text>
      {notice}
      <DataTable
        caption="Versions"
        columns={columnsOf(quizId, current, attempts?.versions, noteSaved).filter(
          ({ head }) => isAdministrator || head !== 'Regrade',
        )}
        query={versions}
        rows={versions.data?.versions}
        keyOf={({ version }) => String(version)}
        empty={<Empty title="There are no versions" />}
      />
      <Pager query={versions} />
    </QuizPage>
  );
}

const columnsOf = (
  quizId: string,
  current: number,
  attempts: components['schemas']['VersionAttempts'][] | undefined,
  onRestored: (before: StoredQuiz, after: StoredQuiz) => void,
): Column<Version>[] => [
  {
    head: 'Version',
    cell: ({ version }) => (
      <>
        Version {formatNumber(version)} {version === current && <Badge variant="light">Current</Badge>}
      </>
    ),
  },
  { head: 'Saved', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: 'By',
    cell: ({ authorId, authorName, userErased }) =>
      authorId === null ? 'Unknown' : <UserLink id={authorId} name={authorName ?? authorId} isErased={userErased} />,
  },
  { head: 'Questions', align: 'right', cell: ({ questionCount }) => formatNumber(questionCount) },
  {
    head: 'Attempts',
    align: 'right',
    cell: ({ version }) =>
      attempts === undefined ? '–' : formatNumber(attempts.find((one) => one.version === version)?.attempts ?? 0),
  },
  {
    head: 'Changes',
    cell: ({ version }) =>
      version === 1 ? (
        'First version'
      ) : (
        <LinkAnchor
          to="/quizzes/$quizId/versions/comparison"
          params={{ quizId }}
          search={{ from: version - 1, to: version }}
        >
          Compare with version {formatNumber(version - 1)}
        </LinkAnchor>
      ),
  },
  {
    head: 'Regrade',
    cell: ({ version }) => (
      <LinkAnchor to="/quizzes/$quizId/regrades/new" params={{ quizId }} search={{ version }}>
        Regrade a question of version {formatNumber(version)}
      </LinkAnchor>
    ),
  },
  {
    head: 'Restore',
    role: 'action',
    cell: ({ version }) =>
      version === current ? (
        '–'
      ) : (
        <RestoreVersion quizId={quizId} version={version} size="compact-sm" onRestored={onRestored} />
      ),
  },
];
