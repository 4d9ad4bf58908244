import { ApplicationLink } from '#libs/backoffice-ui/application-link.tsx';
import type { User } from '#libs/backoffice-ui/users-data.ts';

/** By which id an application knows its player. */
export function PlayerOf({ user: { applicationId, externalId } }: { user: User }) {
  return (
    applicationId && (
      <>
        <bdi style={{ overflowWrap: 'anywhere' }}>{externalId}</bdi> of <ApplicationLink id={applicationId} />
      </>
    )
  );
}
