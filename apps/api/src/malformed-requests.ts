import type { FastifyInstance } from 'fastify';
import { MalformedRequest } from '#libs/platform';

/** Answers what Node would refuse by itself, without a body, or would answer and then hang. */
export function standInForNode(server: FastifyInstance): void {
  // Expectations that are not known may be ignored (RFC 9110, 10.1.1).
  server.server.on('checkExpectation', (request, response) => server.routing(request, response));
  server.addHook('onRequest', (request, reply, done) => {
    const { upgrade, 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    // Node reads nothing after a body that came with an offer to upgrade (https://github.com/nodejs/node/pull/60016).
    if (upgrade !== undefined && (length ?? encoding) !== undefined) reply.raw.shouldKeepAlive = false;
    done();
  });
}

/** Refuses a request without `Host`, as HTTP/1.1 wants it. Node's `requireHostHeader` must be off. */
export function refuseWithoutHost(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, headers } = request.raw;
    done(httpVersion === '1.1' && headers.host === undefined ? new MalformedRequest() : undefined);
  });
}
