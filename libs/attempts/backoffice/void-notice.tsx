import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { UserLink } from '#libs/backoffice-ui/links.tsx';
import { useIsAdministrator } from '#libs/backoffice-ui/session.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';

interface Props {
  attempt: components['schemas']['InspectedAttempt'];
}

/** Says since when an attempt is voided, by whom and why. Nothing for one that counts. */
export function VoidNotice({ attempt: { attemptId, voidedAt, voidReason } }: Props) {
  const isAdministrator = useIsAdministrator();
  // The audit log, which only administrators may read, knows who did it.
  const query = { subjectKind: 'attempt', subjectId: attemptId, action: 'attempt.voided', limit: 1 };
  const { data } = useQuery({
    queryKey: ['audit', 'void', attemptId, voidedAt],
    queryFn: () => dataOf(api.GET('/audit', { params: { query } })),
    enabled: isAdministrator && voidedAt !== undefined,
  });
  if (voidedAt === undefined) return null;
  const { actorId = null, actorName = '', erasedIds = [] } = data?.entries[0] ?? {};
  return (
    <Alert variant="default" title="This attempt is voided" icon={<Ban aria-hidden />}>
      It has not counted since <Time at={voidedAt} />
      {actorId !== null && (
        <>
          , voided by <UserLink id={actorId} name={actorName} isErased={erasedIds.includes(actorId)} />
        </>
      )}
      . Reason: <bdi>{voidReason}</bdi>
    </Alert>
  );
}
