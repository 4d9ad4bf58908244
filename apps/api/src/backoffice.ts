import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { PROJECT_ROOT } from './project-root.js';

/** Serves the backoffice's files under /admin, and leads who opens the site itself to the documentation. */
export async function serveBackoffice(server: FastifyInstance): Promise<void> {
  await server.register(fastifyStatic, {
    root: join(PROJECT_ROOT, 'apps/backoffice/public'),
    prefix: '/admin/',
    decorateReply: false,
    index: ['index.html'],
  });
  server.get('/', (_request, reply) => reply.redirect('/docs', 302));
  server.get('/admin', (_request, reply) => reply.redirect('/admin/', 308));
}
