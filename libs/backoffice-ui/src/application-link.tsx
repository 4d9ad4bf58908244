import { useQuery } from '@tanstack/react-query';
import { isNotFound } from './api-error';
import { UserLink } from './links';
import { useIsAdministrator } from './session';
import { userOptions } from './users-data';

/** The name of an application as a link to its page; for editors without both. Rows of the same application share one request. */
export function ApplicationLink({ id }: { id: string }) {
  const { data, error } = useQuery({ ...userOptions(id), enabled: useIsAdministrator() });
  return <UserLink id={id} name={data?.displayName ?? 'Application'} isErased={isNotFound(error)} />;
}
