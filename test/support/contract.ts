// Compares every response under /api and /admin/api in every test with the served documents, as a validating proxy in
// front of the service would, and also every accepted request. A mismatch fails its test.
import type { INestApplication, Provider, Type } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { disagreements, type Exchange } from './openapi/check-exchange.js';
import type { OpenApiDocument } from './openapi/document.js';
import { documentsOf } from './openapi/documents-of.js';

let violations: string[] = [];

/** The mismatches since the last call, for tests that cause some. */
export function takeViolations(): string[] {
  const taken = violations;
  violations = [];
  return taken;
}

/** @throws Error that names each request whose response does not match the documents, and the mismatch */
export function expectNoViolations(): void {
  const found = takeViolations();
  if (found.length > 0) throw new Error(`Not as the OpenAPI documents say:\n${[...new Set(found)].join('\n')}`);
}

/**
 * Compares the responses of a service, for any client.
 * @param modules the modules that a team has added to the service
 * @returns a provider to start the service with, and `of`, to call with the started service
 */
export function contractCheck(modules: Type[]): { provider: Provider; of: (app: INestApplication) => void } {
  let documents = (): OpenApiDocument[] => [];
  const bodies = new WeakMap<FastifyReply, string | undefined>();

  const check = (reply: FastifyReply) => {
    const { request, statusCode: status } = reply;
    const { method, url: target, headers: requestHeaders, body: requestBody } = request;
    const exchange = {
      method,
      target,
      requestHeaders,
      requestBody,
      status,
      headers: reply.getHeaders(),
      body: bodies.get(reply),
    };
    violations.push(...problemsOf(exchange).map((problem) => `${method} ${target} → ${status}: ${problem}`));
  };
  // Fastify would swallow an error of a hook here.
  const problemsOf = (exchange: Exchange): string[] => {
    try {
      return documents().flatMap((document) => disagreements(document, exchange));
    } catch (error) {
      return [`cannot be checked: ${String(error)}`];
    }
  };

  const useFactory = ({ httpAdapter }: HttpAdapterHost<FastifyAdapter>) => {
    const server = httpAdapter.getInstance();
    // Before it is compressed.
    server.addHook('onSend', (_request, reply, payload, done) => {
      bodies.set(reply, textOf(payload));
      done(null, payload);
    });
    // By now it has all its headers.
    server.addHook('onResponse', (_request, reply, done) => {
      check(reply);
      done();
    });
  };
  return {
    provider: { provide: contractCheck, inject: [HttpAdapterHost], useFactory },
    of: (app) => {
      let described: OpenApiDocument[] | undefined;
      documents = () => (described ??= documentsOf(app, modules));
    },
  };
}

/** The text of a body; undefined for a streamed file. */
function textOf(payload: unknown): string | undefined {
  if (payload === null || payload === undefined) return '';
  if (Buffer.isBuffer(payload)) return payload.toString();
  return typeof payload === 'string' ? payload : undefined;
}
