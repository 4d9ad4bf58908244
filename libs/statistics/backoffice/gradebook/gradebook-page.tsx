import { Alert, Button, NativeSelect, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { DayRange } from '#libs/backoffice-ui/day-range.tsx';
import { FILTER_WIDTH } from '#libs/backoffice-ui/filter-width.ts';
import { FoldedFilters } from '#libs/backoffice-ui/folded-filters.tsx';
import { ForAdministrators } from '#libs/backoffice-ui/for-administrators.tsx';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { Empty, NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { Pager } from '#libs/backoffice-ui/pager.tsx';
import { quizTagsQuery } from '#libs/backoffice-ui/quiz-tags-query.ts';
import { RoleFilter } from '#libs/backoffice-ui/role-filter.tsx';
import { TagFilter } from '#libs/backoffice-ui/tag-filter.tsx';
import { UserSelect } from '#libs/backoffice-ui/user-select.tsx';
import { UserTagFilter } from '#libs/backoffice-ui/user-tag-filter.tsx';
import { ATTEMPT_LABELS, ONE_PER_USER } from '../search';
import { GradebookTable } from './gradebook-table';
import { QuizzesSelect } from './quizzes-select';

/** The results of users at quizzes. */
export function GradebookPage() {
  const search = useSearch({ from: '/inside/gradebook' });
  const { page: _, limit: __, ...filters } = search;
  const { attempts = 'best', quizIds } = filters;
  const navigate = useNavigate({ from: '/gradebook' });
  const quizTags = useQuery(quizTagsQuery);
  const gradebook = useQuery({
    queryKey: ['quizzes', 'gradebook', search],
    queryFn: () => dataOf(api.GET('/gradebook', { params: { query: search } })),
    placeholderData: keepPreviousData,
  });
  /** A changed filter shows the first page. */
  const show = (changes: Partial<typeof filters>) =>
    void navigate({ search: (now) => ({ ...now, page: undefined, ...changes }) });
  const { quizzes = [], users = [], hasMoreQuizzes } = gradebook.data ?? {};
  return (
    <Page
      title="Gradebook"
      description="The results of users at quizzes."
      actions={
        <Button
          component="a"
          href={`/admin/api/gradebook/export?${new URLSearchParams(filters).toString()}`}
          // If it fails, the page stays.
          download
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
        >
          Export CSV
        </Button>
      }
    >
      <FoldedFilters isUsed={Object.keys(filters).length > 0}>
        <UserTagFilter value={filters.tag} onChange={(tag) => show({ tag })} />
        <RoleFilter label="Role" value={filters.role} onChange={(role) => show({ role })} />
        <ForAdministrators>
          <UserSelect
            label="Players of application"
            placeholder="All users"
            ofRole="application"
            clearable
            w={FILTER_WIDTH}
            value={filters.applicationId ?? null}
            onChange={(id) => show({ applicationId: id ?? undefined })}
          />
        </ForAdministrators>
        <NativeSelect
          label="Attempts"
          data={ONE_PER_USER.map((value) => ({ value, label: ATTEMPT_LABELS[value] }))}
          value={attempts}
          onChange={({ currentTarget: { value } }) =>
            show({ attempts: value === 'best' ? undefined : (value as typeof attempts) })
          }
        />
        <QuizzesSelect
          value={quizIds?.split(',') ?? []}
          titles={new Map(quizzes.map(({ quizId, title }) => [quizId, title]))}
          onChange={(ids) => show({ quizIds: ids.length === 0 ? undefined : ids.join(',') })}
        />
        <TagFilter label="Quiz tag" tags={quizTags} value={filters.quizTag} onChange={(quizTag) => show({ quizTag })} />
        <DayRange range={filters} onChange={show} />
        {Object.keys(filters).length > 0 && (
          <Button variant="default" onClick={() => void navigate({ search: {} })}>
            Clear filters
          </Button>
        )}
      </FoldedFilters>
      {hasMoreQuizzes === true && (
        <Alert variant="outline" title="Not all quizzes are shown">
          These are the {quizzes.length} newest; the CSV file has up to 5,000. Choose quizzes or a tag to see others.
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        Score and time taken. Suspended and deleted users are left out, and voided attempts.
      </Text>
      {gradebook.data === undefined ? (
        <NotLoaded error={gradebook.error} refetch={gradebook.refetch} />
      ) : users.length === 0 || quizzes.length === 0 ? (
        <Empty title={users.length === 0 ? 'No matching users' : 'No matching quizzes'}>
          Results appear here once users have taken quizzes.
        </Empty>
      ) : (
        <GradebookTable quizzes={quizzes} users={users} />
      )}
      <Pager query={gradebook} />
    </Page>
  );
}
