// The processor time of hostile bodies, at each route that takes one.
import { Agent } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfiguration } from '#libs/configuration';
import { EndpointRegistry, type RegisteredEndpoint } from '#libs/http';
import { AppModule } from '../../apps/api/src/app.module.js';
import { createApp } from '../../apps/api/src/create-app.js';
import * as features from '../../apps/api/src/modules.js';
import { CertificatesModule } from '../../tools/module-sample/src/index.js';
import { Backoffice } from '../support/backoffice.js';
import { createPlayer, createQuiz, type Player } from '../support/factories.js';
import { send } from '../support/http.js';
import { logIntoRun } from '../support/log.js';
import { LONG_TIMEOUTS } from '../support/long-timeouts.js';
import { type OpenApiDocument, resolve, type SchemaObject } from '../support/openapi/document.js';
import { type ListedOperation, operationsOf } from '../support/openapi/operations.js';
import { ADMINISTRATOR, createServiceDatabase } from '../support/service.js';

/** Plain requests that a request may cost. */
const MAX_RATIO = 20;

/** Without the comparison of each response with its description, which takes processor time too. */
let app: NestFastifyApplication;
let url: string;
let backoffice: Backoffice;
let admin: Player;
let quizId: string;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  const databaseUrl = await createServiceDatabase();
  logIntoRun();
  const configuration = loadConfiguration({
    ...LONG_TIMEOUTS,
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_REQUESTS: '1000000',
  });
  const modules = [...Object.values(features), CertificatesModule];
  app = await createApp(configuration, AppModule.forRoot(configuration, false, modules));
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  url = `http://127.0.0.1:${port}`;
  backoffice = await Backoffice.signIn(url, ADMINISTRATOR);
  admin = await createPlayer({ backoffice, url }, 'admin');
  quizId = (await createQuiz(admin)).id;
});

afterAll(async () => {
  agent.destroy();
  await app.close();
});

type Route = Pick<RegisteredEndpoint, 'method' | 'path'>;

/** @returns milliseconds of processor time of one request, of client and service together */
async function costOf({ method, path }: Route, body?: string): Promise<number> {
  const { cookie, csrfToken } = backoffice;
  const target = path.replace(':version', '1').replaceAll(/:\w+/g, quizId);
  const headers = { 'x-api-key': admin.key, cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' };
  const before = process.cpuUsage();
  await send(url, method, target, { headers, agent, ...(body !== undefined && { body }) });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Requests of which the median counts, after as many that warm up. */
const REQUESTS = 5;

async function usualCostOf(route: Route, body?: string): Promise<number> {
  const costs: number[] = [];
  for (let count = 0; count < 2 * REQUESTS; count++) costs.push(await costOf(route, body));
  return costs.slice(REQUESTS).sort((one, other) => one - other)[REQUESTS >> 1] ?? 0;
}

/** Other work of the process can only add to a measurement, so that the cheapest one counts. @returns undefined if it is cheap */
async function costBeyond(limit: number, route: Route, body: string): Promise<number | undefined> {
  let lowest = Infinity;
  for (let count = 0; count < REQUESTS; count++) {
    lowest = Math.min(lowest, await costOf(route, body));
    if (lowest <= limit) return undefined;
  }
  return lowest;
}

type Write = ListedOperation & { schema: SchemaObject; document: OpenApiDocument };

function listOperations(document: OpenApiDocument, prefix: string): Map<string, Write> {
  return new Map(
    operationsOf(document).flatMap((operation) => {
      if (operation.body === undefined) return [];
      const path = operation.template.replaceAll(/\{(\w+)\}/g, ':$1');
      return [[`${operation.method} ${prefix}${path}`, { ...operation, schema: operation.body, document }]];
    }),
  );
}

/** As many repetitions as fit into `bytes`. */
const fill = (bytes: number, part: string, start = '', end = '') =>
  start + part.repeat((bytes - start.length - end.length) / part.length) + end;

/** Beginnings of texts that are slow to check. The last character is repeated. */
const TEXTS = ['x', '😀', '|', '%', '@', ' ', '\ud800', 'http://a/|', 'http://a@', 'http://\u4e00', 'http://a.\u4e00'];

/** The largest value of a schema. */
function largest(document: OpenApiDocument, schema: SchemaObject, text: string): unknown {
  const { type, properties = {}, items, enum: choices, ...limits } = resolve(document, schema);
  switch ([type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties).map(([name, of]) => [name, largest(document, of as SchemaObject, text)]),
      );
    case 'array':
      return Array.from({ length: Number(limits.maxItems) }, () => largest(document, items as SchemaObject, text));
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    default:
      return choices?.[0] ?? text.padEnd(Number(limits.maxLength ?? 40), [...text].at(-1));
  }
}

/** The same with shorter texts, if it does not fit into `bytes`. */
function largestWithin(bytes: number, value: unknown): string {
  const share = bytes / Buffer.byteLength(JSON.stringify(value)) / 1.1;
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'string' && share < 1 ? part.slice(0, Math.max(40, part.length * share)) : part,
  );
}

type Bounds = RegisteredEndpoint['body']['bounds'];

/** Bodies that are parsed alike at every route with these bounds. */
function* hostileJson({ bytes, values }: Bounds): Generator<[name: string, body: string]> {
  const unknown = Array.from({ length: bytes / 8 }, (_, index) => `"${index}":1`);
  yield ['a body beyond the limit', fill(bytes + 1, '[')];
  yield ['[[[[', fill(bytes, '[')];
  yield ['[[[[]]]]', fill(bytes / 2, '[') + fill(bytes / 2, ']')];
  yield ['{"a":{"a":', fill(bytes, '{"a":')];
  yield ['[{},{},', fill(bytes, '{},', '[', '{}]')];
  yield ['digits', fill(bytes, '1')];
  yield ['an escaped text', fill(bytes, String.raw`\u0041`, '"', '"')];
  yield ['unknown fields', `{${unknown.join()}}`];
  yield ['as many unknown fields as are parsed', `{${unknown.slice(0, values).join()}}`];
  yield ['long unknown fields', fill(bytes, `"${'x'.repeat(500)}":1,`, '{', '"":1}')];
}

function* hostileBodies(
  { document, schema }: Write,
  { bytes, values }: Bounds,
): Generator<[name: string, body: string]> {
  for (const [name, property] of Object.entries(resolve(document, schema).properties ?? {})) {
    if (resolve(document, property as SchemaObject).type !== 'array') continue;
    yield [`${name} of {}`, fill(bytes, '{},', `{"${name}":[`, '{}]}')];
    yield [
      `as many ${name} of {} as are parsed`,
      `{"${name}":[${Array(values >> 1)
        .fill('{}')
        .join()}]}`,
    ];
    yield [
      `as many ${name} of numbers as are parsed`,
      `{"${name}":[${Array(values - 1)
        .fill('1')
        .join()}]}`,
    ];
  }
  for (const text of TEXTS) {
    yield [`the largest body of ${JSON.stringify(text)}`, largestWithin(bytes, largest(document, schema, text))];
  }
}

it('a hostile body costs at most as much as 20 plain requests, at every route that takes one', async () => {
  const operations = new Map([
    ...listOperations((await (await fetch(`${url}/docs/openapi.json`)).json()) as OpenApiDocument, '/api'),
    ...listOperations(await backoffice.call<OpenApiDocument>('GET', '/openapi.json'), '/admin/api'),
  ]);
  const read = await usualCostOf({ method: 'GET', path: '/api/quizzes/:id' });
  const costly: string[] = [];
  const parsed = new Set<string>();
  const { endpoints } = app.get(EndpointRegistry);
  // The price of files is measured by `uploads.alone.spec.ts`.
  const taking = endpoints.filter(({ body }) => body.type !== undefined && body.type !== Buffer);
  expect(taking.length).toBeGreaterThan(20);
  for (const endpoint of taking) {
    const route = `${endpoint.method} ${endpoint.path}`;
    const operation = operations.get(route);
    if (operation === undefined) throw new Error(`No document describes ${route}`);
    const example = await usualCostOf(endpoint, JSON.stringify(operation.example));
    const limit = MAX_RATIO * Math.max(read, example);
    const { bounds } = endpoint.body;
    const isParsedAlike = parsed.has(JSON.stringify(bounds));
    parsed.add(JSON.stringify(bounds));
    for (const [name, body] of [...(isParsedAlike ? [] : hostileJson(bounds)), ...hostileBodies(operation, bounds)]) {
      const cost = await costBeyond(limit, endpoint, body);
      if (cost !== undefined) costly.push(`${route}: ${name}: ${cost.toFixed(1)} of ${limit.toFixed(1)} ms`);
    }
  }
  expect(costly).toEqual([]);
});
