import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sessionCookie } from '#libs/backoffice-auth';
import type { Configuration } from '#libs/configuration';
import { ADMIN_PATH, NotFound } from '#libs/http';
import { serveFiles } from './edge/serve-files.js';
import { PROJECT_ROOT } from './project-root.js';

const PAGES = join(PROJECT_ROOT, 'dist/apps/backoffice');
const A_YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * The pages load everything from the service, except the images of quizzes and users, after a click that names their host. The nonce is
 * for style elements that the components of the pages create.
 */
const policyWith = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "font-src 'self'",
    "img-src 'self' http: https:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';');

/** Serves the pages of the backoffice under /admin, and redirects / to the documentation. */
export async function serveBackoffice(server: FastifyInstance, configuration: Configuration): Promise<void> {
  server.get('/', (_request, reply) => reply.redirect('/docs', 302));
  server.get('/admin', (_request, reply) => reply.redirect('/admin/', 308));
  const index = join(PAGES, 'index.html');
  // Tests of the service run without its pages; `npm run build` builds them.
  if (!existsSync(index)) return;
  // The names of assets contain a hash of their content.
  await serveFiles(server, {
    root: join(PAGES, 'assets'),
    prefix: '/admin/assets/',
    index: false,
    maxAge: A_YEAR_MS,
    immutable: true,
  });
  const icon = readFileSync(join(PAGES, 'icon.svg'));
  server.get('/admin/icon.svg', (_request, reply) =>
    reply.header('content-type', 'image/svg+xml').header('cache-control', 'public, max-age=86400').send(icon),
  );
  const page = readFileSync(index, 'utf8');
  const cookie = sessionCookie(configuration);
  // The router of the pages handles every other path.
  server.get('/admin/*', (request, reply) => {
    if (request.url.startsWith(ADMIN_PATH)) throw new NotFound();
    const needsSession = !WITHOUT_SESSION.test(request.url);
    const hasSession = cookie.read(request) !== undefined;
    const paths = [...(needsSession ? ['/session'] : []), ...(hasSession ? [] : ['/session/methods'])];
    return sendPage(reply.header('link', paths.map(preload).join(', ')), page);
  });
}

/** Pages for people who have not signed in. */
const WITHOUT_SESSION = /^\/admin\/(sign-in|invitation)\b/;

/** Makes the browser request what every page begins with together with the code of the pages, and not after it. */
const preload = (path: string) => `<${ADMIN_PATH}${path}>; rel=preload; as=fetch; crossorigin`;

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policyWith(nonce),
    })
    .send(page.replaceAll('__CSP_NONCE__', nonce));
}
