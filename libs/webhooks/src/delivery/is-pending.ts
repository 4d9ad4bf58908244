/** SQL: whether a webhook has a pending delivery of a subject. */
export const isPending = (webhookId: string, subject: string): string => `
  EXISTS (SELECT FROM webhook_deliveries AS pending
    WHERE pending.webhook_id = ${webhookId} AND pending.subject = ${subject} AND pending.status = 'pending')`;
