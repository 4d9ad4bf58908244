// What `npm pack` makes of the client, as its users have it.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createPlayer, createQuiz } from '../../../test/support/factories.js';
import { CLIENT, compileIn, installClient, runIn } from '../../../test/support/packed-client.js';
import { type Service, startService } from '../../../test/support/service.js';

const README = readFileSync(join(CLIENT, 'README.md'), 'utf8');
const examples = [...README.matchAll(/```ts\n([^]*?)```/g)].map(([, code = '']) => code);

let folder: string;
let service: Service;

beforeAll(async () => {
  service = await startService();
  folder = installClient();
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

it('the package has the compiled client and its README, and no source', () => {
  const files = readdirSync(join(folder, 'node_modules/@quiz-service/client'), { recursive: true });
  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts', 'dist/api.gen.d.ts']),
  );
  expect(files.filter((name) => String(name).endsWith('.ts') && !String(name).endsWith('.d.ts'))).toEqual([]);
});

it("the README's first example submits an attempt", async () => {
  const quiz = await createQuiz(await createPlayer(service, 'admin'));
  const { key } = await createPlayer(service);
  const [example = ''] = examples;
  writeFileSync(join(folder, 'example.mjs'), example.replace('http://localhost:3000', service.url));
  const env = { ...process.env, QUIZ_API_KEY: key };
  // Not synchronously: this process is the service.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['example.mjs'], { cwd: folder, env });
  expect([stdout, stderr]).toEqual([`${quiz.title}: 3 of 3\n`, '']);
});

/** As wrappers of the client write it: some of the optional settings are undefined. */
const MODULE = `
import { type ClientOptions, type Quiz, type QuizPages, QuizServiceClient, type WebhookEvent } from '@quiz-service/client';
export async function titles(options: ClientOptions, { signal, limit }: { signal?: AbortSignal; limit?: number }) {
  const client = new QuizServiceClient({ ...options, timeoutMs: undefined }).withKey('qk_other');
  const pages: QuizPages = client.listQuizzes({ signal, limit });
  const found: string[] = [];
  for await (const { title } of pages) found.push(title);
  const quiz: Quiz = await client.getQuiz('1', { signal });
  return [...found, quiz.title];
}
export function subjectOf(event: WebhookEvent): string {
  switch (event.type) {
    case 'attempt.voided':
      return event.data.attemptId + event.data.voidedAt.length;
    case 'quiz.updated':
      return event.data.title;
    case 'user.created':
      return event.data.displayName;
    // @ts-expect-error No event has this type.
    case 'quiz.solved':
      return '';
    default:
      return event.timestamp;
  }
}`;

const COMMON_JS = `
import type { Quiz } from '@quiz-service/client' with { 'resolution-mode': 'import' };
export async function titleOf(id: string): Promise<string> {
  const { QuizServiceClient } = await import('@quiz-service/client');
  const client = new QuizServiceClient({ baseUrl: 'http://localhost:3000/api', apiKey: 'qk' });
  const quiz: Quiz = await client.getQuiz(id);
  return quiz.title;
}`;

describe('types', () => {
  beforeAll(() => {
    writeFileSync(join(folder, 'module.ts'), MODULE);
    writeFileSync(join(folder, 'common.cts'), COMMON_JS);
  });

  it("are correct in the README's examples and, with exact optional properties, in ES modules and CommonJS (nodenext)", () => {
    const names = examples.map((example, index) => {
      const known = index === 0 ? '' : 'declare const client: C; declare const id: string; declare const quiz: B;\n';
      const types =
        index === 0 ? '' : "import type { QuizServiceClient as C, QuizBody as B } from '@quiz-service/client';\n";
      writeFileSync(join(folder, `example${index}.ts`), types + known + example);
      return `example${index}.ts`;
    });
    expect(names.length).toBeGreaterThan(2);
    const options = ['--noEmit', '--exactOptionalPropertyTypes', '--skipDefaultLibCheck'];
    expect(compileIn(folder, [...names, 'module.ts', 'common.cts'], ...options)).toBe('');
  });

  // The declarations themselves are checked above.
  it.each([
    ['node16', ['module.ts', 'common.cts'], 'node16'],
    ['esnext', ['module.ts'], 'bundler'],
    // The default of TypeScript 5, which version 6 calls deprecated.
    ['commonjs', ['module.ts', '--ignoreDeprecations', '6.0'], 'node10'],
  ])('are found with module %s', (module, names, moduleResolution) => {
    const options = ['--module', module, '--moduleResolution', moduleResolution, '--skipLibCheck'];
    expect(compileIn(folder, names, '--noEmit', '--exactOptionalPropertyTypes', ...options)).toBe('');
  });

  it('are those of what CommonJS loads by import()', async () => {
    const code = "import('@quiz-service/client').then((client) => console.log(typeof client.QuizServiceClient));";
    writeFileSync(join(folder, 'common.cjs'), code);
    const { stdout } = await promisify(execFile)(process.execPath, ['common.cjs'], { cwd: folder });
    expect(stdout).toBe('function\n');
  });
});

it('the package is below 10 kB in a bundle, compressed', () => {
  writeFileSync(join(folder, 'entry.js'), "export * from '@quiz-service/client';");
  writeFileSync(
    join(folder, 'vite.config.js'),
    "export default { build: { lib: { entry: 'entry.js', formats: ['es'], fileName: 'bundle' }, minify: true } };",
  );
  runIn(folder, 'vite/bin/vite.js', 'build', '--logLevel', 'error');
  expect(gzipSync(readFileSync(join(folder, 'dist/bundle.js'))).length).toBeLessThan(10_000);
});
