import { ConnectionError, errorOf } from '#libs/client';
import { judgeFailure } from './judge-failure.js';

const BASE_URL = 'http://host/api';

function judge(status: number, body: string, headers: Record<string, string> = {}) {
  return judgeFailure(errorOf(new Request(BASE_URL), new Response(null, { status, headers }), body), BASE_URL);
}

const html = (status: number) => `The response with status ${status} is not from the quiz service`;

describe('judgeFailure', () => {
  it.each([400, 409, 413, 415, 422, 500])("reports a line rejected with %d with the service's error", (status) => {
    expect(judge(status, '{"error":"Says why"}')).toEqual({ kind: 'rejected', reason: `${status} Says why` });
  });

  it.each(['<html>', '', 'null', '{"error":1}'])('says that an error is not from the service: %j', (body) => {
    expect(judge(413, body)).toEqual({ kind: 'rejected', reason: html(413) });
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
  ])('rejects the command at %d', (status, error, advice) => {
    const reason = `${status} ${error}: ${advice}`;
    expect(judge(status, JSON.stringify({ error }))).toEqual({ kind: 'wrong command', reason });
  });

  it.each([401, 403])('rejects the command at %d of a proxy, and does not mention the key', (status) => {
    const reason = `${html(status)}: this response is not from a quiz service, but from a server in front of it, such as a proxy`;
    expect(judge(status, '<html>')).toEqual({ kind: 'wrong command', reason });
  });

  it.each([
    [302, '<html>', html(302)],
    [404, '{"error":"Not found"}', '404 Not found'],
    [405, '<html>', html(405)],
  ])('rejects the command at %d %s, because --url is wrong', (status, body, text) => {
    const reason = `${text}: --url is not the address of a quiz service. Correct it`;
    expect(judge(status, body)).toEqual({ kind: 'wrong command', reason });
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
    const reason = `${html(308)}: --url is not the address of a quiz service, it redirects to ${location}. ${advice}`;
    expect(judge(308, '', { Location: location })).toEqual({ kind: 'wrong command', reason });
  });

  it('reports a service that stays unavailable', () => {
    expect(judge(503, '{"error":"Away"}')).toEqual({ kind: 'unavailable', reason: '503 Away' });
    expect(judge(502, '<html>')).toEqual({ kind: 'unavailable', reason: html(502) });
    const reason = 'POST http://host/api/quizzes: no response within 30 s';
    expect(judgeFailure(new ConnectionError(reason), BASE_URL)).toEqual({ kind: 'unavailable', reason });
  });
});
