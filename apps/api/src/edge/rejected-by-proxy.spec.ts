import type { IncomingMessage } from 'node:http';
import { BodyTooLarge, HeadersTooLarge, MalformedRequest } from '#libs/http';
import { readTargets } from './rejected-by-proxy.js';

const PROXY = '10.0.0.1';
const ACCEPTED = { PROXY_REJECTIONS: 'accepted', TRUSTED_PROXIES: [PROXY] } as const;

/** A request with a target, by default from the trusted proxy. */
const requestFor = (url: string, method = 'GET', remoteAddress = PROXY) =>
  ({ url, method, socket: { remoteAddress } }) as IncomingMessage;

const targetOf = (request: IncomingMessage, { PROXY_REJECTIONS, TRUSTED_PROXIES }: Settings = ACCEPTED) =>
  readTargets({ PROXY_REJECTIONS, TRUSTED_PROXIES: [...TRUSTED_PROXIES] })(request);

type Settings = { PROXY_REJECTIONS: 'accepted' | 'ignored'; TRUSTED_PROXIES: readonly string[] };

describe('readTargets', () => {
  it.each([
    ['400', { parseError: { error: MalformedRequest } }],
    ['413', { bodyError: { error: BodyTooLarge } }],
    ['431', { parseError: { error: HeadersTooLarge } }],
  ])('marks a request that a trusted proxy rejects with %s', (status, mark) => {
    const request = requestFor(`/rejected-by-proxy/${status}/api/quizzes?limit=2`);
    expect(targetOf(request)).toBe('/api/quizzes?limit=2');
    expect(request).toMatchObject(mark);
  });

  it('takes a rejected request without a target for one of the API', () => {
    expect(targetOf(requestFor('/rejected-by-proxy/431'))).toBe('/api');
  });

  it.each([
    ['PROPFIND', '/api/quizzes'],
    ['GET', '/rejected-by-proxy/405/api/quizzes'],
  ])('405 of %s: the target is %s, because only methods of routes get past the proxy', (method, target) => {
    expect(targetOf(requestFor('/rejected-by-proxy/405/api/quizzes', method))).toBe(target);
  });

  it.each([
    ['of another sender', requestFor('/rejected-by-proxy/413/api', 'GET', '10.0.0.2'), ACCEPTED],
    [
      'while rejections are ignored',
      requestFor('/rejected-by-proxy/413/api'),
      { ...ACCEPTED, PROXY_REJECTIONS: 'ignored' },
    ],
    ['with another status', requestFor('/rejected-by-proxy/404/api'), ACCEPTED],
    ['with a longer status', requestFor('/rejected-by-proxy/4130/api'), ACCEPTED],
    ['with the prefix elsewhere', requestFor('/api/rejected-by-proxy/413'), ACCEPTED],
  ] as const)('leaves a request %s as it is', (_case, request, settings) => {
    const { url } = request;
    expect(targetOf(request, settings)).toBe(url);
    expect(request).not.toHaveProperty('bodyError');
  });
});
