import { List, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { ForAdministrators } from '#libs/backoffice-ui/for-administrators.tsx';
import { LinkButton, UserLink } from '#libs/backoffice-ui/links.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { Pager } from '#libs/backoffice-ui/pager.tsx';
import { pollWhileFound } from '#libs/backoffice-ui/poll-while-found.ts';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';
import { useIsAdministrator } from '#libs/backoffice-ui/session.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import { REGRADE_WORDS } from './regrade-words';
import { UndoRegrade } from './undo-regrade';

type Regrade = components['schemas']['Regrade'];

/** How often the page is refreshed while a regrade is in progress, in milliseconds. */
const INTERVAL_MS = 2_000;

/** The regrades of a quiz, with their state. */
export function RegradesPage() {
  const { quizId } = useParams({ from: '/inside/quizzes/$quizId/regrades' });
  const search = useSearch({ from: '/inside/quizzes/$quizId/regrades' });
  const isAdministrator = useIsAdministrator();
  const regrades = useQuery({
    queryKey: ['regrades', quizId, search],
    queryFn: () => dataOf(api.GET('/quizzes/{id}/regrades', { params: { path: { id: quizId }, query: search } })),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.regrades.some(({ isPending }) => isPending) === true && pollWhileFound(INTERVAL_MS)(query),
  });
  const undo: Column<Regrade> = {
    head: 'Undo',
    role: 'action',
    cell: (regrade) => regrade.undoneAt === undefined && <UndoRegrade quizId={quizId} regrade={regrade} />,
  };
  return (
    <QuizPage
      quizId={quizId}
      title="Regrades"
      actions={
        <ForAdministrators>
          <LinkButton to="/quizzes/$quizId/regrades/new" params={{ quizId }} variant="default">
            Regrade a question
          </LinkButton>
        </ForAdministrators>
      }
    >
      <Text c="dimmed" maw={640}>
        A regrade changes what counts as correct at a question, for earlier and new attempts, in all versions that have
        it with the same text, image and answers. The question itself stays as it is: edit the quiz to correct it.
      </Text>
      <DataTable
        caption="Regrades"
        columns={isAdministrator ? [...COLUMNS, undo] : COLUMNS}
        query={regrades}
        rows={regrades.data?.regrades}
        keyOf={({ id }) => id}
        empty={<Empty title="No question was regraded" />}
      />
      <Pager query={regrades} />
    </QuizPage>
  );
}

const COLUMNS: Column<Regrade>[] = [
  {
    head: 'Question',
    role: 'name',
    cell: ({ question }) => <UserText block>{question}</UserText>,
  },
  { head: 'What counts', cell: (regrade) => <WhatCounts regrade={regrade} /> },
  {
    head: 'Reason',
    cell: ({ reason }) => (
      <UserText block prose>
        {reason}
      </UserText>
    ),
  },
  {
    head: 'By',
    cell: ({ createdBy, createdByName, userErased, createdAt }) => (
      <>
        <UserLink id={createdBy} name={createdByName === '' ? createdBy : createdByName} isErased={userErased} />
        <Text size="sm" c="dimmed">
          <Time at={createdAt} />
        </Text>
      </>
    ),
  },
  { head: 'State', cell: (regrade) => <State regrade={regrade} /> },
];

function WhatCounts({ regrade: { kind, answers } }: { regrade: Regrade }) {
  if (kind !== 'answers') return REGRADE_WORDS[kind];
  return (
    <List size="sm" spacing={2}>
      {answers.map(({ answerId, text }) => (
        <List.Item key={answerId}>
          <UserText>{text}</UserText>
        </List.Item>
      ))}
    </List>
  );
}

function State({ regrade: { isPending, undoneAt, handled, changed } }: { regrade: Regrade }) {
  const word = undoneAt === undefined ? (isPending ? 'In progress' : 'Done') : isPending ? 'Being undone' : 'Undone';
  return (
    <>
      {word}
      <Text size="sm" c="dimmed">
        {formatNumber(changed)} of {formatNumber(handled)} scores changed{isPending && ' so far'}
      </Text>
    </>
  );
}
