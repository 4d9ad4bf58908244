import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describeApi, describeBackoffice } from '../../apps/api/src/documentation.js';
import { breakingChanges } from '../support/openapi/breaking-changes.js';
import type { OpenApiDocument } from '../support/openapi/document.js';
import { typesOf } from '../support/openapi/generate-types.js';
import { lintDocument } from '../support/openapi/lint-openapi.js';
import { unannounced } from '../support/openapi/migration-notes.js';
import { type Service, startService } from '../support/service.js';

/** Set by `npm run openapi`: the committed files are written and not compared. */
declare const updateOpenApi: boolean | undefined;

interface Part {
  content?: Record<string, { example?: unknown; examples?: unknown }>;
}

interface Operation {
  requestBody?: Part;
  responses?: Record<string, Part>;
}

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const DOCUMENT = file('apps/api/openapi.json');
const TYPES = file('test/support/api.gen.ts');
const BACKOFFICE_TYPES = file('apps/backoffice/src/api/api.gen.ts');

describe('the committed description of the API', () => {
  let service: Service;
  let document: OpenApiDocument;
  let backoffice: OpenApiDocument;

  beforeAll(async () => {
    service = await startService();
    document = JSON.parse(JSON.stringify(describeApi(service.app))) as OpenApiDocument;
    backoffice = JSON.parse(JSON.stringify(describeBackoffice(service.app))) as OpenApiDocument;
    if (typeof updateOpenApi === 'undefined') return;
    await writeFile(DOCUMENT, `${JSON.stringify(document, null, 2)}\n`);
    await writeFile(TYPES, await typesOf(document));
    await writeFile(BACKOFFICE_TYPES, await typesOf(backoffice));
  });

  afterAll(() => service.close());

  it('is what the service serves (else: npm run openapi)', async () => {
    const served: unknown = await (await fetch(`${service.url}/docs/openapi.json`)).json();
    expect(served).toEqual(document);
    expect(JSON.parse(await readFile(DOCUMENT, 'utf8'))).toEqual(document);
  });

  it('gives the types that the tests call the service with (else: npm run openapi)', async () => {
    expect(await readFile(TYPES, 'utf8')).toBe(await typesOf(document));
  });

  it('gives the types that the pages of the backoffice call it with (else: npm run openapi)', async () => {
    expect(await readFile(BACKOFFICE_TYPES, 'utf8')).toBe(await typesOf(backoffice));
  });

  it("passes Redocly's recommended rules", async () => {
    expect(await lintDocument(document)).toEqual([]);
    expect(await lintDocument(backoffice)).toEqual([]);
  });

  it('breaks nothing of the last release without a migration note in CHANGELOG.md', async () => {
    const released = JSON.parse(await readFile(file('apps/api/openapi.released.json'), 'utf8')) as OpenApiDocument;
    const changelog = await readFile(file('CHANGELOG.md'), 'utf8');
    expect(unannounced(breakingChanges(released, document), changelog)).toEqual([]);
  });

  it('has an example for every body', () => {
    const operations = Object.values(document.paths ?? {}).flatMap((item) => Object.values(item) as Operation[]);
    const parts = operations.flatMap(({ requestBody, responses = {} }) => [requestBody, ...Object.values(responses)]);
    const media = parts.flatMap((part) => Object.values(part?.content ?? {}));
    expect(media.length).toBeGreaterThan(20);
    for (const one of media) expect(one.example ?? one.examples).toBeDefined();
  });
});
