import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runImport } from '../../apps/import/src/run-import.js';
import { createPlayer, type Player, type Quiz, type QuizBody } from '../support/factories.js';
import { type Service, startService } from '../support/service.js';

const SAMPLE = fileURLToPath(new URL('../support/sample-quizzes.jsonl', import.meta.url));

let service: Service;
let admin: Player;
let folder: string;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
  folder = await mkdtemp(join(tmpdir(), 'quiz-import-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await service.close();
});

/** Runs the tool from the command line, without a terminal. */
async function run(file: string, key: string, url = service.url) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const exitCode = await runImport([file, '--url', url], {
    stdout: stdout,
    stderr: stderr,
    stdin: Readable.from([]),
    env: { QUIZ_API_KEY: key },
  });
  stdout.end();
  stderr.end();
  return { exitCode, summary: (await text(stdout)).trim().split('\n').at(-1), errors: await text(stderr) };
}

async function readLines(file: string): Promise<QuizBody[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line) as QuizBody);
}

async function readAll(): Promise<Quiz[]> {
  const quizzes: Quiz[] = [];
  for (let page = 1; ; page++) {
    const { data } = await admin.api.GET('/quizzes', { params: { query: { page, limit: 100 } } });
    for (const { id } of data?.quizzes ?? []) {
      const { data: quiz } = await admin.api.GET('/quizzes/{id}', { params: { path: { id } } });
      if (quiz !== undefined) quizzes.push(quiz);
    }
    if (data === undefined || data.quizzes.length < 100) return quizzes;
  }
}

/** The fields of a quiz that people write. */
function textsOf({ title, description, questions }: QuizBody | Quiz): string {
  return JSON.stringify([
    title.trim(),
    description ?? null,
    questions.map((question) => [
      question.text,
      question.imageUrl ?? null,
      question.answers.map((one) => [one.text, one.isCorrect]),
    ]),
  ]);
}

describe('the import tool', () => {
  it('sends a file of quizzes unchanged, and creates no duplicates when it is repeated', async () => {
    const wanted = await readLines(SAMPLE);
    const { length } = wanted;
    const first = await run(SAMPLE, admin.key);
    expect(first).toEqual({
      exitCode: 0,
      summary: `${length} lines: ${length} created, 0 already there, 0 rejected`,
      errors: '',
    });
    // The service returns addresses of images in their normal form.
    const texts = wanted.map((quiz) => textsOf(quiz).replace('/𝄞.svg', '/%F0%9D%84%9E.svg'));
    expect((await readAll()).map(textsOf).sort()).toEqual(texts.sort());
    const second = await run(SAMPLE, admin.key);
    expect(second).toMatchObject({
      exitCode: 0,
      summary: `${length} lines: 0 created, ${length} already there, 0 rejected`,
    });
    expect(await readAll()).toHaveLength(length);
  });

  it("reports each rejected line by its number with the service's error, and continues", async () => {
    const [quiz] = await readLines(SAMPLE);
    const good = { ...quiz, title: 'Between broken lines' };
    const file = join(folder, 'broken.jsonl');
    await writeFile(file, `{"title": \n${JSON.stringify(good)}\n\n{"title": "", "questions": []}\n`);
    const { exitCode, summary, errors } = await run(file, admin.key);
    expect({ exitCode, summary }).toEqual({ exitCode: 1, summary: '3 lines: 1 created, 0 already there, 2 rejected' });
    expect(errors).toContain('line 1: 400 Request body is not valid JSON\n');
    expect(errors).toContain('line 4: 400 title: must have 1 to 200 characters; questions: must have 1 to 200 items\n');
  });

  it('waits for the rate limit', async () => {
    const limited = await startService({
      DATABASE_URL: service.databaseUrl,
      RATE_LIMIT_REQUESTS: '8',
      RATE_LIMIT_WINDOW_SECONDS: '1',
    });
    try {
      const { length } = await readLines(SAMPLE);
      const { exitCode, summary, errors } = await run(SAMPLE, admin.key, limited.url);
      expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
      expect(summary).toBe(`${length} lines: 0 created, ${length} already there, 0 rejected`);
    } finally {
      await limited.close();
    }
  });

  it('stops immediately with a key without the right to create quizzes', async () => {
    const player = await createPlayer(service);
    const { exitCode, errors } = await run(SAMPLE, player.key);
    expect(exitCode).toBe(1);
    expect(errors).toMatch(
      /^Stopped: line \d+: 403 Insufficient permissions: the key's user may not create quizzes\. /,
    );
    expect(errors).not.toContain('run the same command again');
    expect(errors).not.toContain(player.key);
  });
});
