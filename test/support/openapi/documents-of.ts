import type { INestApplication, Type } from '@nestjs/common';
import { sessionCookie } from '#libs/backoffice-auth';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { describeApi, describeBackoffice } from '../../../apps/api/src/documentation.js';
import type { OpenApiDocument } from './document.js';

/** By the name of the session's cookie, which is all that differs between two services. */
const described = new Map<string, Documents>();

type Documents = [api: OpenApiDocument, backoffice: OpenApiDocument];

/**
 * The OpenAPI documents of a service.
 * @param modules what a team has added to it
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
  return [copy(describeApi(app)), copy(describeBackoffice(app))];
}
