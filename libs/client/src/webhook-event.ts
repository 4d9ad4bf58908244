import type { webhooks } from './api.gen.js';

/** The body of a request to a receiver of webhooks; its `type` says which `data` it has. */
export type WebhookEvent = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];
