import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';

/** The totals of the attempts at quizzes. */
export const totalsQuery = (quizIds: string[]) =>
  queryOptions({
    queryKey: ['attempts', 'totals', quizIds],
    queryFn: async () => {
      const query = { quizIds: quizIds.join(',') };
      const { totals } = await dataOf(api.GET('/quizzes/attempt-totals', { params: { query } }));
      return totals;
    },
  });

/** How many attempts are deleted with quizzes, voided ones too; undefined until it is known. */
export function useDeletedAttempts(quizIds: string[]): number | undefined {
  const { data: totals } = useQuery(totalsQuery(quizIds));
  return totals?.reduce((sum, { attempts, voided }) => sum + attempts + voided, 0);
}
