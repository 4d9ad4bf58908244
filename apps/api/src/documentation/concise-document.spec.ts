import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from '#libs/http';
import { commonHeaders, conciseDocument } from './concise-document.js';

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as OpenAPIObject;
const before = JSON.stringify(document);
const concise = conciseDocument(document);
const responsesOf = (one: OpenAPIObject) =>
  operationsOf(one).flatMap(({ operationId, responses }) =>
    Object.entries(responses).map(([status, response]) => ({ at: `${operationId} ${status}`, response })),
  );

it('the headers of every response are those of the rate limit and the id of the request', () => {
  expect(Object.keys(commonHeaders(document)).sort()).toEqual([
    'RateLimit',
    'RateLimit-Policy',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'X-Request-Id',
  ]);
});

it('the concise document has every other header, and every error code, of each response', () => {
  const common = Object.keys(commonHeaders(document));
  const found = responsesOf(concise);
  expect(found).toHaveLength(responsesOf(document).length);
  for (const [index, { at, response }] of responsesOf(document).entries()) {
    if (response === undefined || '$ref' in response) continue;
    const text = JSON.stringify(found[index]);
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      if (common.includes(name)) expect(text).not.toContain(`"${name}"`);
      else if (name === 'X-Error-Code' && 'examples' in header)
        for (const code of Object.keys(header.examples ?? {}))
          expect([at, text]).toEqual([at, expect.stringContaining(code)]);
      else expect([at, text]).toEqual([at, expect.stringContaining(name)]);
    }
  }
});

it('the concise document is less than half as long, and the other stays as it is', () => {
  expect(JSON.stringify(concise).length).toBeLessThan(before.length / 2);
  expect(JSON.stringify(document)).toBe(before);
});
