import { readFileSync, ReadStream } from 'node:fs';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, onSendAsyncHookHandler } from 'fastify';

/**
 * Serves the files of a folder, with the compressed copies that the build has written beside them. `Range` is ignored: the ETags are weak,
 * so that `If-Range` would match none of them (RFC 9110, 13.1.5 and 14.2).
 */
export async function serveFiles(server: FastifyInstance, options: FastifyStaticOptions): Promise<void> {
  await server.register(async (scope) => {
    const fromMemory = sendFromMemory();
    scope.addHook('onRoute', (route) => {
      route.onSend = [...[route.onSend ?? []].flat(), fromMemory];
    });
    await scope.register(fastifyStatic, {
      decorateReply: false,
      preCompressed: true,
      acceptRanges: false,
      ...options,
    });
  });
}

/**
 * Sends each file from one buffer. A stream of a large file takes milliseconds in many turns of the event loop: a few hundred clients
 * that request the file and do not read it would delay all others by seconds.
 */
function sendFromMemory(): onSendAsyncHookHandler {
  const files = new Map<string, { etag: unknown; body: Buffer }>();
  // oxlint-disable-next-line typescript/require-await -- what is thrown has to reject
  return async (_request, reply, payload) => {
    if (!(payload instanceof ReadStream)) return payload;
    // It may still be opening the file, which may be gone.
    payload.on('error', () => undefined).destroy();
    const path = String(payload.path);
    const etag = reply.getHeader('etag');
    const known = files.get(path);
    const file = known !== undefined && known.etag === etag ? known : { etag, body: readFileSync(path) };
    files.set(path, file);
    return file.body;
  };
}
