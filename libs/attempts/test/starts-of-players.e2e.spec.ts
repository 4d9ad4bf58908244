// Open starts of players whose application acts for them, and of users who are suspended.
import { query } from '../../../test/support/database.js';
import { createPlayer, createQuiz, type Player, type Quiz, quizBody } from '../../../test/support/factories.js';
import { createApplication, registerPlayer } from '../../../test/support/players.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';
import {
  answersTo,
  attemptsOf,
  getStart,
  passTime,
  recordEnded,
  save,
  type Start,
  start,
  startAccepted,
  submitStart,
} from '../../../test/support/starts.js';

let service: SharedService;
let admin: Player;
let quiz: Quiz;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
});

beforeEach(async () => {
  quiz = await createQuiz(admin, quizBody(4, { timeLimitSeconds: 600, maxAttempts: 2, requireStart: true }));
});

async function readStart(player: Pick<Player, 'api'>, started: Start) {
  const { status, start: found } = await getStart(player, started);
  return { status, saved: found?.answers };
}

const attemptsAt = ({ id }: Quiz, player: Pick<Player, 'api'> = admin) => attemptsOf(player, id);

async function untilRecorded({ id }: Quiz): Promise<void> {
  await passTime(service, id, 612);
  await recordEnded(service);
}

describe('an application', () => {
  it('starts, saves and submits for its player, and both see that it did', async () => {
    const application = await createApplication(service);
    const player = await registerPlayer(service, application, 'anna');
    const started = await startAccepted(player, quiz.id);
    const answers = answersTo(started, quiz, 3);
    expect((await save(player, started, answers)).status).toBe(200);
    expect(await readStart(player, started)).toEqual({
      status: 200,
      saved: expect.arrayContaining(answers) as unknown,
    });
    expect(await start(player, quiz.id)).toMatchObject({ status: 200, start: { id: started.id } });
    expect((await submitStart(player, started, answers)).status).toBe(201);
    const { userId } = player;
    const own = [{ attemptId: started.id, userId, applicationId: application.userId, correctCount: 3 }];
    expect(await attemptsAt(quiz, player)).toMatchObject(own);
    expect(await attemptsAt(quiz)).toMatchObject(own);
  });

  it('is named by the attempt of a start that it does not submit', async () => {
    const application = await createApplication(service);
    const player = await registerPlayer(service, application, 'anna');
    const started = await startAccepted(player, quiz.id);
    await save(player, started, answersTo(started, quiz, 2));
    await untilRecorded(quiz);
    expect(await attemptsAt(quiz, player)).toMatchObject([
      { attemptId: started.id, applicationId: application.userId, correctCount: 2, timedOut: true },
    ]);
  });

  it('sees no start of the players of another one, nor of its own by its own key', async () => {
    const [application, another] = [await createApplication(service), await createApplication(service)];
    const started = await startAccepted(await registerPlayer(service, application, 'anna'), quiz.id);
    for (const by of [application, await registerPlayer(service, another, 'anna')]) {
      expect((await readStart(by, started)).status).toBe(404);
      expect((await save(by, started, [])).status).toBe(404);
      expect(await submitStart(by, started, [])).toMatchObject({ status: 404, error: 'Start not found' });
    }
  });
});

describe('a user who is suspended', () => {
  const suspend = (player: Player, suspended: boolean) =>
    service.backoffice.call('PATCH', `/users/${player.userId}`, { suspended });

  it('cannot continue an open start: what was saved is recorded when its time is up', async () => {
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    await save(player, started, answersTo(started, quiz, 3));
    await suspend(player, true);
    const rejected = [
      await start(player, quiz.id),
      await save(player, started, []),
      await submitStart(player, started, []),
    ];
    expect(rejected.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await readStart(player, started)).status).toBe(403);
    await untilRecorded(quiz);
    expect(await attemptsAt(quiz)).toMatchObject([{ attemptId: started.id, correctCount: 3, timedOut: true }]);
    const { data } = await admin.api.GET('/quizzes/{id}/leaderboard', { params: { path: { id: quiz.id } } });
    expect(data?.leaderboard).toEqual([]);
  });

  it('continues it if the suspension ends in time', async () => {
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    await suspend(player, true);
    await suspend(player, false);
    expect(await start(player, quiz.id)).toMatchObject({ status: 200, start: { endsAt: started.endsAt } });
    expect((await submitStart(player, started, answersTo(started, quiz, 4))).status).toBe(201);
    expect(await query(service.databaseUrl, 'SELECT FROM starts WHERE quiz_id = $1', [quiz.id])).toEqual([]);
  });
});
