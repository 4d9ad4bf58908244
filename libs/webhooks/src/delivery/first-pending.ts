/**
 * SQL: the first pending delivery of a subject. No other index has this condition, and LIMIT forces a look-up for each subject: with the
 * statistics of a short queue, PostgreSQL would read all of a long one.
 */
export const firstPending = (column: string, webhookId: string, subject: string): string => `
  SELECT ${column} FROM webhook_deliveries AS pending
  WHERE pending.webhook_id = ${webhookId} AND pending.subject = ${subject} AND pending.status NOT IN ('delivered', 'failed')
  ORDER BY pending.sequence LIMIT 1`;

/** SQL: whether a webhook has a pending delivery of a subject. */
export const isPending = (webhookId: string, subject: string): string =>
  `((${firstPending('event_id', webhookId, subject)}) IS NOT NULL)`;
