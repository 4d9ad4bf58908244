import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routeOf } from '#libs/http';
import { withoutKeys } from '../logging/without-keys.js';

/**
 * Creates a span of each request, named by method and route, with the attributes of
 * https://opentelemetry.io/docs/specs/semconv/http/http-spans/. The caller's trace goes on; no query is told, for it may hold codes of
 * a sign-in.
 */
export function observeServer(server: FastifyInstance, tracer: Tracer): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  server.addHook('onRequest', (request, reply, done) => {
    const caller = propagation.extract(ROOT_CONTEXT, request.headers);
    const span = tracer.startSpan(
      nameOf(request),
      { kind: SpanKind.SERVER, attributes: attributesOf(request) },
      caller,
    );
    const active = trace.setSpan(caller, span);
    contexts.set(request, active);
    request.log = reply.log = request.log.child({ trace_id: span.spanContext().traceId });
    context.with(active, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT);
    if (span !== undefined) end(span, request, reply);
    done();
  });
}

function nameOf(request: FastifyRequest): string {
  const route = routeOf(request);
  return route === undefined ? request.method : `${request.method} ${route}`;
}

function attributesOf(request: FastifyRequest): Attributes {
  const { 'user-agent': userAgent } = request.headers;
  return {
    'http.request.method': request.method,
    'http.route': routeOf(request),
    'url.scheme': request.protocol,
    'url.path': withoutKeys(request.url.split('?', 1)[0] ?? ''),
    'network.protocol.version': request.raw.httpVersion,
    'client.address': request.ip,
    'user_agent.original': userAgent === undefined ? undefined : withoutKeys(userAgent),
    'quiz.request_id': request.id,
  };
}

function end(span: Span, { failure, apiKeyId }: FastifyRequest, { statusCode }: FastifyReply): void {
  span.setAttributes({
    'http.response.status_code': statusCode,
    'quiz.key_id': apiKeyId,
    'quiz.refusal': failure?.reason,
  });
  if (statusCode >= 500) {
    span.setAttribute('error.type', failure?.reason ?? String(statusCode)).setStatus({ code: SpanStatusCode.ERROR });
    if (failure?.cause instanceof Error) {
      const { name, message, stack = '' } = failure.cause;
      span.recordException({ name, message: withoutKeys(message), stack: withoutKeys(stack) });
    }
  }
  span.end();
}
