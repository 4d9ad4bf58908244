import { submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import {
  apiWith,
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  quizBody,
} from '../../../test/support/factories.js';
import { migrationOf } from '../../../test/support/migrations.js';
import { repair } from '../../../test/support/operations.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

const UNKNOWN = '019b76da-a800-7000-8000-000000000001';

let service: Service;
let admin: Player;
let player: Player;

beforeAll(async () => {
  // Its own: the tests revert the migration, and check all certificates. Others can use `sharedService`.
  service = await startService();
  admin = await createPlayer(service, 'admin');
});

beforeEach(async () => {
  player = await createPlayer(service);
});

afterAll(() => service.close());

const newQuiz = () => createQuiz(admin, quizBody(2, { maxAttempts: 3 }));

/** Creates a quiz that the player passes. */
async function passQuiz() {
  const quiz = await newQuiz();
  const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
  return { ...quiz, attemptId };
}

async function certificatesOf({ api }: Player) {
  const { data } = await api.GET('/certificates');
  return data?.certificates;
}

describe('certificates', () => {
  it('are awarded for the first attempt that passes', async () => {
    const quiz = await newQuiz();
    await submitAccepted(player, quiz.id, attemptAt(quiz, 0));
    expect(await certificatesOf(player)).toEqual([]);
    await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
    const awarded = await certificatesOf(player);
    expect(awarded).toMatchObject([{ quizId: quiz.id, revokedAt: null }]);
    await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
    expect(await certificatesOf(player)).toEqual(awarded);
  });

  it('are awarded once when two instances record attempts that pass', async () => {
    const quiz = await newQuiz();
    const second = await startService({ DATABASE_URL: service.databaseUrl });
    try {
      const apis = [player.api, apiWith(second.url, player.key)];
      await Promise.all(apis.map((api) => submitAccepted({ api }, quiz.id, attemptAt(quiz, 2))));
    } finally {
      await second.close();
    }
    expect(await certificatesOf(player)).toHaveLength(1);
  });

  it('are deleted with their quiz', async () => {
    const quiz = await passQuiz();
    await deleteQuiz(admin, quiz.id);
    expect(await certificatesOf(player)).toEqual([]);
  });

  it('stay without a name if their user is anonymised, and are deleted if the user is removed', async () => {
    const { id } = await passQuiz();
    const list = async () => {
      const { data } = await admin.api.GET('/quizzes/{id}/certificates', { params: { path: { id } } });
      return data?.certificates.map(({ displayName }) => displayName);
    };
    const erase = (way: string) =>
      service.backoffice.call('POST', `/users/${player.userId}/erasure`, { way, reason: 'Asked for it' });
    await erase('anonymise');
    expect(await list()).toEqual(['Deleted user']);
    player = await createPlayer(service);
    const { id: quizId } = await passQuiz();
    await erase('remove');
    await until('the certificate is deleted', async () => {
      const left = await query(service.databaseUrl, 'SELECT FROM certificates WHERE quiz_id = $1', [quizId]);
      return left.length === 0;
    });
  });

  it('belong to the first attempt that passed and is not voided', async () => {
    const quiz = await passQuiz();
    const { attemptId: later } = await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
    const pathOf = (attemptId: string) => `/quizzes/${quiz.id}/attempts/${attemptId}/void`;
    const earnedBy = () =>
      query(service.databaseUrl, 'SELECT attempt_id FROM certificates WHERE quiz_id = $1', [quiz.id]);
    await service.backoffice.call('PUT', pathOf(quiz.attemptId), { reason: 'Copied' });
    expect(await earnedBy()).toEqual([{ attempt_id: later }]);
    await service.backoffice.call('PUT', pathOf(later), { reason: 'Copied' });
    expect(await certificatesOf(player)).toEqual([]);
    await service.backoffice.call('DELETE', pathOf(quiz.attemptId));
    expect(await earnedBy()).toEqual([{ attempt_id: quiz.attemptId }]);
  });

  it('are awarded by the migration for the attempts before it', async () => {
    await passQuiz();
    await passQuiz();
    const awarded = await certificatesOf(player);
    const migration = migrationOf(service, 'CreateCertificates1780000000000');
    await migration.down();
    await migration.up();
    expect(await certificatesOf(player)).toEqual(awarded);
  });

  it('are repaired by npm run verify -- --fix', async () => {
    const [quiz, other] = [await passQuiz(), await newQuiz()];
    // One certificate is missing, and one belongs to a quiz that the user has not passed.
    await query(service.databaseUrl, 'UPDATE certificates SET quiz_id = $2 WHERE quiz_id = $1', [quiz.id, other.id]);
    expect(await repair(service)).toMatchObject({ differences: 2, left: 0 });
    expect(await certificatesOf(player)).toMatchObject([{ quizId: quiz.id }]);
  });
});

describe('GET /quizzes/:id/certificates', () => {
  it('lists the users who have passed', async () => {
    const { id } = await passQuiz();
    const { data } = await player.api.GET('/quizzes/{id}/certificates', { params: { path: { id } } });
    const { userId, displayName } = player;
    expect(data).toMatchObject({
      certificates: [{ quizId: id, userId, displayName }],
      pagination: { page: 1, total: 1 },
    });
  });

  it('answers 404 for an unknown quiz', async () => {
    const { response } = await player.api.GET('/quizzes/{id}/certificates', { params: { path: { id: UNKNOWN } } });
    expect(response.status).toBe(404);
  });
});

describe('PUT /quizzes/:id/certificates/:userId/revocation', () => {
  const revoke = (quizId: string, userId: string, reason = 'Copied') =>
    service.backoffice.request('PUT', `/quizzes/${quizId}/certificates/${userId}/revocation`, { reason });

  it('revokes a certificate once and writes one entry into the audit log', async () => {
    const { id, title, attemptId } = await passQuiz();
    expect((await revoke(id, player.userId)).status).toBe(204);
    expect((await revoke(id, player.userId)).status).toBe(204);
    expect(await certificatesOf(player)).toMatchObject([{ quizId: id, revokedAt: expect.any(String) as unknown }]);
    const { entries } = await service.backoffice.call<{ entries: unknown[] }>('GET', `/audit?subjectId=${attemptId}`);
    expect(entries).toMatchObject([
      {
        action: 'certificate.revoked',
        subject: { kind: 'certificate', name: title },
        details: { user: player.displayName, reason: 'Copied' },
      },
    ]);
  });

  it('answers 404 if there is no certificate', async () => {
    const { id } = await newQuiz();
    for (const userId of [player.userId, 'none']) expect((await revoke(id, userId)).status).toBe(404);
    expect((await revoke(UNKNOWN, player.userId)).status).toBe(404);
  });

  it('rejects an empty reason', async () => {
    const { id } = await passQuiz();
    expect((await revoke(id, player.userId, ' ')).status).toBe(400);
  });
});
