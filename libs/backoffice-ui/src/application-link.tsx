import { useQuery } from '@tanstack/react-query';
import { UserLink } from './links';
import { userOptions } from './users-data';

/** The name of an application as a link to its page. Rows of the same application share one request. */
export function ApplicationLink({ id }: { id: string }) {
  const application = useQuery(userOptions(id)).data;
  return <UserLink id={id} name={application?.displayName ?? 'Application'} />;
}
