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
  version: string;
}

/**
 * The description of the public API.
 * @param events that webhooks get
 */
export function publicDocument(app: INestApplication, site: Site, events: readonly DescribedEvent[]): OpenAPIObject {
  const builder = new DocumentBuilder().addApiKey(
    { type: 'apiKey', name: 'x-api-key', in: 'header', description: 'A key that an administrator created' },
    'ApiKey',
  );
  return build(app, builder, BASE_PATH, site, events);
}

/**
 * The description of the backoffice's HTTP interface.
 * @param cookie name of the session's cookie
 */
export function adminDocument(app: INestApplication, site: Site, cookie: string): OpenAPIObject {
  const builder = new DocumentBuilder()
    .addApiKey({ type: 'apiKey', name: cookie, in: 'cookie', description: 'Set by signing in' }, 'Session')
    .addApiKey({ type: 'apiKey', name: 'x-csrf-token', in: 'header', description: 'Given by signing in' }, 'CsrfToken');
  return build(app, builder, ADMIN_PATH, site);
}

function build(
  app: INestApplication,
  builder: DocumentBuilder,
  prefix: string,
  site: Site,
  events: readonly DescribedEvent[] = [],
): OpenAPIObject {
  const config = builder
    .setOpenAPIVersion('3.1.1')
    .setTitle(site.title)
    .setDescription(site.description)
    .setVersion(site.version)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    extraModels: [ErrorBody, ...events.flatMap(({ data }) => data ?? [])],
    operationIdFactory: (controller, method) => (prefix === ADMIN_PATH ? `${controller}_${method}` : method),
  });
  document.servers = [{ url: prefix }];
  delete document.info.contact;
  const isInDocument = (path: string) =>
    path.startsWith(`${prefix}/`) && (prefix === ADMIN_PATH || !path.startsWith(`${ADMIN_PATH}/`));
  document.paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, item]) =>
      isInDocument(path) ? [[path.slice(prefix.length), item]] : [],
    ),
  );
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
