// Compares a request to a receiver of webhooks with a document.
import { bodyProblems, textOf, valueProblems } from './check-values.js';
import { type OpenApiDocument, type Parameter, type RequestBody, resolve } from './document.js';
import { withDeclaredFieldsOnly } from './declared-fields.js';
import type { Received } from '../receiver.js';

/** The mismatches of an event and its headers, such as `body: data.userId must match format "uuid"`. */
export function eventProblems(document: OpenApiDocument, { event, headers }: Received): string[] {
  const request = document.webhooks?.[event.type]?.post;
  if (request?.requestBody === undefined) return [`${event.type} is not described`];
  const { content } = resolve<RequestBody>(document, request.requestBody);
  const parameters = (request.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter));
  return [
    ...parameters.flatMap((one) => valueProblems(document, `header ${one.name}`, one, textOf(headers, one.name))),
    ...bodyProblems(withDeclaredFieldsOnly(document), 'body', content, headers, event),
  ];
}
