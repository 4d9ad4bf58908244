import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import type { Notice } from '#libs/backoffice-ui/contribution.ts';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';

/** The number of keys that end soon. */
async function find(): Promise<number | undefined> {
  const query = { state: 'ending', limit: 1 } as const;
  const { total } = (await dataOf(api.GET('/keys', { params: { query } }))).pagination;
  return total === 0 ? undefined : total;
}

export default {
  find,
  show: (keys) => (
    <>
      {keys === 1 ? 'One API key ends' : `${formatNumber(keys)} API keys end`} within 14 days.{' '}
      <LinkAnchor to="/settings/keys" search={{ state: 'ending' }} underline="always">
        Keys that end soon
      </LinkAnchor>
    </>
  ),
} satisfies Notice<number>;
