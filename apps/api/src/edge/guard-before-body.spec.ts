import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { fastify, type FastifyInstance } from 'fastify';
import type { EndpointRegistry } from '#libs/http';
import { guardBeforeBody } from './guard-before-body.js';

describe('the guards', () => {
  let server: FastifyInstance;
  let asked: string[];
  let isAllowed: boolean;

  const guard = (name: string): CanActivate => ({
    canActivate: (context: ExecutionContext) => {
      asked.push(`${name}: ${context.getClass().name}.${context.getHandler().name}`);
      return isAllowed;
    },
  });

  const read = () => undefined;

  beforeEach(() => {
    asked = [];
    isAllowed = true;
    server = fastify();
    const endpoints = {
      find: () => ({ controller: Date, handler: read }),
      methodsOf: (path: string) => (path === '/api/quizzes' ? ['GET'] : []),
    } as unknown as EndpointRegistry;
    server.addHook('onRequest', guardBeforeBody({ api: guard('api'), admin: guard('admin') }, endpoints));
    const access = { kind: 'key', scope: 'quizzes:read' } as never;
    server.get('/api/quizzes', { config: { access } }, () => 'served');
    server.get('/health', () => 'served');
  });
  afterEach(() => server.close());

  const statusOf = async (method: 'GET' | 'POST', url: string) => (await server.inject({ method, url })).statusCode;

  it('see the class and method of the route', async () => {
    expect(await statusOf('GET', '/api/quizzes')).toBe(200);
    expect(asked).toEqual(['api: Date.read']);
  });

  it('reject a request by returning false', async () => {
    isAllowed = false;
    expect(await statusOf('GET', '/api/quizzes')).toBe(403);
  });

  it.each([
    ['GET', '/api/nothing', 404, 'api'],
    ['POST', '/api/quizzes', 405, 'api'],
    ['GET', '/admin/api/nothing', 404, 'admin'],
  ] as const)('are called before %s %s is answered %i', async (method, url, status, name) => {
    expect(await statusOf(method, url)).toBe(status);
    expect(asked).toEqual([`${name}: Object.noEndpoint`]);
  });

  it('are not called outside of both interfaces', async () => {
    expect(await statusOf('GET', '/health')).toBe(200);
    expect(asked).toEqual([]);
  });
});
