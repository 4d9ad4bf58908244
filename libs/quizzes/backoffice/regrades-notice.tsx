import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';

/** Says that the preview scores by the answers that are marked in the quiz, where regrades let others count. */
export function RegradesNotice({ quizId }: { quizId: string }) {
  const { data } = useQuery({
    queryKey: ['regrades', quizId, {}],
    queryFn: () => dataOf(api.GET('/quizzes/{id}/regrades', { params: { path: { id: quizId } } })),
  });
  if (data?.regrades.some(({ undoneAt }) => undoneAt === undefined) !== true) return null;
  return (
    <Alert variant="outline" title="Questions were regraded">
      Attempts are scored by the{' '}
      <LinkAnchor to="/quizzes/$quizId/regrades" params={{ quizId }}>
        regrades
      </LinkAnchor>
      . The preview scores by the answers that are marked as correct in the quiz.
    </Alert>
  );
}
