import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { EndpointRegistry } from '../endpoint-registry.js';
import { ErrorBody } from '../error-body.js';
import { ADMIN_PATH, BASE_PATH } from '../paths.js';
import { type RequestClass, withNested } from '../validation/request-class.js';
import { closeRequests } from './close-requests.js';
import { tagsOf } from './api-tag.decorator.js';
import { exampleOf } from './example.js';
import { formatIntegers } from './format-integers.js';
import { operationsOf, schemasIn, webhookRequestsOf } from './parts.js';
import { type DescribedEvent, webhooksOf } from './webhooks.js';

interface Site {
  title: string;
  description: string;
}

interface DocumentsOptions {
  /** Of the service. */
  version: string;
  api: Site;
  /** The requests that webhooks get. */
  events: readonly DescribedEvent[];
  backoffice: Site;
  /** Name of the session's cookie. */
  cookie: string;
}

export interface Documents {
  api: OpenAPIObject;
  backoffice: OpenAPIObject;
}

/** The descriptions of the public API and of the backoffice's HTTP interface. */
export function createDocuments(
  app: INestApplication,
  { version, api, events, backoffice, cookie }: DocumentsOptions,
): Documents {
  const apiBuilder = builderOf(version, api).addApiKey(
    { type: 'apiKey', name: 'x-api-key', in: 'header', description: 'A key that an administrator created' },
    'ApiKey',
  );
  const backofficeBuilder = builderOf(version, backoffice)
    .addApiKey({ type: 'apiKey', name: cookie, in: 'cookie', description: 'Set by signing in' }, 'Session')
    .addApiKey({ type: 'apiKey', name: 'x-csrf-token', in: 'header', description: 'Given by signing in' }, 'CsrfToken');
  /** By the id of the operation. */
  const methods = new Map<string, string>();
  // Once for both, because it takes longer than the rest.
  const all = SwaggerModule.createDocument(app, apiBuilder.build(), {
    extraModels: [ErrorBody, ...events.flatMap(({ data }) => data ?? [])],
    operationIdFactory: (controller, method) => {
      methods.set(`${controller}_${method}`, method);
      return `${controller}_${method}`;
    },
  });
  const documents = {
    api: build(app, all, apiBuilder, BASE_PATH, events),
    backoffice: build(app, all, backofficeBuilder, ADMIN_PATH),
  };
  // Generators of clients make names of the ids: in the public API, those of the methods are enough.
  for (const operation of operationsOf(documents.api)) {
    operation.operationId = methods.get(operation.operationId ?? '') ?? operation.operationId;
  }
  return documents;
}

const builderOf = (version: string, { title, description }: Site) =>
  new DocumentBuilder()
    .setOpenAPIVersion('3.1.1')
    .setTitle(title)
    .setDescription(description)
    .setVersion(version)
    .setLicense('MIT', 'https://opensource.org/license/mit');

/** @param all the operations and schemas of the whole service */
function build(
  app: INestApplication,
  all: OpenAPIObject,
  builder: DocumentBuilder,
  prefix: string,
  events: readonly DescribedEvent[] = [],
): OpenAPIObject {
  const isInDocument = (path: string) =>
    path.startsWith(`${prefix}/`) && (prefix === ADMIN_PATH || !path.startsWith(`${ADMIN_PATH}/`));
  const { components, ...config } = builder.build();
  const document: OpenAPIObject = {
    ...config,
    servers: [{ url: prefix }],
    paths: Object.fromEntries(
      Object.entries(all.paths).flatMap(([path, item]) =>
        isInDocument(path) ? [[path.slice(prefix.length), item]] : [],
      ),
    ),
    components: { ...components, schemas: { ...all.components?.schemas } },
  };
  delete document.info.contact;
  if (events.length > 0) document.webhooks = webhooksOf(events);
  keepUsedSchemas(document);
  closeRequests(document, bodyClasses(app));
  formatIntegers(document);
  document.tags = tagsOf(
    document,
    app.get(EndpointRegistry).endpoints.filter(({ path }) => isInDocument(path)),
  );
  addExamples(document);
  emptyFilters(document);
  return document;
}

/** The classes of all request bodies, and the classes nested in them, by name. */
function bodyClasses(app: INestApplication): Map<string, RequestClass> {
  const bodies = app.get(EndpointRegistry).endpoints.flatMap(({ body }) => body.type ?? []);
  return new Map([...withNested(bodies)].map((type) => [type.name, type]));
}

/** Removes the schemas that only operations of the other document use. */
function keepUsedSchemas(document: OpenAPIObject): void {
  const used = schemasIn(document, [document.paths, document.webhooks]);
  const schemas = Object.entries(document.components?.schemas ?? {}).filter(([name]) => used.has(name));
  document.components = { ...document.components, schemas: Object.fromEntries(schemas) };
}

/** Turns `example` of optional query parameters into `examples`: forms to try an operation would send the former as a filter. */
function emptyFilters(document: OpenAPIObject): void {
  for (const { parameters = [] } of operationsOf(document)) {
    for (const parameter of parameters) {
      if ('$ref' in parameter || parameter.in !== 'query' || parameter.required === true) continue;
      const { schema } = parameter;
      if (schema === undefined || '$ref' in schema || schema.example === undefined) continue;
      const { example, ...rest } = schema as { example: unknown };
      parameter.schema = { ...rest, examples: [example] };
    }
  }
}

/** Gives every body an example, built from the examples of its fields. */
function addExamples(document: OpenAPIObject): void {
  const schemas = document.components?.schemas;
  for (const operation of [...operationsOf(document), ...webhookRequestsOf(document)]) {
    const parts = [operation.requestBody, ...Object.values(operation.responses)];
    for (const part of parts) {
      if (part === undefined || '$ref' in part) continue;
      for (const media of Object.values(part.content ?? {})) {
        if (media.schema !== undefined && media.examples === undefined)
          media.example ??= exampleOf(media.schema, schemas);
      }
    }
  }
}
