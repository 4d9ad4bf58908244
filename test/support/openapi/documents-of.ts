import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { sessionCookie } from '#libs/backoffice-auth';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { EndpointRegistry } from '#libs/http';
import { describeService } from '../../../apps/api/src/documentation/descriptions.js';
import type { OpenApiDocument } from './document.js';

/** By the name of the session's cookie, the only difference between two services. */
const described = new Map<string, Documents>();

type Documents = [api: OpenApiDocument, backoffice: OpenApiDocument];

/**
 * The OpenAPI documents of a service.
 * @param modules the modules that a team has added to it
 */
export function documentsOf(app: INestApplication, modules: Type[] = []): Documents {
  if (modules.length > 0) return describe(app);
  const { name } = sessionCookie(app.get<Configuration>(CONFIGURATION));
  const documents = described.get(name) ?? describe(app);
  described.set(name, documents);
  return documents;
}

function describe(app: INestApplication): Documents {
  const copy = (document: object) => JSON.parse(JSON.stringify(document)) as OpenApiDocument;
  const { api, backoffice } = describeService(app);
  return [copy(api), copy(backoffice)];
}

const createDocument = SwaggerModule.createDocument.bind(SwaggerModule);
let created: { parts: unknown[]; document: OpenAPIObject } | undefined;

/** Reading the controllers takes half the time of a service's start. Services with the same modules in the same order share the result. */
SwaggerModule.createDocument = (app, config, options) => {
  const modules = [...app.get(ModulesContainer).values()].map(({ metatype }) => metatype);
  const parts = [...modules, ...app.get(EndpointRegistry).endpoints.map(({ handler }) => handler)];
  if (created?.parts.length !== parts.length || created.parts.some((part, index) => part !== parts[index])) {
    created = { parts, document: createDocument(app, config, options) };
  }
  // The service changes operations of the result, in the same way each time.
  return created.document;
};
