import { Agent } from 'node:http';
import { describeWithPrograms } from '../support/describe-with-programs.js';
import { createPlayer, createQuiz, type Player, quizBody } from '../support/factories.js';
import { type Answer, type RequestOptions, send } from '../support/http.js';
import { startNginx, type TestNginx } from '../support/nginx.js';
import { sharedService, type SharedService } from '../support/service.js';

const KIB = 1024;
const MIB = 1024 * KIB;
const QUIZ = JSON.stringify(quizBody());

let service: SharedService;
let admin: Player;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
});

function post(body: RequestOptions['body'], agent?: Agent): Promise<Answer> {
  return send(service.url, 'POST', '/api/quizzes', {
    headers: { 'x-api-key': admin.key, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
    ...(agent !== undefined && { agent }),
  });
}

const padded = (size: number) => Buffer.from(QUIZ.padEnd(size));
const inChunks = (size: number) => [padded(size).subarray(0, 70_000), padded(size).subarray(70_000)];

function expectTooLarge(answer: Answer): void {
  expect([answer.status, answer.text]).toEqual([413, '{"error":"Request body is too large"}']);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-ratelimit-limit']).toBe('1000000');
}

describe('the limit of a body', () => {
  it('is 1 MiB for quizzes', async () => {
    for (const body of [padded(MIB), inChunks(MIB)]) expect((await post(body)).status).toBe(201);
    for (const body of [padded(MIB + 1), inChunks(MIB + 1)]) expectTooLarge(await post(body));
  });

  it('is 64 KiB for attempts', async () => {
    const { id } = await createQuiz(admin);
    const submit = (size: number) =>
      send(service.url, 'POST', `/api/quizzes/${id}/attempts`, {
        headers: { 'x-api-key': admin.key, 'content-type': 'application/json' },
        body: JSON.stringify({ answers: [], totalTimeMs: 1 }).padEnd(size),
      });
    expect((await submit(64 * KIB)).status).toBe(201);
    expectTooLarge(await submit(64 * KIB + 1));
  });

  it('is 16 KiB for a sign-in', async () => {
    const signIn = (size: number) =>
      send(service.url, 'POST', '/admin/api/session', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong' }).padEnd(size),
      });
    expect((await signIn(16 * KIB)).status).toBe(401);
    const { status, text } = await signIn(16 * KIB + 1);
    expect([status, text]).toEqual([413, '{"error":"Request body is too large"}']);
  });

  it.each(['GET', 'HEAD', 'DELETE'])('is 16 KiB for %s, whose body is ignored', async (method) => {
    const { id } = await createQuiz(admin);
    const sendRequest = (body: Buffer | Buffer[]) =>
      send(service.url, method, `/api/quizzes/${id}`, {
        headers: { 'x-api-key': admin.key, 'content-type': 'application/json' },
        body,
      });
    for (const body of [padded(16 * KIB + 1), inChunks(MIB)]) {
      const answer = await sendRequest(body);
      if (method === 'HEAD') expect([answer.status, answer.text]).toEqual([413, '']);
      else expectTooLarge(answer);
    }
    expect((await sendRequest(padded(16 * KIB))).status).toBe(200);
  });

  it('is checked before the limits of fields', async () => {
    const title = 'x'.repeat(MIB);
    expectTooLarge(await post(JSON.stringify(quizBody(1, { title }))));
    const { status, text } = await post(JSON.stringify(quizBody(1, { title: title.slice(1000) })));
    expect([status, text]).toEqual([400, expect.stringMatching(/^{"error":"title: [^;]*"}$/)]);
  });
});

describe('the response to a body that is rejected', () => {
  it.each<[string, Buffer | Buffer[]]>([
    ['1 MiB and a byte', padded(MIB + 1)],
    ['1 MiB and a byte in chunks', inChunks(MIB + 1)],
    ['5 MiB', padded(5 * MIB)],
    ['5 MiB in chunks', inChunks(5 * MIB)],
  ])('is received by the client, which continues to use its connection: %s', async (_, body) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let time = 0; time < 5; time++) {
      const answer = await post(body, agent);
      expectTooLarge(answer);
      expect(answer.headers.connection).toBe('keep-alive');
    }
    expect((await post(QUIZ, agent)).status).toBe(201);
    agent.destroy();
  });
});

describeWithPrograms('behind nginx, the response to a body that is rejected', ['nginx'], () => {
  let running: TestNginx;

  beforeAll(async () => {
    running = await startNginx(service.url);
  });
  afterAll(() => running.close());

  it.each([
    ['413', '/api/quizzes', () => admin.key, 413],
    ['401', '/api/quizzes', () => 'x', 401],
    ['404', '/api/nothing', () => admin.key, 404],
  ])('is that of the service, for a body of any size: %s', async (_, path, key, status) => {
    const whole = padded(20 * MIB);
    for (const body of [padded(MIB + 1), whole, [whole.subarray(0, MIB), whole.subarray(MIB)]]) {
      const headers = { 'x-api-key': key(), 'content-type': 'application/json', origin: 'https://app.example.com' };
      const answer = await send(running.nginx.url, 'POST', path, { headers, body });
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject({
        'x-ratelimit-limit': '1000000',
        'x-request-id': expect.any(String) as string,
        'access-control-allow-origin': '*',
      });
    }
  });
});
