import { useQuery } from '@tanstack/react-query';
import { UserLink } from './links';
import { useIsAdministrator } from './session';
import { userOptions } from './users-data';

/** The name of an application as a link to its page; for editors without both. Rows of the same application share one request. */
export function ApplicationLink({ id }: { id: string }) {
  const application = useQuery({ ...userOptions(id), enabled: useIsAdministrator() }).data;
  return <UserLink id={id} name={application?.displayName ?? 'Application'} />;
}
