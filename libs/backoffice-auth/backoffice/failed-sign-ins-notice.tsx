import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import type { Notice } from '#libs/backoffice-ui/contribution.ts';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';

const ACTION = 'session.failed';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Fewer are mistyped passwords. */
const MIN_FAILURES = 10;

/** The number of failed sign-ins of the last day: those of the current hour, and those that the audit log has by account and hour. */
async function find(): Promise<number | undefined> {
  const from = new Date(Date.now() - DAY_MS).toISOString();
  const [current, { entries }] = await Promise.all([
    dataOf(api.GET('/failed-sign-ins')),
    dataOf(api.GET('/audit', { params: { query: { action: ACTION, from, limit: 100 } } })),
  ]);
  const earlier = entries.reduce((sum, { details }) => sum + Number(details.failures), 0);
  const failures = current.failures + earlier;
  return failures < MIN_FAILURES ? undefined : failures;
}

export default {
  find,
  show: (failures) => (
    <>
      {formatNumber(failures)} sign-ins failed in the last 24 hours. The log shows those of an hour when the hour is
      over.{' '}
      <LinkAnchor to="/audit" search={{ action: ACTION }} underline="always">
        Failed sign-ins in the audit log
      </LinkAnchor>
    </>
  ),
} satisfies Notice<number>;
