import {
  createPlayer,
  createPlayers,
  createQuiz,
  type Player,
  type Quiz,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { effectsOf, readResults } from '../../../test/support/regrade-effects.js';
import { type Counting, previewRegrade, regrade } from '../../../test/support/regrades.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';
import { answersTo, type Start, startAccepted, submitStart } from '../../../test/support/starts.js';

let service: SharedService;
let admin: Player;
let players: Player[];

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  players = await createPlayers(service, 4);
});

type Attempts = { version: number; start: Start }[];

/** Players take the test until each of the possible draws has an attempt with each number of correct answers. */
async function submitDraws(quiz: Quiz, version: number, drawCount: number, draws: number): Promise<Attempts> {
  const attempts: Attempts = [];
  const timesDrawn = new Map<string, number>();
  while (timesDrawn.size < draws || [...timesDrawn.values()].some((times) => times <= drawCount)) {
    const player = players[attempts.length % players.length] as Player;
    const start = await startAccepted(player, quiz.id);
    const draw = start.questions
      .map(({ id }) => id)
      .toSorted()
      .join();
    const times = timesDrawn.get(draw) ?? 0;
    timesDrawn.set(draw, times + 1);
    const { status } = await submitStart(player, start, answersTo(start, quiz, times % (drawCount + 1)));
    expect(status).toBe(201);
    attempts.push({ version, start });
  }
  return attempts;
}

/** Regrades a question, and compares what that changes with the preview. */
async function expectAsPreviewed(attempts: Attempts, quiz: Quiz, question: number, counts: Counting) {
  const wanted = { quiz, question, counts };
  const preview = await previewRegrade(service, wanted);
  const before = await readResults(service.databaseUrl, admin, quiz.id);
  await regrade(service, wanted);
  const after = await readResults(service.databaseUrl, admin, quiz.id);
  const scores = new Map(before.attempts.map(({ id, score }) => [id, score]));
  const changed = new Set(after.attempts.flatMap(({ id, score }) => (score === scores.get(id) ? [] : id)));
  const versions = [2, 1].flatMap((version) => {
    const asked = attempts.filter(
      (one) => one.version === version && one.start.questions.some(({ id }) => id === quiz.questions[question]?.id),
    );
    const attemptsChanged = asked.filter(({ start }) => changed.has(start.id)).length;
    return asked.length === 0 ? [] : { version, attempts: asked.length, attemptsChanged };
  });
  expect(preview).toMatchObject({ ...effectsOf(before, after, []), versions });
}

it.each([
  { drawCount: 1, drawsOfTwo: 2 },
  { drawCount: 2, drawsOfTwo: 1 },
])(
  'a preview counts drawn questions by the content if all of $drawCount are left out',
  async ({ drawCount, drawsOfTwo }) => {
    const body = quizBody(3, { requireStart: true, drawCount, maxAttempts: 100 });
    const quiz = await createQuiz(admin, body);
    const attempts = await submitDraws(quiz, 1, drawCount, 3);
    await expectAsPreviewed(attempts, quiz, 0, 'omitted');
    await expectAsPreviewed(attempts, quiz, 0, 'everyone');
    await expectAsPreviewed(attempts, quiz, 0, 'omitted');
    await expectAsPreviewed(attempts, quiz, 1, 'omitted');
    // A later version has only questions that are left out.
    const later = await updateQuiz(admin, quiz.id, { ...body, questions: body.questions.slice(0, 2) });
    attempts.push(...(await submitDraws(later, 2, drawCount, drawsOfTwo)));
    await expectAsPreviewed(attempts, quiz, 0, [1]);
    await expectAsPreviewed(attempts, quiz, 1, 'everyone');
  },
);
