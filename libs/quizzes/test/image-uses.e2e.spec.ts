// The check of the uses of images, and its repair.
import { Background } from '#libs/database';
import { query } from '../../../test/support/database.js';
import {
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type QuizBody,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { png } from '../../../test/support/images.js';
import { verify } from '../../../test/support/operations.js';
import { type Service, startService } from '../../../test/support/service.js';

const GONE = '019b76da-a800-7000-8000-0000000000ff';

let service: Service;
let admin: Player;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

async function upload(shade: number): Promise<{ url: string; hash: string }> {
  const { url } = await service.backoffice.read<{ url: string }>('/images', png({ shade }));
  return { url, hash: /[0-9a-f]{64}/.exec(url)?.[0] ?? '' };
}

function bodyWith(images: { cover?: string; question?: string }): QuizBody {
  const questions = quizBody(1).questions.map((one) => ({ ...one, imageUrl: images.question ?? null }));
  return quizBody(1, { heroImageUrl: images.cover ?? null, questions });
}

const change = (statement: string, values: unknown[] = []) => query(service.databaseUrl, statement, values);

const uses = () =>
  change(`SELECT quiz_id AS "quizId", encode(hash, 'hex') AS hash FROM image_uses ORDER BY quiz_id, hash`);

it('verify: finds uses of images that are missing or too many, and repairs them', async () => {
  const [cover, former, deleted, unused] = [await upload(1), await upload(2), await upload(3), await upload(4)];
  const quiz = await createQuiz(admin, bodyWith({ cover: cover.url, question: former.url }));
  await updateQuiz(admin, quiz.id, bodyWith({ cover: cover.url, question: 'https://example.com/a.png' }));
  const inTrash = await createQuiz(admin, bodyWith({ question: deleted.url }));
  await deleteQuiz(admin, inTrash.id);
  // Of an image that is not stored there is no use.
  await createQuiz(admin, bodyWith({ cover: `${service.url}/images/${'a'.repeat(64)}.png` }));
  const before = await uses();
  expect(before).toHaveLength(3);
  expect((await verify(service.databaseUrl)).differences).toEqual([]);

  await change('DELETE FROM image_uses');
  const extra = [quiz.id, inTrash.id, GONE];
  for (const id of extra) await change(`INSERT INTO image_uses VALUES ($1, decode($2, 'hex'))`, [id, unused.hash]);
  await change(`UPDATE images SET uploaded_at = now() - interval '8 days'`);
  const { exitCode, differences } = await verify(service.databaseUrl);
  expect([exitCode, differences]).toEqual([
    1,
    [
      `uses of images: quiz ${quiz.id}, image ${cover.hash}: expected a row; found nothing`,
      `uses of images: quiz ${quiz.id}, image ${former.hash}: expected a row; found nothing`,
      `uses of images: quiz ${inTrash.id}, image ${deleted.hash}: expected a row; found nothing`,
      ...extra.map((id) => `uses of images: quiz ${id}, image ${unused.hash}: expected nothing; found a row`),
    ].sort(),
  ]);

  expect(await verify(service.databaseUrl, '--fix')).toMatchObject({ exitCode: 0, differences });
  expect((await verify(service.databaseUrl)).differences).toEqual([]);
  expect(await uses()).toEqual(before);
  // An image whose use a repair ends stays for a week.
  await service.app.get(Background).run('Deleting unused images');
  expect((await fetch(unused.url)).status).toBe(200);
});
