// Every answer under /api and /admin/api in every test is compared with the served documents, as by a validating proxy in front of the
// service, and so is every request that was accepted. What disagrees fails the test in which it happened.
import type { INestApplication, Provider, Type } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { disagreements, type Exchange } from './openapi/check-exchange.js';
import type { OpenApiDocument } from './openapi/document.js';
import { documentsOf } from './openapi/documents-of.js';

let violations: string[] = [];

/** What was found since the last call, for tests in which something has to be found. */
export function takeViolations(): string[] {
  const taken = violations;
  violations = [];
  return taken;
}

/** @throws Error that names each request whose answer disagrees with the documents, and what disagrees */
export function expectNoViolations(): void {
  const found = takeViolations();
  if (found.length > 0) throw new Error(`Not as the OpenAPI documents say:\n${[...new Set(found)].join('\n')}`);
}

afterEach(expectNoViolations);

/**
 * Compares the responses of a service, for any client.
 * @param modules what a team has added to the service
 * @returns a provider to start the service with, and `of`, which is told the service once it has started
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
  // Fastify would swallow what a hook throws here.
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

/** The text of a body; undefined of a file that is written while it is sent. */
function textOf(payload: unknown): string | undefined {
  if (payload === null || payload === undefined) return '';
  if (Buffer.isBuffer(payload)) return payload.toString();
  return typeof payload === 'string' ? payload : undefined;
}
