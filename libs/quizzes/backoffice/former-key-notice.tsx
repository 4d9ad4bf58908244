import { Alert, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';

interface Props {
  quizId: string;
  /** Of the questions whose correct answers were changed. */
  positions: number[];
  onClose: () => void;
}

/** Says after saving how many attempts were scored by the former correct answers, and offers to regrade them. */
export function FormerKeyNotice({ quizId, positions, onClose }: Props) {
  const { data, isFetchedAfterMount } = useQuery({
    queryKey: ['quizzes', quizId, 'statistics', {}],
    queryFn: () => dataOf(api.GET('/quizzes/{id}/statistics', { params: { path: { id: quizId } } })),
  });
  // The cache may hold those of the former version.
  const statistics = isFetchedAfterMount ? data : undefined;
  const version = statistics?.versions[0]?.version;
  const outdated = positions.flatMap((position) => {
    const attempts = statistics?.questions[position]?.gradedOtherwise ?? 0;
    return attempts > 0 ? { number: position + 1, attempts } : [];
  });
  if (outdated.length === 0) return null;
  return (
    <Alert
      variant="default"
      role="status"
      title="Earlier attempts keep their scores until you regrade them"
      withCloseButton
      closeButtonLabel="Do not regrade now"
      onClose={onClose}
    >
      <List listStyleType="none">
        {outdated.map(({ number, attempts }) => (
          <List.Item key={number}>
            {attempts === 1 ? '1 attempt was' : `${formatNumber(attempts)} attempts were`} scored by the former key of
            question {number}.{' '}
            <LinkAnchor
              to="/quizzes/$quizId/regrades/new"
              params={{ quizId }}
              search={{ version, question: number }}
              underline="always"
            >
              Regrade question {number}
            </LinkAnchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
