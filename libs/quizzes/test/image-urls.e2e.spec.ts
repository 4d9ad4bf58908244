// Image URLs are stored and returned in one form.
import {
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { query } from '../../../test/support/database.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

const SENT = 'HTTPS://A.b/日本?"><script>';
const NORMAL = 'https://a.b/%E6%97%A5%E6%9C%AC?%22%3E%3Cscript%3E';
/** The longest that is taken: its normal form has 2,048 characters. */
const LONGEST = `https://a.b/aa${'日'.repeat(226)}`;
const LONGEST_NORMAL = `https://a.b/aa${'%E6%97%A5'.repeat(226)}`;

let service: SharedService;
let admin: Player;

beforeAll(async () => {
  service = await sharedService();
});

beforeEach(async () => {
  admin = await createPlayer(service, 'admin');
});

const body = (url: string | null) => {
  const [question] = quizBody(1).questions;
  if (question === undefined) throw new Error('There is no question');
  return quizBody(1, { heroImageUrl: url, questions: [{ ...question, imageUrl: url }] });
};

async function stored({ id }: Quiz): Promise<unknown> {
  const [row] = await query(
    service.databaseUrl,
    `SELECT hero_image_url AS hero, content->0->>'imageUrl' AS question, image FROM quizzes
     JOIN quiz_versions ON quiz_id = quizzes.id JOIN users ON users.id = author_id WHERE quizzes.id = $1`,
    [id],
  );
  return row;
}

async function read({ id }: Pick<Quiz, 'id'>): Promise<Quiz> {
  const { data } = await admin.api.GET('/quizzes/{id}', { params: { path: { id } } });
  if (data === undefined) throw new Error('The quiz cannot be read');
  return data;
}

const imagesOf = ({ heroImageUrl, author, questions }: Quiz) => [heroImageUrl, questions[0]?.imageUrl, author.image];

it('POST /quizzes and PATCH users: store the normal form of image URLs', async () => {
  await service.backoffice.call('PATCH', `/users/${admin.userId}`, { image: SENT });
  const quiz = await createQuiz(admin, body(SENT));
  expect(imagesOf(quiz)).toEqual([NORMAL, NORMAL, NORMAL]);
  expect(await stored(quiz)).toMatchObject({ hero: NORMAL, question: NORMAL, image: NORMAL });
});

it('POST and PUT /quizzes: accept an image URL whose normal form has 2,048 characters, and a returned quiz can be sent back', async () => {
  const quiz = await createQuiz(admin, body(LONGEST));
  expect(imagesOf(quiz)).toEqual([LONGEST_NORMAL, LONGEST_NORMAL, null]);
  const updated = await updateQuiz(admin, quiz.id, await read(quiz));
  expect(imagesOf(updated)).toEqual([LONGEST_NORMAL, LONGEST_NORMAL, null]);
  expect(updated.questions[0]?.id).toBe(quiz.questions[0]?.id);
});

it.each([
  ['a normal form of 2,049 characters', `${LONGEST}a`, 2_049],
  ['2,048 characters and a longer normal form', `https://a.b/${'日'.repeat(2_036)}`, 18_336],
])('POST and PUT /quizzes and PATCH users: reject an image URL of %s', async (_, url, length) => {
  const quiz = await createQuiz(admin, body(null));
  const tooLong = `must have at most 2048 characters in its percent-encoded form, which has ${length}`;
  const problems = `heroImageUrl: ${tooLong}; questions[0].imageUrl: ${tooLong}`;
  const created = await admin.api.POST('/quizzes', { body: body(url) });
  expect([created.response.status, created.error]).toEqual([400, { error: problems }]);
  const updated = await admin.api.PUT('/quizzes/{id}', { params: { path: { id: quiz.id } }, body: body(url) });
  expect([updated.response.status, updated.error]).toEqual([400, { error: problems }]);
  const response = await service.backoffice.request('PATCH', `/users/${admin.userId}`, { image: url });
  expect([response.status, await response.json()]).toEqual([400, { error: `image: ${tooLong}` }]);
});

it('PUT /quizzes/{id} keeps the ids of a question whose image URL is sent in another form', async () => {
  const quiz = await createQuiz(admin, body(NORMAL));
  const updated = await updateQuiz(admin, quiz.id, body(SENT));
  expect(updated.questions[0]?.id).toBe(quiz.questions[0]?.id);
});
