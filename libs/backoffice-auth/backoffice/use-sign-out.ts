import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#libs/backoffice-ui/api-error.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { removeDrafts } from '#libs/backoffice-ui/drafts.ts';

/** Signs out, here or everywhere. The page is reloaded, so that nothing of the session stays in memory, and drafts are removed. */
export function useSignOut({ everywhere = false } = {}) {
  const leave = () => {
    removeDrafts();
    location.assign('/admin/sign-in');
  };
  return useMutation({
    mutationFn: () => dataOf<unknown>(everywhere ? api.DELETE('/sessions') : api.DELETE('/session')),
    onSuccess: leave,
    onError: (error) => {
      // The session has already ended.
      if (error instanceof ApiError && error.status === 401) leave();
    },
  });
}
