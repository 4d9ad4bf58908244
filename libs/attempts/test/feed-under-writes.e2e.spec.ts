import fc from 'fast-check';
import { submit } from '../../../test/support/attempts.js';
import {
  apiWith,
  attemptAt,
  createPlayer,
  createPlayers,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { type FeedQuery, Follower, untilEnded } from '../../../test/support/feed.js';
import { requestRegrade, undoRegrade, untilRegraded } from '../../../test/support/regrades.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';

let services: [Service, Service];
let admin: Player;
let players: Player[];

beforeAll(async () => {
  services = await startTwoServices();
  admin = await createPlayer(services[0], 'admin');
  players = await createPlayers(services[0], 3);
});

afterAll(() => services[0].close());

interface Write {
  kind: 'submit' | 'void' | 'restore' | 'regrade' | 'undo' | 'delete';
  at: 0 | 1;
  quiz: number;
  player: number;
  correct: number;
}

const writes = fc.array(
  fc.record({
    kind: fc.constantFrom<Write['kind']>('submit', 'submit', 'submit', 'void', 'restore', 'regrade', 'undo', 'delete'),
    at: fc.constantFrom<0 | 1>(0, 1),
    quiz: fc.nat(3),
    player: fc.nat(2),
    correct: fc.nat(2),
  }),
  { minLength: 32, maxLength: 40 },
);

const at = ({ key, ...player }: Player, instance: 0 | 1): Player => ({
  ...player,
  key,
  api: apiWith(services[instance].url, key),
});

it('followers know what the lists of attempts have, after writes at two instances', async () => {
  await fc.assert(
    fc.asyncProperty(writes, async (generated) => {
      const all = [...generated];
      const quizzes = await Promise.all(
        Array.from({ length: 4 }, () => createQuiz(admin, quizBody(2, { maxAttempts: 100 }))),
      );
      const [first] = quizzes as [Quiz, ...Quiz[]];
      const submitted: { quiz: Quiz; attemptId: string }[] = [];
      const regrades: { quiz: Quiz; id: string }[] = [];

      async function write({ kind, at: instance, quiz: index, player, correct }: Write): Promise<void> {
        const quiz = quizzes[index] as Quiz;
        const service = services[instance];
        const { quiz: of, attemptId } = submitted.at(correct) ?? { quiz, attemptId: undefined };
        const path = `/quizzes/${of.id}/attempts/${attemptId}/void`;
        if (kind === 'submit') {
          const { result } = await submit(at(players[player] as Player, instance), quiz.id, attemptAt(quiz, correct));
          if (result !== undefined) submitted.push({ quiz, attemptId: result.attemptId });
        } else if (kind === 'void') await service.backoffice.request('PUT', path, { reason: 'A test' });
        else if (kind === 'restore') await service.backoffice.request('DELETE', path);
        else if (kind === 'regrade') {
          const response = await requestRegrade(service, { quiz, question: 0, counts: [correct % 2] }, correct);
          if (response.ok) regrades.push({ quiz, id: ((await response.json()) as { id: string }).id });
        } else if (kind === 'undo') {
          const regrade = regrades.at(-1);
          if (regrade !== undefined) await undoRegrade(service, regrade.quiz.id, regrade.id).catch(() => undefined);
        } else if (index === 3) await deleteQuiz(at(admin, instance), quiz.id).catch(() => undefined);
      }

      const filters: [Player, FeedQuery][] = [
        [admin, { limit: 1_000 }],
        [admin, { limit: 3, quizId: first.id }],
        [admin, { limit: 7, passed: true }],
        [players[0] as Player, { limit: 2 }],
      ];
      const followers = filters.map(([by, filter]) => ({
        by,
        filter,
        follower: new Follower(services[0], by, filter),
      }));
      while (all.length > 0) {
        const some = all.splice(0, 8).map(write);
        const reads = followers.map(({ by, follower }) => follower.read(at(by, all.length % 2 === 0 ? 0 : 1)));
        await Promise.all([...some, ...reads]);
      }
      await untilRegraded(services[0].databaseUrl);
      await untilEnded(services[0].databaseUrl);
      for (const { by, filter, follower } of followers) {
        await follower.readAll();
        const known = [...follower.known.values()].filter(({ quizId }) => quizzes.some(({ id }) => id === quizId));
        expect(known.toSorted(byId)).toEqual((await listed(by, filter, quizzes)).toSorted(byId));
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
});

type Known = Follower['known'] extends Map<string, infer Attempt> ? Attempt : never;

const byId = (one: Known, other: Known) => (one.attemptId < other.attemptId ? -1 : 1);

/** The attempts at quizzes that a reader finds in their lists. */
async function listed({ api }: Player, { quizId, passed }: FeedQuery, quizzes: readonly Quiz[]): Promise<Known[]> {
  const lists = await Promise.all(
    quizzes.map(({ id }) => api.GET('/quizzes/{id}/attempts', { params: { path: { id }, query: { limit: 100 } } })),
  );
  return lists
    .flatMap(({ data }) => data?.attempts ?? [])
    .filter((attempt) => quizId === undefined || attempt.quizId === quizId)
    .filter((attempt) => passed === undefined || attempt.passed === passed);
}
