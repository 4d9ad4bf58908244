// Webhooks: what other modules may use, to send events of their own.
export { SendsToWebhooks } from './webhook-events.js';
export { WebhookEvent } from './webhook-event.event.js';
export { WebhooksModule } from './webhooks.module.js';
