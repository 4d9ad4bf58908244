import { mkdtempSync, ReadStream, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { serveFiles } from './serve-files.js';

const TEXT = 'x'.repeat(300_000);

describe('a file', () => {
  let folder: string;
  let server: FastifyInstance;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quiz-files-'));
    writeFileSync(join(folder, 'page.js'), TEXT);
    writeFileSync(join(folder, 'page.js.br'), 'compressed');
    server = fastify();
    await serveFiles(server, { root: folder, prefix: '/files/' });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    server.inject({ method, url: '/files/page.js', headers });

  it('is sent whole without a stream, and so is its compressed copy', async () => {
    const read = jest.spyOn(ReadStream.prototype, '_read');
    for (const _ of [1, 2]) {
      const [plain, compressed] = [await get(), await get({ 'accept-encoding': 'br' })];
      expect([plain.statusCode, plain.body, plain.headers['content-length']]).toEqual([200, TEXT, '300000']);
      expect([compressed.body, compressed.headers['content-encoding']]).toEqual(['compressed', 'br']);
    }
    expect(read).not.toHaveBeenCalled();
  });

  it.each(['bytes=0-9', 'bytes=300000-', 'bytes=0-1,5-6', 'lines=1-2'])(
    'is sent whole for the range %s',
    async (range) => {
      const { etag } = (await get()).headers;
      const conditions: Record<string, string>[] = [{}, { 'if-range': String(etag) }, { 'if-range': '"other"' }];
      for (const condition of conditions) {
        const answer = await get({ range, ...condition });
        expect([answer.statusCode, answer.body === TEXT]).toEqual([200, true]);
        expect(answer.headers).not.toHaveProperty('accept-ranges');
      }
    },
  );

  it('has the responses of the library to conditional requests and HEAD', async () => {
    const { headers } = await get();
    const confirmed = await get({ 'if-none-match': String(headers.etag) });
    expect([confirmed.statusCode, confirmed.body]).toEqual([304, '']);
    const described = await get({}, 'HEAD');
    expect([described.statusCode, described.body, described.headers['content-length']]).toEqual([200, '', '300000']);
  });

  it('that is deleted after it was found is an error', async () => {
    server.addHook('onSend', (_request, _reply, payload, done) => {
      if (payload instanceof ReadStream) rmSync(join(folder, 'page.js'), { force: true });
      done(null, payload);
    });
    expect((await get()).statusCode).toBe(500);
    // Its stream has found out too by now.
    await readdir(folder);
  });

  it('that has changed is sent with its current content', async () => {
    await get();
    writeFileSync(join(folder, 'page.js'), 'changed');
    utimesSync(join(folder, 'page.js'), 1, 1);
    expect((await get()).body).toBe('changed');
  });
});
