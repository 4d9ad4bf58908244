// The main job on a running service: sign in, create users and keys, import quizzes, submit attempts as ten users, read both
// leaderboards and compare them with the expected ones. node .ci/main-job.js SITE PASSWORD
import { execFileSync } from 'node:child_process';
import { deepStrictEqual } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { etagOf, QuizServiceClient } from '../dist/libs/client/src/index.js';

const [site, password] = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));
const say = (line) => process.stdout.write(`  ${line}\n`);

async function call(method, path, headers, body) {
  const response = await fetch(site + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return { data: text === '' ? undefined : JSON.parse(text), headers: response.headers };
}

const signedIn = await call('POST', '/admin/api/session', {}, { email: 'admin@example.com', password });
const session = {
  cookie: signedIn.headers.getSetCookie()[0].split(';')[0],
  'x-csrf-token': signedIn.data.csrfToken,
};
const createKey = async (userId) =>
  (await call('POST', '/admin/api/keys', session, { name: 'main job', userId })).data.key;
const clientOf = (apiKey) => new QuizServiceClient({ baseUrl: `${site}/api`, apiKey });
const adminKey = await createKey(signedIn.data.user.id);
const admin = clientOf(adminKey);
say('signed in as administrator, created a key');

const page = await (await fetch(`${site}/admin/`)).text();
const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
if (script === undefined || !(await fetch(site + script)).ok)
  throw new Error('The pages of the backoffice are not served');
say('the pages of the backoffice are served');

const run = Date.now();
const players = [];
for (let index = 0; index < 10; index++) {
  const email = `player${index}.${run}@example.com`;
  const { data: user } = await call('POST', '/admin/api/users', session, { email, displayName: `Player ${index}` });
  players.push({ userId: user.id, client: clientOf(await createKey(user.id)) });
}
say('created ten users with keys');

function importFile(file) {
  const args = ['run', '--silent', 'import', '--', file, '--url', site];
  const environment = { ...process.env, QUIZ_API_KEY: adminKey };
  execFileSync('npm', args, { cwd: root, stdio: 'inherit', env: environment });
}

/** Every quiz of a file must come back unchanged. */
async function compareImported(file) {
  const wanted = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
  const quizzes = [];
  for await (const { id } of admin.listQuizzes({ limit: 100 })) {
    quizzes.push(await admin.getQuiz(id));
    if (quizzes.length === wanted.length) break;
  }
  // Addresses of images come back in their normal form.
  const textOf = ({ title, description = null, questions }) =>
    JSON.stringify([
      title.trim(),
      description,
      questions.map(({ text, imageUrl = null, answers }) => [
        text,
        imageUrl && new URL(imageUrl).href,
        answers.map((answer) => [answer.text, answer.isCorrect]),
      ]),
    ]);
  deepStrictEqual(quizzes.map(textOf).sort(), wanted.map(textOf).sort());
  return quizzes;
}

const sample = fileURLToPath(new URL('../test/support/sample-quizzes.jsonl', import.meta.url));
importFile(sample);
const quizzes = await compareImported(sample);
say(`imported ${quizzes.length} quizzes of the sample; they came back unchanged`);

const [quiz] = quizzes;
if (etagOf(quiz) === undefined) throw new Error('A quiz has no ETag');

/** Player `index` answers the first `index` questions of the first quizzes correctly, later players slower. */
const totals = [];
for (const [index, { userId, client }] of players.entries()) {
  const total = { userId, totalAttempts: 0, totalCorrect: 0, totalQuestions: 0, basisPoints: 0 };
  for (const one of quizzes.slice(0, 3)) {
    const answers = one.questions.map((question, at) => ({
      questionId: question.id,
      answerId: (question.answers.find(({ isCorrect }) => isCorrect === at < index) ?? question.answers[0]).id,
    }));
    const correct = one.questions.filter(
      (question, at) => question.answers.find(({ id }) => id === answers[at].answerId).isCorrect,
    ).length;
    const result = await client.submitAttempt(one.id, { answers, totalTimeMs: 1000 + index });
    deepStrictEqual([result.correctCount, result.totalQuestions], [correct, one.questions.length]);
    const basisPoints = Math.floor((20_000 * correct + one.questions.length) / (2 * one.questions.length));
    total.totalAttempts++;
    total.totalCorrect += correct;
    total.totalQuestions += one.questions.length;
    total.basisPoints += basisPoints;
    if (one === quiz) Object.assign(total, { best: basisPoints, bestTime: 1000 + index });
  }
  totals.push(total);
}
say('submitted 30 attempts by ten users');

const byQuiz = totals.toSorted((one, other) => other.best - one.best || one.bestTime - other.bestTime);
const board = await admin.getQuizLeaderboard(quiz.id).page();
deepStrictEqual(
  board.leaderboard.map(({ rank, userId, percentage }) => [rank, userId, percentage]),
  byQuiz.map(({ userId, best }, index) => [index + 1, userId, best / 100]),
);
deepStrictEqual(board.pagination, { page: 1, limit: 30, total: 10, totalPages: 1 });
say("the quiz's leaderboard is as expected");

const global = await admin.getGlobalLeaderboard({ limit: 100 }).page();
const ours = global.leaderboard.filter(({ userId }) => totals.some((total) => total.userId === userId));
const average = ({ basisPoints, totalAttempts }) => Math.floor((2 * basisPoints + totalAttempts) / (2 * totalAttempts));
deepStrictEqual(
  ours.map(({ userId, totalAttempts, totalCorrect, totalQuestions, averageScore }) => [
    userId,
    totalAttempts,
    totalCorrect,
    totalQuestions,
    averageScore,
  ]),
  totals
    .toSorted(
      (one, other) =>
        other.totalCorrect - one.totalCorrect || average(other) - average(one) || one.bestTime - other.bestTime,
    )
    .map((one) => [one.userId, one.totalAttempts, one.totalCorrect, one.totalQuestions, average(one) / 100]),
);
say('the global leaderboard is as expected');

if (process.env.QUIZ_DATA && existsSync(process.env.QUIZ_DATA)) {
  importFile(process.env.QUIZ_DATA);
  const { length } = await compareImported(process.env.QUIZ_DATA);
  say(`imported ${length} quizzes of QUIZ_DATA; they came back unchanged`);
  const totalNow = async () => (await admin.listQuizzes().page()).pagination.total;
  const before = await totalNow();
  importFile(process.env.QUIZ_DATA);
  deepStrictEqual(await totalNow(), before);
  say('imported them again: no duplicate');
}
