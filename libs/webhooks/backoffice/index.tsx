import { createRoute } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { type Contribution, insideRoute } from '#libs/backoffice-ui/contribution.ts';
import { lazyPage } from '#libs/backoffice-ui/lazy-page.tsx';
import { webhookSearch } from './search';
import disabledWebhooksNotice from './disabled-webhooks-notice';

const webhooks = createRoute({
  getParentRoute: () => insideRoute,
  path: '/settings/webhooks',
  component: lazyPage(() => import('./webhooks-page'), 'WebhooksPage'),
  staticData: { menu: { label: 'Webhooks', icon: Webhook, after: '/settings/keys' } },
});

const webhook = createRoute({
  getParentRoute: () => insideRoute,
  path: '/settings/webhooks/$webhookId',
  validateSearch: webhookSearch,
  component: lazyPage(() => import('./webhook-page'), 'WebhookPage'),
});

const routes = [webhooks, webhook] as const;

declare module '#libs/backoffice-ui/contribution.ts' {
  interface Pages {
    webhooks: typeof routes;
  }
}

const auditActions = {
  'webhook.created': 'Created a webhook',
  'webhook.changed': 'Changed a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.disabled': 'Disabled a webhook',
  'webhook.secret_shown': 'Showed the secret of a webhook',
  'webhook.secret_rotated': 'Rotated the secret of a webhook',
  'webhook.test_sent': 'Sent a test event to a webhook',
  'webhook.pending_sent': 'Sent the pending deliveries to a webhook',
  'webhook.delivery_resent': 'Sent a delivery to a webhook again',
};

const auditSubjects = { webhook: { label: 'Webhooks', pathOf: (id: string) => `/settings/webhooks/${id}` } };

const notices = { 'disabled webhooks': disabledWebhooksNotice };

export default { routes, auditActions, auditSubjects, notices } satisfies Contribution;
