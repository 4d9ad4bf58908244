// Webhooks: what other modules may use, to send events of their own.
export { EventTypes, SendsToWebhooks } from './event-types.js';
export { WebhookEvent } from './events/webhook-event.event.js';
export { WebhooksModule } from './webhooks.module.js';
