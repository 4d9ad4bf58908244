// The columns of the list of quizzes.
import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import type { Column } from '#libs/backoffice-ui/data-table.tsx';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { formatNumber, formatShare } from '#libs/backoffice-ui/numbers.ts';
import { TagList } from '#libs/backoffice-ui/tag-list.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { QuizMenu } from './quiz-menu';

export type ListedQuiz = components['schemas']['ListedQuiz'];
export type Totals = components['schemas']['AttemptTotals'];
type QuizColumn = Column<ListedQuiz, 'title' | 'createdAt' | 'updatedAt'>;

/** The columns that can be hidden, by their heads. */
export const OPTIONAL_COLUMNS = [
  'Questions',
  'Author',
  'Created',
  'Changed',
  'Attempts',
  'Pass rate',
  'Last attempt',
] as const;

/** Columns whose values come from the attempts. */
export const ATTEMPT_COLUMNS: readonly string[] = ['Attempts', 'Pass rate', 'Last attempt'];

interface Props {
  hidden: readonly string[];
  /** By quiz; undefined while they load, null if they could not be loaded. */
  totals: ReadonlyMap<string, Totals> | null | undefined;
  selection: QuizColumn;
  onDeleted: (id: string) => void;
}

export function columnsFor({ hidden, totals, selection, onDeleted }: Props): QuizColumn[] {
  const columns: QuizColumn[] = [
    selection,
    {
      head: 'Title',
      role: 'name',
      sort: 'title',
      cell: ({ id, title, tags = [] }) => (
        <>
          <LinkAnchor to="/quizzes/$quizId" params={{ quizId: id }}>
            <bdi>{title}</bdi>
          </LinkAnchor>
          {tags.length > 0 && <TagList tags={tags} />}
        </>
      ),
    },
    { head: 'Questions', align: 'right', cell: ({ questionCount }) => formatNumber(questionCount) },
    { head: 'Author', cell: ({ authorName }) => <bdi>{authorName}</bdi> },
    { head: 'Created', sort: 'createdAt', cell: ({ createdAt }) => <Time at={createdAt} dayOnly /> },
    { head: 'Changed', sort: 'updatedAt', cell: ({ updatedAt }) => <Time at={updatedAt} dayOnly /> },
    {
      head: 'Attempts',
      align: 'right',
      cell: ({ id }) => valueOf(totals, id, ({ attempts }) => formatNumber(attempts)),
    },
    { head: 'Pass rate', align: 'right', cell: ({ id }) => valueOf(totals, id, (of) => <PassRate totals={of} />) },
    {
      head: 'Last attempt',
      cell: ({ id }) =>
        valueOf(totals, id, ({ lastCompletedAt }) =>
          lastCompletedAt === null ? '–' : <Time at={lastCompletedAt} dayOnly />,
        ),
    },
    {
      head: 'Actions',
      isHeadHidden: true,
      cell: (quiz) => <QuizMenu quiz={quiz} withPages onDeleted={() => onDeleted(quiz.id)} />,
      role: 'action',
    },
  ];
  return columns.filter(({ head }) => !hidden.includes(head));
}

function valueOf(totals: Props['totals'], id: string, show: (of: Totals) => ReactNode): ReactNode {
  if (totals === undefined) return <Skeleton height={16} aria-label="Loading …" />;
  const found = totals?.get(id);
  return found === undefined ? '–' : show(found);
}

function PassRate({ totals: { attempts, recentAttempts, recentPassed } }: { totals: Totals }) {
  return (
    <>
      {formatShare(recentPassed, recentAttempts)}
      {attempts > recentAttempts && (
        <Text size="xs" c="dimmed">
          of the last {formatNumber(recentAttempts)}
        </Text>
      )}
    </>
  );
}
