import { vi } from 'vitest';
// The order of listeners is fixed so that rows are locked in one order everywhere. Nothing else may depend on it.
import { TransactionListeners } from '#libs/database';
import { submitAccepted } from '../support/attempts.js';
import { query } from '../support/database.js';
import { attemptAt, createPlayer, createQuiz, deleteQuiz, quizBody } from '../support/factories.js';
import { startService } from '../support/service.js';
import { untilCounted } from '../support/statistics.js';

type Reorder = <Item>(items: readonly Item[]) => Item[];

/** Tables that differ from run to run, or that background work changes. */
const LEFT_OUT = [
  ...['migrations', 'api_keys', 'key_usage', 'key_addresses', 'sharded_counters', 'background_tasks'],
  'change_positions',
];

/** All that the same requests leave in the tables, with listeners in some order. */
async function tablesAfter(reorder: Reorder): Promise<{ heard: Set<string>; tables: Record<string, string[]> }> {
  const service = await startService();
  const heard = new Set<string>();
  const listeners = service.app.get(TransactionListeners);
  const inOrder = listeners.of.bind(listeners);
  vi.spyOn(listeners, 'of').mockImplementation((event) => {
    const found = inOrder(event);
    if (found.length > 1) heard.add(event.constructor.name);
    return reorder(found);
  });
  try {
    const admin = await createPlayer(service, 'admin');
    const players = [await createPlayer(service), await createPlayer(service)];
    const quizzes = [];
    for (const title of ['Stays', 'Is deleted']) {
      quizzes.push(await createQuiz(admin, quizBody(3, { title, maxAttempts: 5 })));
    }
    for (const [number, player] of players.entries()) {
      for (const quiz of quizzes) await submitAccepted(player, quiz.id, attemptAt(quiz, number));
      for (const quiz of quizzes) await submitAccepted(player, quiz.id, attemptAt(quiz, 3, 500));
    }
    await untilCounted(service.databaseUrl);
    await deleteQuiz(admin, quizzes[1]?.id ?? '');
    for (const player of players)
      await service.backoffice.call('PATCH', `/users/${player.userId}`, { suspended: true });
    const names = new Map<string, string>(
      [admin, ...players].flatMap((user, number) => [
        [user.userId, `user ${number}`] as const,
        [user.displayName, `name ${number}`] as const,
      ]),
    );
    for (const { id, title } of quizzes) names.set(id, title);
    return { heard, tables: await readTables(service.databaseUrl, names) };
  } finally {
    await service.close();
  }
}

/** The rows of all tables as texts, without random values and times. */
async function readTables(url: string, names: ReadonlyMap<string, string>): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const sources = tables
    .filter(({ name }) => !LEFT_OUT.includes(name))
    .map(({ name }) => [name, name] as const)
    .concat([['sharded_counters', '(SELECT subject, name, sum(value) FROM sharded_counters GROUP BY subject, name)']]);
  const found: Record<string, string[]> = {};
  for (const [name, source] of sources) {
    const rows = await query<{ row: string }>(url, `SELECT row_to_json(rows)::text AS row FROM ${source} AS rows`);
    found[name] = rows.map(({ row }) => withoutChance(row, names)).sort();
  }
  return found;
}

const withoutChance = (row: string, names: ReadonlyMap<string, string>) =>
  [...names]
    .reduce((text, [id, name]) => text.replaceAll(id, name), row)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/"change_position":\d+/g, '"change_position":"position"')
    .replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+\+\d\d:\d\d)?/g, 'time')
    .replaceAll(/\\\\x[0-9a-f]+/g, 'bytes')
    .replaceAll(/qk_\w+/g, 'key')
    .replaceAll(/user\d+@/g, 'user@');

it('listeners leave the same rows in all tables, whatever their order', async () => {
  const [forth, back] = [
    await tablesAfter((items) => [...items]),
    // Each of two listeners runs before the other one in one of the two.
    await tablesAfter((items) => items.toReversed()),
  ];
  expect([...forth.heard].sort()).toEqual(expect.arrayContaining(['QuizDeleted']));
  expect(forth.tables.quiz_standings).toHaveLength(2);
  expect(forth.tables.global_standings).toHaveLength(2);
  expect(back.tables).toEqual(forth.tables);
});
