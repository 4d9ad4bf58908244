import { judgeResponse } from './judge-response.js';

function judge(status: number, body: string, headers: Record<string, string> = {}) {
  return judgeResponse({
    url: 'http://host/api/quizzes',
    status,
    statusText: 'Status Text',
    headers: new Headers(headers),
    body,
  });
}

describe('judgeResponse', () => {
  it('distinguishes a new quiz from an existing one', () => {
    expect(judge(201, '{}')).toEqual({ kind: 'created' });
    expect(judge(201, '{}', { 'Idempotency-Replayed': 'true' })).toEqual({ kind: 'already there' });
  });

  it.each([400, 413, 415, 422, 500])("reports a line rejected with %d with the service's error", (status) => {
    expect(judge(status, '{"error":"Says why"}')).toEqual({ kind: 'rejected', reason: `${status} Says why` });
  });

  it.each(['<html>', '', 'null', '{"error":1}'])('falls back on the status text for the body %j', (body) => {
    expect(judge(413, body)).toEqual({ kind: 'rejected', reason: '413 Status Text' });
  });

  it('removes control characters', () => {
    const body = JSON.stringify({ error: 'unknown field "\u001b[2J\r\n"' });
    expect(judge(400, body)).toEqual({ kind: 'rejected', reason: '400 unknown field " [2J "' });
  });

  it('reports a quiz that was deleted since it was created', () => {
    const reason = expect.stringMatching(
      /^404 Quiz not found \(created by an earlier import and deleted since/,
    ) as string;
    expect(judge(404, '{"error":"Quiz not found"}')).toEqual({ kind: 'rejected', reason });
  });

  it.each([
    [401, 'Invalid API key', 'the key is unknown, deleted or expired. Give another key of the same user'],
    [
      403,
      'Insufficient permissions',
      "the key's user may not create quizzes. Ask an administrator whether the user is suspended, or give a key of another user",
    ],
  ])('stops at %d', (status, error, advice) => {
    expect(judge(status, JSON.stringify({ error }))).toEqual({ kind: 'stop', reason: `${status} ${error}: ${advice}` });
  });

  it.each([401, 403])('stops at %d of a proxy, and does not mention the key', (status) => {
    const reason = `${status} Status Text: this response is not from a quiz service, but from a server in front of it, such as a proxy`;
    expect(judge(status, '<html>')).toEqual({ kind: 'stop', reason });
  });

  it.each([200, 204, 302, 404, 405])('stops at %d, because the server is not a quiz service', (status) => {
    const reason = `${status} Status Text: --url is not the address of a quiz service. Correct it`;
    expect(judge(status, '<html>')).toEqual({ kind: 'stop', reason });
  });

  it.each([
    ['https://host/', 'Correct it'],
    ['/login?next=/api/quizzes', 'Correct it'],
    ['https://host/quizzes', 'Correct it'],
    ['https://user:password@host/api/quizzes', 'Correct it'],
    ['http://[', 'Correct it'],
    ['/api/quizzes/', 'Correct it'],
    ['https://host/api/quizzes', 'Use --url https://host/api'],
    ['//host:8443/quiz/api/quizzes/', 'Use --url http://host:8443/quiz/api'],
    ['/v2/quizzes', 'Use --url http://host/v2'],
  ])('names the target of a redirect, and the address to use instead: %s', (location, advice) => {
    expect(judge(308, '', { Location: location })).toEqual({
      kind: 'stop',
      reason: `308 Status Text: --url is not the address of a quiz service, it redirects to ${location}. ${advice}`,
    });
  });

  it('retries later', () => {
    expect(judge(429, '{"error":"Rate limit exceeded. Please try again later."}')).toEqual({ kind: 'rate limited' });
    expect(judge(503, '{"error":"Away"}', { 'Retry-After': '3' })).toEqual({
      kind: 'unavailable',
      reason: '503 Away',
      retryAfterMs: 3000,
    });
    expect(judge(502, '<html>')).toMatchObject({ kind: 'unavailable', reason: '502 Status Text' });
    expect(judge(409, '{"error":"Busy"}')).toMatchObject({ kind: 'in progress', reason: '409 Busy' });
  });
});
