// The examples of the guides: each guide's shell blocks are one script, and its TypeScript blocks one program. A block `text` after an
// example is exactly what the example prints.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Example, examplesIn } from '../support/examples.js';
import { createPlayer, createQuiz } from '../support/factories.js';
import { compileIn, installClient } from '../support/packed-client.js';
import { type Service, startService } from '../support/service.js';

const FOLDER = fileURLToPath(new URL('../../docs/api', import.meta.url));
const ADDRESS = 'https://quiz.example.com';
const MARK = '--- the next example ---';

/** The examples of each guide that has some in a language. */
const guidesWith = (language: string) =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, examples: examplesIn(readFileSync(join(FOLDER, name), 'utf8'), language) }))
    .filter(({ examples }) => examples.length > 0);

let service: Service;
let folder: string;
let environment: Record<string, string>;

beforeAll(async () => {
  service = await startService();
  folder = installClient();
  const admin = await createPlayer(service, 'admin');
  for (const { name, examples } of guidesWith('ts')) writeFileSync(join(folder, `${name}.ts`), programOf(examples));
  // At once, because the compiler takes seconds to start.
  compileIn(
    folder,
    readdirSync(folder).filter((name) => name.endsWith('.ts')),
    '--skipLibCheck',
  );
  environment = { API: `${service.url}/api`, KEY: admin.key, QUIZ_API_KEY: admin.key };
  environment.APPLICATION_KEY = (await createPlayer(service, 'application')).key;
});

beforeEach(async () => {
  const { api } = await createPlayer(service, 'admin');
  const { id } = await createQuiz({ api });
  environment.QUIZ_ID = id;
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

/** Runs the program and compares what each example prints. Not synchronously: this process is the service. */
async function expectOutputs(examples: Example[], program: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, ...environment };
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd: folder, env });
  expect(stderr).toBe('');
  const printed = stdout.split(`${MARK}\n`);
  expect(printed).toHaveLength(examples.length);
  const outputs = examples.map(({ output }, index) => output ?? printed[index]);
  expect(printed).toEqual(outputs);
}

it.each(guidesWith('sh'))('the shell examples of $name run', async ({ examples }) => {
  const code = examples.map((example) => example.code).join(`echo '${MARK}'\n`);
  // The values that a reader replaces by their own.
  const script = code.replaceAll(ADDRESS, service.url).replaceAll('KEY=qk_…', `KEY=${environment.KEY ?? ''}`);
  writeFileSync(join(folder, 'example.sh'), `set -euo pipefail\n${script}`);
  await expectOutputs(examples, 'bash', 'example.sh');
});

it.each(guidesWith('ts'))('the TypeScript examples of $name run', async ({ name, examples }) => {
  await expectOutputs(examples, process.execPath, `${name}.js`);
});

/** The examples have the client and the id of a quiz, unless they create a client themselves. */
function programOf(examples: Example[]): string {
  const code = examples.map((example) => example.code).join(`console.log('${MARK}');\n`);
  const client = `import { QuizServiceClient } from '@quiz-service/client';
const client = new QuizServiceClient({ baseUrl: '${ADDRESS}/api', apiKey: process.env.QUIZ_API_KEY ?? '' });
const quizId = process.env.QUIZ_ID ?? '';
`;
  return (code.includes('new QuizServiceClient') ? code : client + code).replaceAll(ADDRESS, service.url);
}
