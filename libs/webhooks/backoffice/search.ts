import { oneOf, present, type Raw } from '#libs/backoffice-ui/search-params.ts';

export const STATUSES = ['pending', 'delivered', 'failed'] as const;

/** Filters the deliveries. */
export const webhookSearch = (raw: Raw) => present({ status: oneOf(raw.status, STATUSES) });
