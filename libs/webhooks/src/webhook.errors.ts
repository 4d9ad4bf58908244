import { serviceError } from '#libs/http';

export class WebhookNotFound extends serviceError(404, 'Webhook not found') {}
export class DeliveryNotFound extends serviceError(404, 'Delivery not found') {}
export class TooManyWebhooks extends serviceError(409, 'There are 50 webhooks already') {}
export class WebhookDisabled extends serviceError(409, 'The webhook is disabled') {}
