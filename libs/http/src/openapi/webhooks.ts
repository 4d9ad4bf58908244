import type { Type } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import type { Schema, SchemaObject } from './parts.js';

/** An event that the service sends to webhooks. */
export interface DescribedEvent {
  /** Such as `quiz.created`. */
  type: string;
  description: string;
  /** The class of its data; any object if undefined. */
  data?: Type | undefined;
}

const header = (name: string, description: string, schema: SchemaObject) =>
  ({ name, in: 'header', required: true, description, schema }) as const;

/** As Standard Webhooks names them. */
const HEADERS = [
  header('webhook-id', 'Id of the event; the same if it is sent again', { type: 'string', format: 'uuid' }),
  header('webhook-timestamp', 'Time of the request, in seconds since 1970', { type: 'integer', format: 'int64' }),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64; several of them, separated by spaces, after a rotation',
    { type: 'string' },
  ),
];

/** The requests that receivers of webhooks get, by the type of the event. */
export const webhooksOf = (events: readonly DescribedEvent[]): NonNullable<OpenAPIObject['webhooks']> =>
  Object.fromEntries(events.map((event) => [event.type, { post: requestOf(event) }]));

const requestOf = (event: DescribedEvent) => ({
  operationId: event.type,
  summary: event.description,
  security: [],
  parameters: HEADERS,
  requestBody: { required: true, content: { 'application/json': { schema: envelopeOf(event) } } },
  responses: {
    '2XX': { description: 'The receiver accepted the event' },
    '4XX': { description: 'The event is sent again later; after 410, the webhook is disabled' },
  },
});

function envelopeOf({ type, data }: DescribedEvent): Schema {
  return {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { type: 'string', enum: [type], example: type },
      timestamp: { type: 'string', format: 'date-time', example: '2026-01-01T00:00:00.000Z' },
      data: data === undefined ? { type: 'object', example: {} } : { $ref: getSchemaPath(data) },
    },
  };
}
