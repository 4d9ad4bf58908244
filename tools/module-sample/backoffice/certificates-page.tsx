import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { ForAdministrators } from '#libs/backoffice-ui/for-administrators.tsx';
import { UserLink } from '#libs/backoffice-ui/links.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { Pager } from '#libs/backoffice-ui/pager.tsx';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { RevokeCertificate } from './revoke-certificate';

/** The certificates of one quiz. */
export function CertificatesPage() {
  const { quizId } = useParams({ from: '/inside/quizzes/$quizId/certificates' });
  const { page = 1 } = useSearch({ from: '/inside/quizzes/$quizId/certificates' });
  const [revoked, setRevoked] = useState<{ userId: string; displayName: string }>();
  const certificates = useQuery({
    queryKey: ['certificates', quizId, page],
    queryFn: () => dataOf(api.GET('/quizzes/{id}/certificates', { params: { path: { id: quizId }, query: { page } } })),
    placeholderData: keepPreviousData,
  });
  return (
    <QuizPage quizId={quizId} title="Certificates">
      <DataTable
        caption="Certificates"
        columns={[
          { head: 'User', cell: ({ userId, displayName }) => <UserLink id={userId} name={displayName} /> },
          { head: 'Earned', cell: ({ earnedAt }) => <Time at={earnedAt} /> },
          {
            head: 'Revoked',
            cell: ({ userId, displayName, revokedAt }) =>
              revokedAt === null ? (
                <ForAdministrators>
                  <Button variant="default" size="xs" onClick={() => setRevoked({ userId, displayName })}>
                    Revoke
                  </Button>
                </ForAdministrators>
              ) : (
                <Time at={revokedAt} />
              ),
          },
        ]}
        query={certificates}
        rows={certificates.data?.certificates}
        keyOf={({ userId }) => userId}
        empty={<Empty title="There are no certificates yet">Users get one when they pass the quiz.</Empty>}
      />
      <Pager query={certificates} />
      {revoked !== undefined && (
        <RevokeCertificate quizId={quizId} user={revoked} onClose={() => setRevoked(undefined)} />
      )}
    </QuizPage>
  );
}
