export * from './client.js';
export type { components, paths } from './api.gen.js';
export * from './errors.js';
export type { Pages } from './pages.js';
export type { Retry } from './sender.js';
export type { WebhookEvent } from './webhook-event.js';
