import type { Rights } from '../../../test/support/rights.js';

export default {
  'GET /admin/api/webhook-events': 'session',
  'GET /admin/api/webhooks': 'session',
  'POST /admin/api/webhooks': 'confirmed',
  'GET /admin/api/webhooks/:id': 'session',
  'PATCH /admin/api/webhooks/:id': 'confirmed',
  'DELETE /admin/api/webhooks/:id': 'session',
  'POST /admin/api/webhooks/:id/secret/reading': 'confirmed',
  'POST /admin/api/webhooks/:id/secret/rotation': 'confirmed',
  'POST /admin/api/webhooks/:id/test': 'session',
  'GET /admin/api/webhooks/:id/deliveries': 'session',
  'POST /admin/api/webhooks/:id/deliveries/send-pending': 'session',
  'POST /admin/api/webhooks/:id/deliveries/:eventId/resend': 'session',
} satisfies Rights;
