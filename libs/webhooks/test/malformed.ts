import type { Outcomes } from '../../../test/support/malformed-outcomes.js';

/** An address can be private or without https. */
const mayRejectAddress: Outcomes[string] = ({ body }, declared) =>
  (body as { url?: unknown }).url === undefined ? declared : [...declared, { status: 400, paths: ['url'] }];

export default {
  'POST /admin/api/webhooks': mayRejectAddress,
  'PATCH /admin/api/webhooks/:id': mayRejectAddress,
} satisfies Outcomes;
