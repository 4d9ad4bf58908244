import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import type { Notice } from '#libs/backoffice-ui/contribution.ts';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';

const ACTION = 'session.failed';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Fewer are mistyped passwords. */
const MIN_FAILURES = 10;

interface Failures {
  /** In the last day. */
  total: number;
  /** Those of the current hour, which are not in the audit log yet. */
  current: number;
}

/** The failed sign-ins of the last day: those of the current hour, and those that the audit log has by account and hour. */
async function find(): Promise<Failures | undefined> {
  const from = new Date(Date.now() - DAY_MS).toISOString();
  const [current, { entries }] = await Promise.all([
    dataOf(api.GET('/failed-sign-ins')),
    dataOf(api.GET('/audit', { params: { query: { action: ACTION, from, limit: 100 } } })),
  ]);
  const earlier = entries.reduce((sum, { details }) => sum + Number(details.failures), 0);
  const total = current.failures + earlier;
  return total < MIN_FAILURES ? undefined : { total, current: current.failures };
}

export default {
  find,
  show: ({ total, current }) => (
    <>
      {formatNumber(total)} sign-ins failed in the last 24 hours.
      {current > 0 && ' The audit log shows those of this hour when the hour is over.'}
      {current < total && (
        <>
          {' '}
          <LinkAnchor to="/audit" search={{ action: ACTION }} underline="always">
            Failed sign-ins in the audit log
          </LinkAnchor>
        </>
      )}
    </>
  ),
} satisfies Notice<Failures>;
