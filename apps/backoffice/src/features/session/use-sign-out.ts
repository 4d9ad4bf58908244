import { useMutation } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';

/** Signs out, here or everywhere. The page is loaded anew, so that nothing of the session stays in memory. */
export function useSignOut({ everywhere = false } = {}) {
  return useMutation({
    mutationFn: () => dataOf<unknown>(everywhere ? api.DELETE('/sessions') : api.DELETE('/session')),
    onSuccess: () => location.assign('/admin/sign-in'),
  });
}
