import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { breakingChanges, unannounced } from '../support/openapi/breaking-changes.js';
import type { OpenApiDocument } from '../support/openapi/document.js';
import { documentsOf } from '../support/openapi/documents-of.js';
import { lintDocument } from '../support/openapi/lint-openapi.js';
import { sharedService, type SharedService } from '../support/service.js';

interface Part {
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, { example?: unknown; examples?: unknown }>;
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: Part;
  responses?: Record<string, Part>;
}

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const DOCUMENT = file('apps/api/openapi.json');
const BACKOFFICE_DOCUMENT = file('apps/api/openapi.backoffice.json');

const operationsOf = ({ paths = {} }: OpenApiDocument) =>
  Object.values(paths).flatMap((item) => Object.values(item) as Operation[]);

/** By path and name, so that a new module changes no other lines of the committed files. */
function sorted({ paths = {}, components = {}, ...document }: OpenApiDocument): OpenApiDocument {
  const byName = <Value>(values: Record<string, Value>) =>
    Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));
  return {
    ...document,
    paths: byName(paths),
    components: { ...components, schemas: byName(components.schemas ?? {}) },
  };
}

/** What the pages use: requests and successful responses, without examples. */
function forPages(document: OpenApiDocument): OpenApiDocument {
  const concise = structuredClone(document);
  for (const operation of operationsOf(concise)) {
    const successes = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith('2'));
    operation.responses = Object.fromEntries(successes);
    for (const part of [operation.requestBody, ...Object.values(operation.responses)]) {
      delete part?.headers;
      for (const media of Object.values(part?.content ?? {})) {
        delete media.example;
        delete media.examples;
      }
    }
  }
  return concise;
}

const textOf = (document: OpenApiDocument) => `${JSON.stringify(document, null, 2)}\n`;

describe('the committed description of the API', () => {
  let service: SharedService;
  let document: OpenApiDocument;
  let backoffice: OpenApiDocument;

  beforeAll(async () => {
    service = await sharedService();
    [document, backoffice] = documentsOf(service.app).map(sorted) as [OpenApiDocument, OpenApiDocument];
  });

  it('is what the service serves', async () => {
    const served: unknown = await (await fetch(`${service.url}/docs/openapi.json`)).json();
    // With its own address, so that tools which read a downloaded copy call the service.
    expect(served).toEqual({ ...document, servers: [{ url: `${service.url}/api` }] });
    await expect(textOf(document)).toMatchFileSnapshot(DOCUMENT, 'Run: npm run openapi');
  });

  it('has what the pages use of the backoffice', async () => {
    await expect(textOf(forPages(backoffice))).toMatchFileSnapshot(BACKOFFICE_DOCUMENT, 'Run: npm run openapi');
  });

  it("passes Redocly's recommended rules", async () => {
    expect(await lintDocument(document)).toEqual([]);
    expect(await lintDocument(backoffice)).toEqual([]);
    const faulty = { ...document, paths: { '/quizzes/': { get: { responses: { 200: {} } } } } };
    expect(await lintDocument(faulty)).toEqual(
      expect.arrayContaining([
        'no-path-trailing-slash #/paths/~1quizzes~1',
        'struct #/paths/~1quizzes~1/get/responses/200',
      ]),
    );
  });

  it('has no breaking change since the last release without a migration note in CHANGELOG.md', async () => {
    const released = JSON.parse(await readFile(file('apps/api/openapi.released.json'), 'utf8')) as OpenApiDocument;
    const changelog = await readFile(file('CHANGELOG.md'), 'utf8');
    expect(unannounced(breakingChanges(released, document), changelog)).toEqual([]);
  });

  it('forbids unknown fields in requests and allows them in responses', () => {
    for (const { components } of [document, backoffice]) {
      const schemas = Object.entries(components?.schemas ?? {}) as [string, { additionalProperties?: boolean }][];
      const closed = schemas.flatMap(([name, schema]) => (schema.additionalProperties === false ? [name] : []));
      expect(closed.length).toBeGreaterThan(3);
      expect(closed).toEqual(
        schemas.flatMap(([name]) => (name.endsWith('Body') && name !== 'ErrorBody' ? [name] : [])),
      );
    }
  });

  it('declares the responses of every operation that any request can get', () => {
    for (const { responses = {} } of [...operationsOf(document), ...operationsOf(backoffice)]) {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '405', '408', '431', '500', '503']));
      expect(responses['405']?.headers).toHaveProperty('Allow');
      expect(responses['503']?.headers).toHaveProperty('Retry-After');
    }
  });

  it('requires all headers of a response except a few', () => {
    const headers = [...operationsOf(document), ...operationsOf(backoffice)]
      .flatMap(({ responses = {} }) => Object.values(responses))
      .flatMap((response) => Object.entries(response.headers ?? {}));
    const named = (isRequired: boolean) =>
      [...new Set(headers.flatMap(([name, { required = false }]) => (required === isRequired ? [name] : [])))].sort();
    expect(named(false)).toEqual(['Idempotency-Replayed', 'X-Required-Scope']);
    expect(named(true)).toEqual([
      ...['Allow', 'ETag', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Set-Cookie', 'X-Error-Code'],
      ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'],
    ]);
  });

  it('gives every integer a format', () => {
    const integers = [document, backoffice].flatMap(
      (one) => JSON.stringify(one).match(/{[^{}]*"integer"[^{}]*}/g) ?? [],
    );
    expect(integers.length).toBeGreaterThan(50);
    for (const integer of integers) expect(integer).toMatch(/"format":"int(32|64)"/);
  });

  it('has no example of an optional header or filter, which the documentation page would send', () => {
    const parameters = operationsOf(document).flatMap((operation) => operation.parameters ?? []);
    const headers = parameters.filter((parameter) => parameter.in === 'header');
    expect(headers.map(({ name }) => name)).toEqual(expect.arrayContaining(['If-Match', 'Idempotency-Key']));
    for (const header of headers) expect(JSON.stringify(header)).not.toMatch(/"(examples?|default)":/);
    const filters = parameters.filter((parameter) => parameter.in === 'query');
    expect(filters.map(({ name }) => name)).toEqual(expect.arrayContaining(['search', 'updatedSince']));
    for (const filter of filters) expect(JSON.stringify(filter)).not.toMatch(/"example":/);
  });

  it('has an example for every body', () => {
    const parts = operationsOf(document).flatMap(({ requestBody, responses = {} }) => [
      requestBody,
      ...Object.values(responses),
    ]);
    const media = parts.flatMap((part) => Object.values(part?.content ?? {}));
    expect(media.length).toBeGreaterThan(20);
    for (const one of media) expect(one.example ?? one.examples).toBeDefined();
  });
});
