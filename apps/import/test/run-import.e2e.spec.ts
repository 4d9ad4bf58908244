import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runImport } from '../src/run-import.js';

const KEY = 'qk_secret';
const MEBIBYTE = 1024 * 1024;

type Handler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** A fake service: keys, rate limit, idempotency, errors. */
class FakeService {
  /** Faults for the next requests. */
  readonly faults: Handler[] = [];
  readonly bodies: Buffer[] = [];
  readonly created = new Map<string, string>();
  requests = 0;
  url = '';
  /** Requests per window. */
  limit = 1000;
  windowMs = 60_000;
  private counted = 0;
  private windowEnd = 0;
  private readonly server: Server = createServer((request, response) => void this.receive(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  answer(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  }

  /** Creates the quiz, or finds it by its key. */
  create: Handler = (request, response, body) => {
    let quiz: { title?: string };
    try {
      quiz = JSON.parse(body.toString()) as object;
    } catch {
      this.answer(response, 400, { error: 'Request body is not valid JSON' });
      return;
    }
    if (!quiz.title) {
      this.answer(response, 400, { error: 'title: required' });
      return;
    }
    const key = String(request.headers['idempotency-key']);
    const replayed = this.created.has(key);
    this.created.set(key, quiz.title);
    this.answer(response, 201, quiz, replayed ? { 'Idempotency-Replayed': 'true' } : {});
  };

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const limited = this.count(response);
    if (Number(request.headers['content-length']) > MEBIBYTE) {
      this.answer(response, 413, { error: 'Request body is too large' }, { Connection: 'close' });
      return;
    }
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    if (limited) {
      this.answer(response, 429, { error: 'Rate limit exceeded. Please try again later.' });
      return;
    }
    if (request.headers['x-api-key'] !== KEY) {
      this.answer(response, 401, { error: 'Invalid API key' });
      return;
    }
    if (request.method !== 'POST' || request.url !== '/api/quizzes') {
      this.answer(response, 404, { error: 'Not found' });
      return;
    }
    this.bodies.push(body);
    const handle = this.faults.shift() ?? this.create;
    handle(request, response, body);
  }

  private count(response: ServerResponse): boolean {
    const now = Date.now();
    if (now >= this.windowEnd) {
      this.windowEnd = now + this.windowMs;
      this.counted = 0;
    }
    this.counted += 1;
    const limited = this.counted > this.limit;
    if (limited) {
      response.setHeader('Retry-After', Math.ceil((this.windowEnd - now) / 1000));
    }
    return limited;
  }
}

describe('runImport', () => {
  const TIMING = { timeoutMs: 10_000, maxRetries: 3 };
  let service: FakeService;
  let folder: string;

  beforeEach(async () => {
    service = new FakeService();
    await service.start();
    folder = await mkdtemp(join(tmpdir(), 'import-'));
  });

  afterEach(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  interface Options {
    args?: string[];
    key?: string;
    stdin?: Readable;
    signal?: AbortSignal;
    timing?: Partial<typeof TIMING>;
    /** Called with each part of the output. */
    onOutput?: (part: string) => void;
  }

  /** Imports a file with this content; without content, standard input. */
  async function run(content: string | Buffer | undefined, options: Options = {}) {
    const file = content === undefined ? '-' : join(folder, 'quizzes.jsonl');
    if (content !== undefined) await writeFile(file, content);
    const stdout = new PassThrough();
    const stderr = new PassThrough();
    const written: string[] = [];
    stdout.on('data', (part: Buffer) => {
      written.push(String(part));
      options.onOutput?.(String(part));
    });
    const { args = [], key = KEY, stdin = Readable.from([]), timing } = options;
    const exitCode = await runImport(
      [file, '--url', service.url, ...args],
      { stdout, stderr, stdin, env: { QUIZ_API_KEY: key }, ...(options.signal && { signal: options.signal }) },
      { ...TIMING, ...timing },
    );
    const [out, errors] = [written.join(''), await text(stderr.end())];
    expect(out + errors).not.toContain(KEY);
    return { exitCode, summary: out.trimEnd().split('\n').at(-1), errors, out };
  }

  const busy: Handler = (_, response) => {
    const error = 'A request with this Idempotency-Key is in progress';
    service.answer(response, 409, { error }, { 'X-Error-Code': 'idempotency_key_in_progress' });
  };

  const quizzes = (count: number) =>
    Array.from({ length: count }, (_, index) => `${JSON.stringify({ title: `Quiz ${index}` })}\n`).join('');

  it('creates every quiz once if it is repeated', async () => {
    const created = '20 lines: 20 created, 0 already there, 0 rejected';
    expect(await run(quizzes(20))).toMatchObject({ exitCode: 0, summary: created, errors: '' });
    const again = '20 lines: 0 created, 20 already there, 0 rejected';
    const windowsLines = `\ufeff${quizzes(20).replaceAll('\n', ' \r\n\r\n')}`;
    expect(await run(windowsLines)).toMatchObject({ exitCode: 0, summary: again, errors: '' });
    expect(service.created.size).toBe(20);
  });

  it('counts identical lines as one quiz', async () => {
    const summary = '3 lines: 1 created, 2 already there, 0 rejected';
    expect(await run('{"title":"A"}\n{"title":"A"}\n{"title":"A"}')).toMatchObject({ exitCode: 0, summary });
  });

  it('reports lines that the service rejects, and continues', async () => {
    const large = JSON.stringify({ title: 'x'.repeat(2 * MEBIBYTE) });
    const { exitCode, summary, errors } = await run(`nonsense\n\n{}\n${large}\n{"title":"A"}\n`);
    expect(exitCode).toBe(1);
    expect(summary).toBe('4 lines: 1 created, 0 already there, 3 rejected');
    expect(errors.trimEnd().split('\n').sort()).toEqual([
      'line 1: 400 Request body is not valid JSON',
      'line 3: 400 title: required',
      'line 4: 413 Request body is too large',
    ]);
  });

  it('sends lines unchanged, even if they are not UTF-8', async () => {
    const lines = [Buffer.from(' {"title": "\u00e9" }\t\r'), Buffer.from([0x22, 0xff, 0xc3, 0x28, 0x22])];
    await run(Buffer.concat([lines[0] as Buffer, Buffer.from('\n'), lines[1] as Buffer]), {
      args: ['--concurrency', '1'],
    });
    expect(service.bodies).toEqual(lines);
  });

  it('reads standard input', async () => {
    const result = await run(undefined, {
      stdin: Readable.from([Buffer.from('{"title":"A"}\n{"tit'), Buffer.from('le":"B"}')]),
    });
    expect(result).toMatchObject({ exitCode: 0, summary: '2 lines: 2 created, 0 already there, 0 rejected' });
  });

  it('limits the number of concurrent requests', async () => {
    let inFlight = 0;
    let most = 0;
    const slow: Handler = (request, response, body) => {
      most = Math.max(most, (inFlight += 1));
      setTimeout(() => {
        inFlight -= 1;
        service.create(request, response, body);
      }, 5);
    };
    service.faults.push(...Array<Handler>(30).fill(slow));
    await run(quizzes(30), { args: ['--concurrency', '3'] });
    expect(most).toBe(3);
  });

  it('waits for the rate limit', async () => {
    service.limit = 5;
    service.windowMs = 1000;
    const { exitCode, summary, out } = await run(quizzes(12), { args: ['--concurrency', '2'] });
    expect(exitCode).toBe(0);
    expect(summary).toBe('12 lines: 12 created, 0 already there, 0 rejected');
    expect(out).toMatch(/waiting [123] s for the rate limit/);
  });

  it('repeats a line that the rate limit rejected', async () => {
    service.faults.push((_, response) =>
      service.answer(response, 429, { error: 'Rate limit exceeded. Please try again later.' }, { 'Retry-After': '1' }),
    );
    const summary = '2 lines: 2 created, 0 already there, 0 rejected';
    const result = await run(quizzes(2), { args: ['--concurrency', '1'] });
    expect(result).toMatchObject({ exitCode: 0, summary, errors: '' });
    expect(result.out).toContain('waiting 2 s for the rate limit');
    expect(service.requests).toBe(3);
  });

  it('retries if the service is unavailable, closes the connection, or is busy with the same quiz', async () => {
    service.faults.push(
      (_, response) =>
        service.answer(response, 503, { error: 'Service temporarily unavailable' }, { 'Retry-After': '1' }),
      (request) => request.socket.destroy(),
      busy,
    );
    const result = await run(quizzes(1));
    expect(result).toMatchObject({
      exitCode: 0,
      summary: '1 lines: 1 created, 0 already there, 0 rejected',
      errors: '',
    });
    expect(result.out).toContain('waiting 2 s to try again (503 Service temporarily unavailable)');
  });

  it('creates no second quiz if the response was lost', async () => {
    service.faults.push((request, response, body) => {
      response.end = () => response.destroy();
      service.create(request, response, body);
    });
    const summary = '1 lines: 0 created, 1 already there, 0 rejected';
    expect(await run(quizzes(1))).toMatchObject({ exitCode: 0, summary });
    expect(service.created.size).toBe(1);
  });

  it('aborts a request that takes too long', async () => {
    service.faults.push(() => undefined);
    const result = await run(quizzes(1), { timing: { timeoutMs: 5_000 } });
    expect(result).toMatchObject({ exitCode: 0, summary: '1 lines: 1 created, 0 already there, 0 rejected' });
    expect(result.out).toContain(`(POST ${service.url}/api/quizzes: no response within 5 s)`);
  });

  it('stops if the service stays unavailable, and reports its progress', async () => {
    const unavailable: Handler = (_, response) =>
      service.answer(response, 503, { error: 'Service temporarily unavailable' });
    service.faults.push(service.create, service.create, ...Array<Handler>(4).fill(unavailable));
    const { exitCode, summary, errors } = await run(quizzes(5), { args: ['--concurrency', '1'] });
    expect(exitCode).toBe(1);
    expect(summary).toBe('2 of 5 lines: 2 created, 0 already there, 0 rejected');
    expect(errors).toContain('Stopped: line 3: 503 Service temporarily unavailable\n');
    expect(errors).toContain('run the same command again');
    expect(service.requests).toBe(6);
  });

  it('stops if nothing answers at the address', async () => {
    const { url } = service;
    await service.stop();
    const { exitCode, errors } = await run(quizzes(5));
    expect(exitCode).toBe(1);
    expect(errors).toContain(`POST ${url}/api/quizzes: connect ECONNREFUSED ${url.slice('http://'.length)}`);
  });

  it('reports a quiz that another request is creating for too long', async () => {
    service.faults.push(...Array<Handler>(4).fill(busy));
    expect(await run(quizzes(2), { args: ['--concurrency', '1'] })).toMatchObject({
      exitCode: 1,
      summary: '2 lines: 1 created, 0 already there, 1 rejected',
      errors: 'line 1: 409 A request with this Idempotency-Key is in progress\n',
    });
  });

  it('reports a quiz that was deleted since its import', async () => {
    service.faults.push((_, response) => service.answer(response, 404, { error: 'Quiz not found' }));
    const { exitCode, errors } = await run(quizzes(1));
    expect(exitCode).toBe(1);
    expect(errors).toMatch(/^line 1: 404 Quiz not found \(created by an earlier import and deleted since/);
  });

  it('stops immediately if the key is rejected', async () => {
    const { exitCode, summary, errors } = await run(quizzes(50), { key: 'qk_wrong' });
    expect(exitCode).toBe(1);
    expect(summary).toBe('0 of 50 lines: 0 created, 0 already there, 0 rejected');
    expect(errors).toMatch(
      /^Stopped: line \d: 401 Invalid API key: the key is unknown, deleted or expired\. Give another key of /,
    );
    expect(errors).toContain('correct the command and run it within 24 hours. No quiz is created twice, unless');
    expect(errors).not.toContain('run the same command again');
    expect(service.requests).toBeLessThanOrEqual(4);
  });

  it('does not follow a redirect, and does not show a key that a response repeats', async () => {
    service.faults.push(
      (request, response) => service.answer(response, 400, { error: `bad ${String(request.headers['x-api-key'])}` }),
      (_, response) => service.answer(response, 307, {}, { Location: `${service.url}/elsewhere` }),
    );
    const { exitCode, errors } = await run(quizzes(3), { args: ['--concurrency', '1'] });
    expect(exitCode).toBe(1);
    expect(errors).toContain('line 1: 400 bad (key)\n');
    expect(errors).toContain(`it redirects to ${service.url}/elsewhere. Correct it`);
    expect(service.requests).toBe(2);
  });

  it('ends with a summary when interrupted', async () => {
    const interrupt = new AbortController();
    service.faults.push(service.create, () => interrupt.abort());
    const { exitCode, summary, errors } = await run(quizzes(5), {
      args: ['--concurrency', '1'],
      signal: interrupt.signal,
    });
    expect(exitCode).toBe(130);
    expect(summary).toBe('1 of 5 lines: 1 created, 0 already there, 0 rejected');
    expect(errors).toMatch(/^Interrupted\./);
  });

  it('can be interrupted while it waits for the rate limit or for input, or before it has begun', async () => {
    const interrupted = { exitCode: 130, summary: '1 lines: 1 created, 0 already there, 0 rejected' };
    const stdin = new PassThrough();
    stdin.write(quizzes(1));

    service.limit = 1;
    const waitsForInput = new AbortController();
    service.faults.push((...request) => {
      service.create(...request);
      setTimeout(() => waitsForInput.abort(), 500);
    });
    expect(await run(undefined, { stdin, signal: waitsForInput.signal })).toMatchObject(interrupted);

    const waitsForLimit = new AbortController();
    const limited = await run(quizzes(1), {
      signal: waitsForLimit.signal,
      // Not at once: it says so just before it waits.
      onOutput: (part) => part.includes('for the rate limit') && setTimeout(() => waitsForLimit.abort(), 50),
    });
    expect(limited).toMatchObject({ exitCode: 130, summary: '0 of 1 lines: 0 created, 0 already there, 0 rejected' });
    expect(limited.out).toContain('for the rate limit');

    expect(await run(quizzes(1), { signal: AbortSignal.abort() })).toMatchObject({ exitCode: 130 });
  });

  it('stops if the input ends with an error', async () => {
    const stdin = new PassThrough();
    service.faults.push((...request) => {
      service.create(...request);
      stdin.destroy(new Error('EIO: disk gone'));
    });
    stdin.write(quizzes(1));
    const { exitCode, errors } = await run(undefined, { stdin });
    expect(exitCode).toBe(1);
    expect(errors).toContain('Stopped: the input cannot be read: EIO: disk gone\n');
  });

  it('reports wrong usage in one line with exit code 2', async () => {
    const wrong = await run('', { args: ['--concurrency', 'many'] });
    expect(wrong).toMatchObject({ exitCode: 2, out: '' });
    expect(wrong.errors).toMatch(/^import: --concurrency must be .*\n$/);

    const stderr = new PassThrough();
    const io = { stdout: new PassThrough(), stderr, stdin: Readable.from([]), env: { INIT_CWD: folder } };
    expect(await runImport(['missing.jsonl', '--url', service.url, '--key', KEY], io)).toBe(2);
    expect(await runImport(['.', '--url', service.url, '--key', KEY], io)).toBe(2);
    const errors = (await text(stderr.end())).split('\n');
    expect(errors[0]).toContain(
      `FILE cannot be read: ENOENT: no such file or directory, stat '${join(folder, 'missing.jsonl')}'`,
    );
    expect(errors[1]).toContain(`FILE cannot be read: ${folder} is a folder`);
  });

  it('prints its help', async () => {
    const { exitCode, out, errors } = await run('', { args: ['--help'] });
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
    expect(out).toContain('QUIZ_API_KEY');
    expect(out).toContain('24 hours');
  });
});
