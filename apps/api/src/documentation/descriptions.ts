import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type INestApplication } from '@nestjs/common';
import { sessionCookie } from '#libs/backoffice-auth';
import { BASE_PATH, createDocuments, type Documents, EndpointRegistry } from '#libs/http';
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

/**
 * The descriptions of the public API and of the backoffice's HTTP interface. The former is served, and committed as
 * `apps/api/openapi.json`. Of the latter, `apps/api/openapi.backoffice.json` has what the pages use; their types are generated from it.
 */
export const describeService = (app: INestApplication): Documents =>
  createDocuments(app, {
    version: VERSION,
    api: { title: 'Quiz service', description: descriptionOf(app.get(EndpointRegistry)).trim() },
    events: app.get(EventTypes).described,
    backoffice: {
      title: 'Quiz service backoffice',
      description: "The HTTP interface of the administrators' web interface.",
    },
    cookie: sessionCookie(app.get<Configuration>(CONFIGURATION)).name,
  });
