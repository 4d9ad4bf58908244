import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { sessionCookie } from '#libs/backoffice-auth';
import { adminDocument, BASE_PATH, EndpointRegistry, publicDocument } from '#libs/http';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { EventTypes } from '#libs/webhooks';
import { rolesTable } from './tables.js';
import { PROJECT_ROOT } from '../project-root.js';

const { version: VERSION } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
  version: string;
};

const descriptionOf = (endpoints: EndpointRegistry) => `
Quizzes, scored attempts and leaderboards.

Every operation needs an API key in the header \`x-api-key\`. Administrators create keys in the backoffice. A key acts with the
rights that the role of its user gives at the time of the request:

${rolesTable(endpoints)}

${withoutScope(endpoints)}

Requests are limited per key, by default to 100 in 60 seconds; every response reports the state of the window in its headers. Bodies
are JSON in UTF-8, as large as each operation says; that of a GET or DELETE is ignored. Ids are UUIDs in lower case. Every error has
the form \`{"error": string}\`; an invalid body or query is answered with the path of each wrong field. The header \`X-Error-Code\`
has a stable code for programs, such as \`quiz_not_found\`. Unknown query parameters are ignored, unless they look like misspelt
known ones, and a \`limit\` above 100 is applied as 100.
`;

/** The operations that every valid key may use. */
function withoutScope({ endpoints }: EndpointRegistry): string {
  const routes = endpoints.filter(({ access }) => access.kind === 'key');
  const names = routes.map(({ method, path }) => `\`${method} ${path.slice(BASE_PATH.length)}\``);
  return `No scope is needed for: ${names.join(', ')}.`;
}

/** The description of the public API. It is served, and committed as `apps/api/openapi.json`. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const site = {
    title: 'Quiz service',
    description: descriptionOf(app.get(EndpointRegistry)).trim(),
    version: VERSION,
  };
  return publicDocument(app, site, app.get(EventTypes).described);
}

/** The description of the backoffice's HTTP interface. The types of its pages are generated from `apps/api/openapi.backoffice.json`, the part that they use. */
export function describeBackoffice(app: INestApplication): OpenAPIObject {
  const site = {
    title: 'Quiz service backoffice',
    description: "The HTTP interface of the administrators' web interface.",
    version: VERSION,
  };
  return adminDocument(app, site, sessionCookie(app.get<Configuration>(CONFIGURATION)).name);
}
