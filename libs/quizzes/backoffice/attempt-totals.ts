import { queryOptions } from '@tanstack/react-query';
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
