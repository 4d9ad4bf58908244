import { Alert, Button, Group, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#libs/backoffice-ui/api-error.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ForAdministrators } from '#libs/backoffice-ui/for-administrators.tsx';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { useIsAdministrator } from '#libs/backoffice-ui/session.ts';

interface Props {
  quizId: string;
  onClose: () => void;
}

/**
 * Says after saving how many attempts were scored by former correct answers, and offers to regrade them. It reads this when it is
 * mounted.
 */
export function FormerKeyNotice({ quizId, onClose }: Props) {
  const isAdministrator = useIsAdministrator();
  const { data, isFetchedAfterMount, error, refetch } = useQuery({
    queryKey: ['quizzes', quizId, 'statistics', {}],
    queryFn: () => dataOf(api.GET('/quizzes/{id}/statistics', { params: { path: { id: quizId } } })),
  });
  // The cache may hold those of the former version.
  const statistics = isFetchedAfterMount ? data : undefined;
  const version = statistics?.versions[0]?.version;
  const outdated = (statistics?.questions ?? []).flatMap(({ gradedOtherwise }, position) =>
    gradedOtherwise > 0 ? { number: position + 1, attempts: gradedOtherwise } : [],
  );
  if (error === null && outdated.length === 0) return null;
  return (
    <Alert
      variant="default"
      role="status"
      title={`Earlier attempts keep their scores until ${isAdministrator ? 'you regrade' : 'an administrator regrades'} them`}
      withCloseButton
      closeButtonLabel="Do not regrade now"
      onClose={onClose}
    >
      {error !== null && (
        <Group gap="xs">
          How many attempts were scored by the former key could not be read: {messageOf(error)}
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </Group>
      )}
      <List listStyleType="none">
        {outdated.map(({ number, attempts }) => (
          <List.Item key={number}>
            {attempts === 1 ? '1 attempt was' : `${formatNumber(attempts)} attempts were`} scored by the former key of
            question {number}.{' '}
            <ForAdministrators>
              <LinkAnchor
                to="/quizzes/$quizId/regrades/new"
                params={{ quizId }}
                search={{ version, question: number }}
                underline="always"
              >
                Regrade question {number}
              </LinkAnchor>
            </ForAdministrators>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
