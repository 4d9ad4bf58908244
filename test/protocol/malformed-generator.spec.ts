// The generator of malformed requests and its oracle stay correct for any number of requests.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import fc from 'fast-check';
import { formProblem } from '../support/malformed-answers.js';
import { say } from '../support/malformed-bytes.js';
import { type MalformedRequest, routesOf } from '../support/malformed-oracle.js';
import { fill, PLACEHOLDERS, type Placeholder, type Real } from '../support/malformed-placeholders.js';
import { apiCallers } from '../support/malformed-surfaces.js';
import { malformedRequests } from '../support/malformed.js';
import type { OpenApiDocument, PathItem } from '../support/openapi/document.js';

const placeholders = Object.entries(PLACEHOLDERS) as [Placeholder, string][];
const real = Object.fromEntries(placeholders.map(([name]) => [name, `real-${name}`])) as Real;

it.each(placeholders)('replaces the placeholder of %s, in upper case too', (name, placeholder) => {
  expect(fill(`/${placeholder}/x`, real)).toBe(`/real-${name}/x`);
  expect(fill(`/${placeholder.toUpperCase()}/x`, real)).toBe(`/${`real-${name}`.toUpperCase()}/x`);
});

it('does not change other ids and braces', () => {
  const text = 'ffffffff-ffff-7fff-bfff-ffffffffffff {id} {"admin":1} {x}';
  expect(fill(text, real)).toBe(text);
});

it('creates no placeholder from another by damaging a few characters', () => {
  const ids = placeholders.map(([, placeholder]) => placeholder).filter((text) => !text.startsWith('{'));
  expect(ids.length).toBeGreaterThan(5);
  for (const one of ids) {
    for (const other of ids) {
      if (one !== other) expect([...one].filter((character, at) => character !== other[at]).length).toBeGreaterThan(12);
    }
  }
});

const ok = { responses: { 200: { content: {} } } };

const documentOf = (paths: Record<string, PathItem>): OpenApiDocument => {
  const info = { title: 'Quizzes', version: '1' };
  return { openapi: '3.1.1', info, servers: [{ url: '/api' }], paths };
};

/** The requests of a seed to an interface with these paths. */
function sample(paths: Record<string, PathItem>, without: string[] = []) {
  const document = documentOf(paths);
  const requests = malformedRequests({ document, callers: apiCallers, without });
  return { document, requests: fc.sample(requests, { seed: 1, numRuns: 20_000 }) };
}

it('deletes and changes only resources made for it, even if a path loses its end and becomes that of a quiz', () => {
  const { requests } = sample({ '/quizzes/{id}/leaderboard': { get: ok } });
  const naming = (method: string, id: string) =>
    requests.filter((request) => request.method === method && request.target.includes(id)).length;
  const { played, edited, doomed } = PLACEHOLDERS;
  expect([naming('GET', played), naming('DELETE', doomed), naming('PUT', edited)]).not.toContain(0);
  expect([naming('DELETE', played), naming('DELETE', edited), naming('PUT', played)]).toEqual([0, 0, 0]);
});

it.each<[string, string[], boolean]>([
  ['calls no operation that is left out, also where a path has lost its end', ['DELETE /session'], false],
  ['calls operations that are not left out', [], true],
])('%s', (_, without, isCalled) => {
  const { document, requests } = sample({ '/session': { delete: ok }, '/session/methods': { delete: ok } }, without);
  const isSession = ({ method, target }: MalformedRequest) =>
    method === 'DELETE' && routesOf(document, target).some(({ operation }) => operation.template === '/session');
  expect(requests.some(isSession)).toBe(isCalled);
});

it('matches a word with a parameter only if no path contains the word', () => {
  const document = documentOf({ '/quizzes/{id}': { get: ok }, '/quizzes/export': { get: ok } });
  const [first] = routesOf(document, '/api/quizzes/export');
  expect([first?.operation.template, first?.params]).toEqual(['/quizzes/export', {}]);
  expect(routesOf(document, '/api/quizzes/x').map(({ params }) => params)).toEqual([{ id: 'x' }]);
});

it('accepts what arrived before a reset as the response to bytes', async () => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    // By then the client has sent everything and reads.
    socket.once('end', () => socket.resetAndDestroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await say(`http://127.0.0.1:${port}`, 'x')).toBe('HTTP/1.1 200 OK\r\n\r\n');
  server.close();
});

it('does not report bytes that reached nobody as unanswered', async () => {
  await expect(say('http://127.0.0.1:1', '')).rejects.toThrow('ECONNREFUSED');
});

it.each([
  ['may lead elsewhere without a content', 302, { location: '/docs' }, '', undefined],
  ['must not lead elsewhere with a content', 302, { location: '/docs' }, 'x', 'a body where none may be'],
  ['must say what its content is', 200, {}, '{}', 'content type '],
  ['must say where it leads', 302, {}, '', 'content type '],
])('an answer %s', (_, status, headers, text, problem) => {
  expect(formProblem('GET', { status, headers, text }, false)).toBe(problem);
});
