import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { vi } from 'vitest';
import { untilNoneInTransaction } from '../../../test/support/activity.js';
import { query } from '../../../test/support/database.js';
import {
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type QuizBody,
  quizBody,
} from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

const SAMPLE = fileURLToPath(new URL('../../../test/support/sample-quizzes.jsonl', import.meta.url));

const POOL_SIZE = 3;

/** Quizzes of 50,000 characters: more than all buffers of a connection hold together. */
const LONG = 400;

let service: Service;
let admin: Player;

beforeAll(async () => {
  service = await startService({ DATABASE_POOL_SIZE: String(POOL_SIZE) });
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

beforeEach(() => query(service.databaseUrl, 'DELETE FROM quizzes'));

const parse = (lines: string) =>
  lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as QuizBody]));

async function exported(path: string): Promise<QuizBody[]> {
  const response = await service.backoffice.request('GET', path);
  expect(response.status).toBe(200);
  return parse(await response.text());
}

/** A body as it is exported: with every field, and addresses of images in their normal form. */
const full = (body: QuizBody) => ({
  description: null,
  heroImageUrl: null,
  maxAttempts: 1,
  timeLimitSeconds: 0,
  randomizeQuestions: true,
  ...body,
  title: body.title.trim(),
  questions: body.questions.map(({ imageUrl, ...question }) => ({
    ...question,
    imageUrl: imageUrl == null ? null : new URL(imageUrl).href,
  })),
});

describe('the export of quizzes', () => {
  it('is equal to the imported file, and can be imported again', async () => {
    const sample = parse(await readFile(SAMPLE, 'utf8'));
    for (const body of sample) await service.backoffice.call('POST', '/quizzes', body);
    const first = await exported('/quizzes/export');
    expect(first).toEqual(sample.map(full).reverse());
    for (const body of first.toReversed()) await service.backoffice.call('POST', '/quizzes', body);
    expect(await exported('/quizzes/export')).toEqual([...first, ...first]);
  });

  it('is a file of JSON lines that ends with a line feed', async () => {
    await createQuiz(admin, quizBody(1, { title: 'Line\u2028s \n"and" <b>marks</b>' }));
    const response = await service.backoffice.request('GET', '/quizzes/export');
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="quizzes.jsonl"');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const [line, ...others] = (await response.text()).split('\n');
    expect(JSON.parse(line ?? '')).toMatchObject({ title: 'Line\u2028s \n"and" <b>marks</b>' });
    expect(others).toEqual(['']);
  });

  it('is empty if there are no quizzes', async () => {
    expect(await exported('/quizzes/export')).toEqual([]);
    await createQuiz(admin);
    expect(await exported('/quizzes/export?search=nothing')).toEqual([]);
    expect(await exported('/quizzes/export?search=!')).toEqual([]);
  });

  it('contains the current matches of a search', async () => {
    const { id } = await createQuiz(admin, quizBody(1, { title: 'Rivers' }));
    await createQuiz(admin, quizBody(1, { title: 'Lakes' }));
    await createQuiz(admin, quizBody(1, { title: 'Lakes and rivers' }));
    await service.backoffice.call('PUT', `/quizzes/${id}`, quizBody(4, { title: 'Rivers now' }));
    const found = await exported('/quizzes/export?search=RIVER');
    expect(found.map(({ title, questions }) => [title, questions.length])).toEqual([
      ['Lakes and rivers', 1],
      ['Rivers now', 4],
    ]);
  });

  it('contains the chosen quizzes that exist', async () => {
    const [one, other] = [await createQuiz(admin, quizBody(1, { title: 'One' })), await createQuiz(admin)];
    const last = await createQuiz(admin, quizBody(1, { title: 'Last' }));
    await deleteQuiz(admin, other.id);
    const found = await exported(`/quizzes/export?ids=${one.id},${last.id},${other.id}`);
    expect(found.map(({ title }) => title)).toEqual(['Last', 'One']);
  });

  it.each([
    ['ids=x', 'ids: must be 1 to 100 ids (UUIDs in lower case), separated by commas'],
    ['ids=', 'ids: must be 1 to 100 ids (UUIDs in lower case), separated by commas'],
    ['ids=019b76da-a800-7000-8000-000000000001&search=x', 'ids: must not be given with filters'],
  ])('rejects ?%s', async (parameters, error) => {
    const response = await service.backoffice.request('GET', `/quizzes/export?${parameters}`);
    expect([response.status, await response.json()]).toEqual([400, { error }]);
  });

  it('rejects an invalid search', async () => {
    const response = await service.backoffice.request('GET', '/quizzes/export?search=%00');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'search: must be well-formed Unicode without U+0000' });
  });
});

/** Creates quizzes `Many 1`, `Many 2` …, newest first, each with a text of this length; some at the same moment. */
async function createMany(count: number, length: number): Promise<void> {
  await query(
    service.databaseUrl,
    `INSERT INTO quizzes (id, author_id, title, max_attempts, time_limit_seconds, randomize_questions, version, revision, created_at)
     SELECT ('00000000-0000-7000-8000-' || lpad((1000000 - n)::text, 12, '0'))::uuid, '${admin.userId}', 'Many ' || n, 1, 0, true, 1, 1,
       now() - (n / 7) * interval '1 second' FROM generate_series(1, ${count}) AS n`,
  );
  await query(
    service.databaseUrl,
    `INSERT INTO quiz_versions (quiz_id, version, content, question_ids, question_set)
     SELECT id, 1, jsonb_build_array(jsonb_build_object('id', id, 'text', repeat('x', ${length}), 'imageUrl', null, 'answers', '[]'::jsonb)),
       ARRAY[id], '' FROM quizzes`,
  );
}

/** Begins an export and reads nothing of it. */
function beginExport(path = '/quizzes/export'): Promise<IncomingMessage> {
  const { cookie } = service.backoffice;
  return new Promise((resolve, reject) => {
    get(`${service.url}/admin/api${path}`, { headers: { cookie } }, resolve).on('error', reject);
  });
}

const numbersOf = (lines: string) => parse(lines).map(({ title }) => Number(title.slice('Many '.length)));

describe('a long export', () => {
  it.each(['', '?search=many'])('contains every quiz once, newest first: %s', async (search) => {
    await createMany(5_050, 1);
    const numbers = numbersOf(await text(await beginExport(`/quizzes/export${search}`)));
    expect(numbers).toEqual(Array.from({ length: 5_050 }, (_, index) => index + 1));
  });

  it('omits quizzes that are deleted before their turn', async () => {
    await createMany(LONG, 50_000);
    const answer = await beginExport();
    await deleteQuiz(admin, `00000000-0000-7000-8000-000000${1_000_000 - LONG}`);
    const numbers = numbersOf(await text(answer));
    expect(numbers).toEqual(Array.from({ length: LONG - 1 }, (_, index) => index + 1));
  });

  it('holds no database connection and no snapshot while the client does not read', async () => {
    await createMany(LONG, 50_000);
    const answers = await Promise.all(Array.from({ length: POOL_SIZE + 1 }, () => beginExport()));
    expect((await admin.api.GET('/quizzes')).response.status).toBe(200);
    await untilNoneInTransaction(service.databaseUrl);
    for (const answer of answers) answer.destroy();
  });

  it('ends when the client goes away', async () => {
    await createMany(LONG, 50_000);
    const files = vi.spyOn(service.app.get(QueryBus), 'execute');
    const answer = await beginExport();
    const begun = (await Promise.all(files.mock.results.map(({ value }) => value as unknown))).at(-1) as StreamableFile;
    expect(begun.getStream().destroyed).toBe(false);
    answer.destroy();
    await until('the file is not read on', () => Promise.resolve(begun.getStream().destroyed));
  });

  describe('whose tables are dropped', () => {
    const rename = (from: string, to: string) => query(service.databaseUrl, `ALTER TABLE ${from} RENAME TO ${to}`);

    it('is cut off instead of ending like a complete file', async () => {
      await createMany(LONG, 50_000);
      const answer = await beginExport();
      await rename('quiz_versions', 'gone');
      await expect(text(answer)).rejects.toThrow('aborted');
      await rename('gone', 'quiz_versions');
      expect(await exported('/quizzes/export')).toHaveLength(LONG);
    });

    it('gets an error response if the response has not begun', async () => {
      await rename('quizzes', 'gone');
      const response = await service.backoffice.request('GET', '/quizzes/export');
      await rename('gone', 'quizzes');
      expect([response.status, await response.json()]).toEqual([500, { error: 'Internal server error' }]);
      expect(response.headers.get('content-disposition')).toBeNull();
    });
  });
});

describe('the export of one quiz', () => {
  const body = quizBody(2, { title: 'Über "quotes"; filename=x\r\n.exe', description: 'd', timeLimitSeconds: 5 });

  it.each(['', '?format=jsonl'])('is a line that creates the quiz again: %s', async (search) => {
    const { id } = await createQuiz(admin, body);
    const response = await service.backoffice.request('GET', `/quizzes/${id}/export${search}`);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="_ber quotes ; filename=x .exe.jsonl"; ' +
        "filename*=UTF-8''%C3%9Cber%20quotes%20%3B%20filename%3Dx%20.exe.jsonl",
    );
    const line = await response.text();
    expect(line.endsWith('}\n')).toBe(true);
    const [exportedQuiz, ...others] = parse(line);
    expect([exportedQuiz, others]).toEqual([full(body), []]);
    const again = await createQuiz(admin, exportedQuiz);
    expect(again).toMatchObject(body);
  });

  it.each([
    ['format=xml', 'format: must be one of jsonl, gift, moodle-xml'],
    ['format=', 'format: must be one of jsonl, gift, moodle-xml'],
    ['format=gift&format=gift', 'format: must be a string'],
  ])('rejects ?%s', async (search, error) => {
    const { id } = await createQuiz(admin);
    const response = await service.backoffice.request('GET', `/quizzes/${id}/export?${search}`);
    expect([response.status, await response.json()]).toEqual([400, { error }]);
  });
});
