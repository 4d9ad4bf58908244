import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dump } from 'js-yaml';
import { CONFIGURATION, type Configuration, originOf } from '#libs/configuration';
import { ADMIN_PATH, BASE_PATH, EndpointRegistry } from '#libs/http';
import { describeService } from './descriptions.js';
import { COMPRESSION } from '../edge/compression.js';
import { serveFiles } from '../edge/serve-files.js';
import { PROJECT_ROOT } from '../project-root.js';
import { conciseDocument } from './concise-document.js';
import { type Guide, llmsText, markdownPath, readGuides } from './guides.js';
import { DOCS_PATH, renderPage } from './page.js';
import { operationGroups, type OperationLink, REFERENCE_PATH, referencePage } from './reference.js';
import { errorsTable, rolesTable, scopesTable } from './tables.js';

/** Scripts and styles of the pages. */
const PARTS = join(PROJECT_ROOT, 'apps/api/documentation');

/** Those of Swagger UI that the reference needs, with compressed copies, which the build of the pages writes. */
const SWAGGER_UI_COPIES = join(PROJECT_ROOT, 'dist/apps/backoffice/documentation');
const SWAGGER_UI = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js']);

const COMPRESSED = { compress: COMPRESSION };

/** Without anchors, because not every tool reads them. Folding lines would take as long as the rest. */
const YAML = { skipInvalid: true, noRefs: true, lineWidth: -1 };

/** Serves guides and reference of the public API under /docs, and the description of the backoffice to administrators. */
export async function serveDocumentation(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpAdapter().getInstance();
  const { api: document, backoffice } = describeService(app);
  const configuration = app.get<Configuration>(CONFIGURATION);
  const siteOf = (request: FastifyRequest) => originOf(configuration, request);
  const forOrigin = (request: FastifyRequest) => ({
    ...document,
    servers: [{ url: siteOf(request) + BASE_PATH }],
  });
  servePages(server, document, app.get(EndpointRegistry), siteOf);
  // Tools on pages of other origins may read the description: it is public.
  server.get(`${DOCS_PATH}/openapi.json`, COMPRESSED, (request, reply) =>
    reply.header('access-control-allow-origin', '*').send(forOrigin(request)),
  );
  const { servers: _, ...withoutServers } = document;
  let yaml: Promise<string> | undefined;
  server.get(`${DOCS_PATH}/openapi.yaml`, async (request, reply) => {
    const text = await (yaml ??= writeYaml(withoutServers));
    return reply.type('text/yaml').send(text + dump({ servers: forOrigin(request).servers }, YAML));
  });
  server.get(`${ADMIN_PATH}/openapi.json`, { config: { access: { kind: 'session' } } }, () => backoffice);
  // One route per file, so that no other path is theirs.
  const files = { prefix: `${DOCS_PATH}/`, wildcard: false, index: false } as const;
  await serveFiles(server, { ...files, root: PARTS });
  // Tests of the service alone have no build of the pages.
  const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const root = existsSync(SWAGGER_UI_COPIES) ? SWAGGER_UI_COPIES : swaggerUi;
  await serveFiles(server, { ...files, root, allowedPath: (path) => SWAGGER_UI.has(path) });
}

/** Writes part by part, because the whole would hold the event loop. */
async function writeYaml(document: Omit<OpenAPIObject, 'servers'>): Promise<string> {
  let yaml = '';
  for (const [name, value] of Object.entries(document)) {
    const parts = typeof value !== 'object' || Array.isArray(value) ? [] : Object.entries(value);
    yaml += parts.length === 0 ? dump({ [name]: value }, YAML) : `${name}:\n`;
    for (const part of parts) {
      yaml += dump(Object.fromEntries([part]), YAML).replaceAll(/^(?=.)/gm, '  ');
      await setImmediate();
    }
  }
  return yaml;
}

/** @param siteOf the origin at which a client reaches the service */
function servePages(
  server: FastifyInstance,
  document: OpenAPIObject,
  registry: EndpointRegistry,
  siteOf: (request: FastifyRequest) => string,
): void {
  const groups = operationGroups(document);
  const operations = groups.flatMap((group) => group.operations);
  const guides = readGuides({
    operations: new Map(operations.map(({ name, path }) => [name, path])),
    derived: {
      roles: () => rolesTable(registry),
      scopes: () => scopesTable(registry),
      errors: (statuses) => errorsTable(document, statuses),
    },
  });
  const navigation = [
    { title: 'Guides', links: guides },
    { title: 'Reference', links: [{ title: 'All operations', path: REFERENCE_PATH }] },
    ...groups.map((group) => ({ title: group.tag, links: group.operations })),
  ];
  for (const page of [...guides, referencePage(document)]) {
    const html = renderPage(page, navigation);
    for (const path of page.path === DOCS_PATH ? [DOCS_PATH, `${DOCS_PATH}/`] : [page.path]) {
      server.get(path, COMPRESSED, (_request, reply) => reply.type('text/html; charset=utf-8').send(html));
    }
  }
  for (const { path, markdown } of guides) {
    server.get(markdownPath(path), COMPRESSED, (_request, reply) =>
      reply.type('text/markdown; charset=utf-8').send(markdown),
    );
  }
  server.get('/llms.txt', COMPRESSED, (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(llmsText(guides, siteOf(request))),
  );
  const concise = conciseDocument(document);
  server.get(`${REFERENCE_PATH}.json`, COMPRESSED, () => concise);
  const found = findable(guides, operations);
  server.get(`${DOCS_PATH}/search.json`, COMPRESSED, () => found);
}

/** What the search of the pages looks through. */
const findable = (guides: Guide[], operations: OperationLink[]) => [
  ...operations.map(({ name, title, description, id, fields, path }) => ({
    title,
    in: name,
    text: [description, id, ...fields].join(' '),
    path,
  })),
  ...guides.flatMap(({ title: guide, path, sections }) =>
    sections.map(({ title, anchor, text }) => ({ title, in: guide, text, path: `${path}#${anchor}` })),
  ),
];
