import { VisuallyHidden } from '@mantine/core';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import type { Column } from '#libs/backoffice-ui/data-table.tsx';
import { LinkAnchor, UserLink } from '#libs/backoffice-ui/links.tsx';
import { formatDuration, formatOf, formatPercentage } from '#libs/backoffice-ui/numbers.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { Passed, TimedOut, Voided } from './outcome';

type Attempt = components['schemas']['AttemptListItem'];

export const attemptColumns: Column<Attempt>[] = [
  {
    head: 'Completed',
    cell: ({ quizId, attemptId, completedAt, displayName }) => (
      <LinkAnchor to="/quizzes/$quizId/attempts/$attemptId" params={{ quizId, attemptId }}>
        <Time at={completedAt} />
        <VisuallyHidden>
          {' '}
          by <bdi>{displayName}</bdi>: answers
        </VisuallyHidden>
      </LinkAnchor>
    ),
  },
  {
    head: 'User',
    cell: ({ userId, displayName }) => <UserLink id={userId} name={displayName} />,
  },
  { head: 'Score', cell: ({ percentage }) => formatPercentage(percentage), align: 'right' },
  {
    head: 'Correct',
    cell: ({ correctCount, totalQuestions }) => formatOf(correctCount, totalQuestions),
    align: 'right',
  },
  {
    head: 'Result',
    cell: ({ passed, timedOut, voidedAt }) => (
      <>
        <Passed passed={passed} />
        {timedOut && <TimedOut />}
        {voidedAt !== undefined && <Voided />}
      </>
    ),
  },
  { head: 'Time taken', cell: ({ totalTimeMs }) => formatDuration(totalTimeMs), align: 'right' },
];
