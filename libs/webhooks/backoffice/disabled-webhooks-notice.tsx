import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import type { Notice } from '#libs/backoffice-ui/contribution.ts';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';

/** The number of webhooks that the service has disabled. */
async function find(): Promise<number | undefined> {
  const { webhooks } = await dataOf(api.GET('/webhooks'));
  const disabled = webhooks.filter(({ disabledReason }) => disabledReason !== null).length;
  return disabled === 0 ? undefined : disabled;
}

export default {
  find,
  show: (webhooks) => (
    <>
      {webhooks === 1 ? 'One webhook was' : `${formatNumber(webhooks)} webhooks were`} disabled, because deliveries
      failed.{' '}
      <LinkAnchor to="/settings/webhooks" underline="always">
        Webhooks
      </LinkAnchor>
    </>
  ),
} satisfies Notice<number>;
