// Fills an empty service through its HTTP interfaces, and prints responses that later revisions must repeat.
// upgrade.e2e.spec.ts says how to use it.
import { setTimeout as sleep } from 'node:timers/promises';

const [site, password] = process.argv.slice(2);
const IMAGE = 'HTTPS://A.b/日本';
const LIMITED = { timeLimitSeconds: 60 };

async function send(method, path, headers, body) {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(site + path, { method, headers: { ...headers, ...json }, body: JSON.stringify(body) });
  const text = await response.text();
  return { response, status: response.status, answer: text === '' ? undefined : JSON.parse(text) };
}

async function accepted(...request) {
  const { response, status, answer } = await send(...request);
  if (!response.ok) throw new Error(`${request[0]} ${request[1]}: ${status} ${JSON.stringify(answer)}`);
  return { response, ...answer };
}

const credentials = { email: 'admin@example.com', password };
await send('POST', '/admin/api/session', {}, { ...credentials, password: 'a wrong password' });
const session = await accepted('POST', '/admin/api/session', {}, credentials);
const cookie = session.response.headers.getSetCookie()[0].split(';', 1)[0];
const backoffice = { cookie, 'x-csrf-token': session.csrfToken };

async function createUser(displayName, role) {
  const email = `${displayName.toLowerCase()}@example.com`;
  const { id } = await accepted('POST', '/admin/api/users', backoffice, { email, displayName, role });
  const { id: keyId, key } = await accepted('POST', '/admin/api/keys', backoffice, { name: displayName, userId: id });
  return { id, keyId, key: { 'x-api-key': key } };
}

const change = (user, changes) => accepted('PATCH', `/admin/api/users/${user.id}`, backoffice, changes);
const question = (text) => ({
  text,
  answers: ['Right', 'Wrong'].map((answer, index) => ({ text: answer, isCorrect: index === 0 })),
});
const quiz = (title, texts, more) => ({ title, maxAttempts: 2, questions: texts.map(question), ...more });
const create = (body) => accepted('POST', '/api/quizzes', author.key, body);
const submit = ({ key }, { id }, body, headers = key) => accepted('POST', `/api/quizzes/${id}/attempts`, headers, body);
const attempt = ({ questions }, correct, totalTimeMs, more) => ({
  totalTimeMs,
  answers: questions.map(({ id, answers }, index) => ({
    questionId: id,
    answerId: answers.find(({ isCorrect }) => isCorrect === index < correct).id,
  })),
  ...more,
});

const author = await createUser('Author', 'admin');
await change(author, { image: IMAGE });
const viewer = await createUser('Viewer', 'viewer');
const demoted = await createUser('Demoted', 'admin');
const suspended = await createUser('Suspended', 'player');
const keyless = await createUser('Keyless', 'player');
const players = [];
for (let number = 1; number <= 16; number++) players.push(await createUser(`Player${number}`, 'player'));

const capitals = await create(quiz('Capitals', ['Peru?', 'Chad?', 'Oman?'], LIMITED));
const pictures = await create(quiz('Pictures', ['Which?'], { heroImageUrl: IMAGE, description: 'With an image' }));
const gone = await create(quiz('Gone', ['Where?']));
for (let number = 1; number <= 12; number++) await create(quiz(`Quiz ${number}`, ['What?'], { maxAttempts: 1_000 }));
for (const [index, player] of players.entries()) {
  await submit(player, capitals, attempt(capitals, index % 4, 1_000 + index, { timedOut: index % 7 === 3 }));
  if (index % 5 === 0) await submit(player, gone, attempt(gone, 1, 500));
}
await submit(players[0], capitals, attempt(capitals, 2, 900));
const updated = await accepted(
  'PUT',
  `/api/quizzes/${capitals.id}`,
  author.key,
  quiz('Capitals', ['Peru?', 'Mali?'], LIMITED),
);

// Their far pages have long lists indexed, within seconds.
const lists = [
  '/api/quizzes',
  '/api/leaderboard',
  ...['leaderboard', 'attempts'].map((list) => `/api/quizzes/${capitals.id}/${list}`),
];
for (const list of lists) await accepted('GET', `${list}?page=2&limit=11`, author.key);
await sleep(5_000);

await change(demoted, { role: 'viewer' });
await change(suspended, { suspended: true });
await accepted('DELETE', `/admin/api/keys/${keyless.keyId}`, backoffice);
await accepted('DELETE', `/api/quizzes/${gone.id}`, author.key);
await submit(players[1], capitals, attempt(updated, 2, 800));
const once = { ...players[2].key, 'idempotency-key': 'sent-before-the-upgrade' };
const { attemptId } = await submit(players[2], capitals, attempt(capitals, 3, 700), once);

/** Prints a request and its response in one line. */
async function print(by, method, path, headers, body) {
  const { status, answer } = await send(method, path, headers, body);
  console.log(JSON.stringify({ by, method, path, headers, body, status, answer }));
}

const attempts = `/api/quizzes/${capitals.id}/attempts`;
for (const list of lists) await print('author', 'GET', `${list}?page=2&limit=4`, author.key);
for (const { id } of [capitals, pictures, gone]) await print('viewer', 'GET', `/api/quizzes/${id}`, viewer.key);
await print('player 3', 'GET', `${attempts}/${attemptId}`, players[2].key);
await print('player 4', 'GET', `${attempts}/${attemptId}`, players[3].key);
await print('player 3', 'POST', attempts, once, attempt(capitals, 3, 700));
await print('player 3', 'POST', attempts, once, attempt(capitals, 2, 700));
await print('player 1', 'POST', attempts, players[0].key, attempt(updated, 2, 600));
await print('viewer', 'POST', attempts, viewer.key, attempt(updated, 2, 600));
for (const [by, { key }] of Object.entries({ demoted, suspended, keyless }))
  await print(by, 'POST', '/api/quizzes', key, quiz('Mine', ['Who?']));
await print('administrator', 'GET', '/admin/api/session', backoffice);
