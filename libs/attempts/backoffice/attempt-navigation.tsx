import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { LinkAnchor, LinkButton } from '#libs/backoffice-ui/links.tsx';
import type { AttemptsSearch } from './search';

interface Props {
  quizId: string;
  attemptId: string;
  /** The filters and the order of the list that the attempt was opened from. */
  search: AttemptsSearch;
}

/** Links to the list that an attempt was opened from, and to the attempts beside it there. */
export function AttemptNavigation({ quizId, attemptId, search }: Props) {
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['attempts', quizId, 'adjacent', attemptId, search],
    queryFn: () =>
      dataOf(
        api.GET('/quizzes/{id}/attempts/{attemptId}/adjacent', {
          params: { path: { id: quizId, attemptId }, query: search },
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const linkTo = (id: string | null | undefined) => ({
    to: '/quizzes/$quizId/attempts/$attemptId' as const,
    params: { quizId, attemptId: id ?? attemptId },
    search,
    variant: 'default',
    size: 'xs',
    disabled: id == null || isPlaceholderData,
    // Keeps the focus while the next attempt loads.
    tabIndex: 0,
  });
  return (
    <Group component="nav" aria-label="Attempts of the list" gap="sm">
      <LinkAnchor to="/quizzes/$quizId/attempts" params={{ quizId }} search={search}>
        All attempts
      </LinkAnchor>
      <LinkButton {...linkTo(data?.previous)} leftSection={<ArrowLeft size={16} aria-hidden />}>
        Previous
      </LinkButton>
      <LinkButton {...linkTo(data?.next)} rightSection={<ArrowRight size={16} aria-hidden />}>
        Next
      </LinkButton>
    </Group>
  );
}
