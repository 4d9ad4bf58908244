import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestContext } from './request-context.js';

const read = () => 'read';

describe('RequestContext', () => {
  const request = { url: '/' } as FastifyRequest;
  const reply = { statusCode: 200 } as FastifyReply;
  const context = new RequestContext(request, reply, Date, read);

  it('returns the class and the method of the route', () => {
    expect([context.getClass(), context.getHandler()]).toEqual([Date, read]);
  });

  it("returns request and reply by each of Nest's methods", () => {
    const http = context.switchToHttp();
    expect([http.getRequest(), http.getResponse()]).toEqual([request, reply]);
    expect(context.getArgs()).toEqual([request, reply]);
    expect(context.getArgByIndex(1)).toBe(reply);
    expect(context.getType()).toBe('http');
  });

  it('belongs to no other transport', () => {
    expect(() => context.switchToRpc()).toThrow();
    expect(() => context.switchToWs()).toThrow();
  });
});
