/** The body of a delivery, as Standard Webhooks recommends it. */
export const payloadOf = (type: string, timestamp: Date, data: object): string =>
  JSON.stringify({ type, timestamp, data });
