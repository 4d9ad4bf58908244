import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type INestApplication } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, onRequestHookHandler, onSendHookHandler, RouteOptions } from 'fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { sessionCookie } from '#libs/backoffice-auth';
import {
  ADMIN_PATH,
  adminDocument,
  BASE_PATH,
  decodedPath,
  EndpointRegistry,
  isUnder,
  NotFound,
  publicDocument,
  ROLES,
} from '#libs/http';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { serveFiles } from './edge/serve-files.js';
import { PROJECT_ROOT } from './project-root.js';

const { version: VERSION } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
  version: string;
};

const descriptionOf = (endpoints: EndpointRegistry) => `
Quizzes, scored attempts and leaderboards.

Every operation needs an API key in the header \`x-api-key\`. Administrators create keys in the backoffice. A key acts with the
rights that the role of its user gives at the time of the request:

| role | scopes |
|---|---|
${ROLES.map((role) => `| ${role} | ${endpoints.scopesOf(role).join(', ')} |`).join('\n')}

${withoutScope(endpoints)}

Requests are limited per key, by default to 100 in 60 seconds; every response reports the state of the window in its headers. Bodies
are JSON in UTF-8 of up to 1 MiB; that of a GET or DELETE is ignored. Ids are UUIDs in lower case. Every error has the form
\`{"error": string}\`; an invalid body or query is answered with the path of each wrong field. The header \`X-Error-Code\` has a
stable code for programs, such as \`quiz_not_found\`. Unknown query parameters are ignored, and a \`limit\` above 100 is applied as 100.
`;

/** The operations that every valid key may use. */
function withoutScope({ endpoints }: EndpointRegistry): string {
  const routes = endpoints.filter(({ access }) => access.kind === 'key');
  const names = routes.map(({ method, path }) => `\`${method} ${path.slice(BASE_PATH.length)}\``);
  return `No scope is needed for: ${names.join(', ')}.`;
}

/** The description of the public API. It is served, and committed as `apps/api/openapi.json`. */
export function describeApi(app: INestApplication): OpenAPIObject {
  return publicDocument(app, {
    title: 'Quiz service',
    description: descriptionOf(app.get(EndpointRegistry)).trim(),
    version: VERSION,
  });
}

/** The description of the backoffice's HTTP interface. The types of its pages are generated from it. */
export function describeBackoffice(app: INestApplication): OpenAPIObject {
  const site = {
    title: 'Quiz service backoffice',
    description: "The HTTP interface of the administrators' web interface.",
    version: VERSION,
  };
  return adminDocument(app, site, sessionCookie(app.get<Configuration>(CONFIGURATION)).name);
}

const DOCS_PATH = '/docs';

/** The parts of the page. Its package has other files too, which reveal versions and open other pages. */
const PARTS = new Set(
  [
    '',
    '/',
    '/openapi.json',
    '/openapi.yaml',
    '/swagger-ui.css',
    '/swagger-ui-init.js',
    '/swagger-ui-bundle.js',
    '/swagger-ui-standalone-preset.js',
    '/favicon-16x16.png',
    '/favicon-32x32.png',
  ].map((part) => DOCS_PATH + part),
);

/** The description, which tools on pages of other origins may read: it is public. */
const DESCRIPTION = `${DOCS_PATH}/openapi.json`;

const onlyParts: onRequestHookHandler = (request, reply, done) => {
  // `Range` is ignored, as for all files: the package would answer 416 without `Content-Range`.
  request.headers.range = undefined;
  const path = decodedPath(request.url);
  if (path === DESCRIPTION) void reply.header('access-control-allow-origin', '*');
  done(PARTS.has(path) ? undefined : new NotFound());
};

/** The package announces that it supports ranges. */
const withoutRanges: onSendHookHandler = (_request, reply, payload, done) => {
  void reply.removeHeader('accept-ranges');
  done(null, payload);
};

/** Lets a route under /docs serve only the parts of the documentation. */
export function onlyDocumentation(route: RouteOptions): void {
  if (!isUnder(DOCS_PATH, route.url)) return;
  route.onRequest = [onlyParts, ...[route.onRequest ?? []].flat()];
  route.onSend = [...[route.onSend ?? []].flat(), withoutRanges];
}

/** Serves the documentation of the public API under /docs, and the description of the backoffice to administrators. */
export async function serveDocumentation(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpAdapter().getInstance();
  await serveCompressed(server);
  SwaggerModule.setup('docs', app, describeApi(app), {
    jsonDocumentUrl: 'docs/openapi.json',
    yamlDocumentUrl: 'docs/openapi.yaml',
    customSiteTitle: 'Quiz service API',
  });
  const admin = describeBackoffice(app);
  server.get(`${ADMIN_PATH}/openapi.json`, { config: { access: { kind: 'session' } } }, () => admin);
}

/** Large files of the documentation page with compressed copies, which the build of the pages writes. */
const COMPRESSED = join(PROJECT_ROOT, 'dist/apps/backoffice/documentation');

/** Serves these files compressed. Without a build, as in tests of the service alone, `@nestjs/swagger` serves them uncompressed. */
async function serveCompressed(server: FastifyInstance): Promise<void> {
  if (!existsSync(COMPRESSED)) return;
  // One route per file: they take precedence over the wildcard of `@nestjs/swagger`.
  await serveFiles(server, { root: COMPRESSED, prefix: `${DOCS_PATH}/`, wildcard: false });
}
