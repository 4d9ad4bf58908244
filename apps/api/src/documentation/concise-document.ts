// The reference page shows once what the OpenAPI document repeats in every response.
import type { OpenAPIObject } from '@nestjs/swagger';
import { ERROR_CODE_HEADER, operationsOf } from '#libs/http';

type Response = NonNullable<ReturnType<typeof operationsOf>[number]['responses'][string]>;
type Headers = NonNullable<Exclude<Response, { $ref: string }>['headers']>;

/** The headers that every response has. */
export function commonHeaders(document: OpenAPIObject): Headers {
  const all = operationsOf(document).flatMap(({ responses }) => Object.values(responses).map(headersOf));
  const [first = {}] = all;
  return Object.fromEntries(Object.entries(first).filter(([name]) => all.every((headers) => name in headers)));
}

/**
 * The document without the headers of every response and without the bodies of errors, which have all the same form. The descriptions of
 * errors name their codes and their other headers.
 */
export function conciseDocument(document: OpenAPIObject): OpenAPIObject {
  const concise = structuredClone(document);
  const common = commonHeaders(document);
  for (const { responses } of operationsOf(concise)) {
    for (const [status, response] of Object.entries(responses)) {
      if (response === undefined || '$ref' in response) continue;
      const headers = Object.entries(headersOf(response)).filter(([name]) => !(name in common));
      if (Number(status) < 300) {
        response.headers = Object.fromEntries(headers);
        continue;
      }
      const quoted = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');
      const others = headers.map(([name]) => name).filter((name) => name !== ERROR_CODE_HEADER);
      const codes = Object.keys(examplesOf(response.headers?.[ERROR_CODE_HEADER]));
      if (codes.length > 0) response.description += ` (${quoted(codes)})`;
      if (others.length > 0) response.description += `, with ${quoted(others)}`;
      delete response.headers;
      delete response.content;
    }
  }
  return concise;
}

const headersOf = (response: Response | undefined): Headers =>
  response !== undefined && 'headers' in response ? (response.headers ?? {}) : {};

const examplesOf = (header: Headers[string] | undefined): object =>
  header !== undefined && 'examples' in header ? (header.examples ?? {}) : {};
