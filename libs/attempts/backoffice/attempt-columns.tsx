import { Text, VisuallyHidden } from '@mantine/core';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { ApplicationLink } from '#libs/backoffice-ui/application-link.tsx';
import type { Column } from '#libs/backoffice-ui/data-table.tsx';
import { LinkAnchor, UserLink } from '#libs/backoffice-ui/links.tsx';
import { formatDuration, formatOf, formatPercentage } from '#libs/backoffice-ui/numbers.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { Passed, Regraded, TimedOut, Voided } from './outcome';
import type { AttemptsSearch } from './search';

type Attempt = components['schemas']['AttemptListItem'];
type AttemptColumn = Column<Attempt, NonNullable<AttemptsSearch['sort']>>;

/** What an attempt achieved. */
export const resultColumns: AttemptColumn[] = [
  { head: 'Score', sort: 'percentage', cell: ({ percentage }) => formatPercentage(percentage), align: 'right' },
  {
    head: 'Correct',
    cell: ({ correctCount, totalQuestions }) => formatOf(correctCount, totalQuestions),
    align: 'right',
  },
  {
    head: 'Result',
    cell: ({ passed, timedOut, regradedAt, voidedAt }) => (
      <>
        {voidedAt === undefined ? <Passed passed={passed} /> : <Voided />}
        {timedOut && <TimedOut />}
        {regradedAt !== undefined && <Regraded />}
      </>
    ),
  },
  {
    head: 'Time taken',
    sort: 'totalTimeMs',
    cell: ({ totalTimeMs }) => formatDuration(totalTimeMs),
    align: 'right',
  },
];

/** @param search the filters and the order of the list, which the attempt's page follows */
export const columnsFor = (search: AttemptsSearch): AttemptColumn[] => [
  {
    head: 'User',
    cell: ({ userId, displayName, userErased, applicationId }) => (
      <>
        <UserLink id={userId} name={displayName} isErased={userErased} />
        {applicationId !== undefined && (
          <Text size="xs" c="dimmed">
            by <ApplicationLink id={applicationId} />
          </Text>
        )}
      </>
    ),
  },
  {
    head: 'Completed',
    sort: 'completedAt',
    opensRow: true,
    cell: ({ quizId, attemptId, completedAt, displayName }) => (
      <LinkAnchor to="/quizzes/$quizId/attempts/$attemptId" params={{ quizId, attemptId }} search={search}>
        <Time at={completedAt} />
        <VisuallyHidden>
          {' '}
          by <bdi>{displayName}</bdi>: answers
        </VisuallyHidden>
      </LinkAnchor>
    ),
  },
  ...resultColumns,
];
