import type { QueryBus } from '@nestjs/cqrs';
import type { Database } from '#libs/database';
import type { ShardedCounters } from '#libs/projections';
import { Metrics } from '#libs/observability';
import type { PageQuery } from '#libs/http';
import type { RankedPages } from '../ranking/ranked-pages.js';
import { GetGlobalLeaderboard, GetGlobalLeaderboardHandler } from './get-global-leaderboard.query.js';
import { GetQuizLeaderboard, GetQuizLeaderboardHandler } from './get-quiz-leaderboard.query.js';

const QUIZ = '019b76da-a800-7000-8000-000000000001';

/** Far pages never come. */
const ranked = {
  isFar: ({ offset }: PageQuery) => offset > 2_000,
  page: (_board: unknown, _columns: string, { offset }: PageQuery) =>
    offset > 2_000 ? new Promise(() => undefined) : Promise.resolve([]),
} as unknown as RankedPages;

const database = { query: () => Promise.resolve([]) } as unknown as Database;
const counts = { read: () => Promise.resolve(0) } as unknown as ShardedCounters;
const queries = { execute: () => Promise.resolve(Object.assign(new Map([[QUIZ, 0]]))) } as unknown as QueryBus;
const page = (number: number) => ({ page: number, limit: 1, size: 1, offset: number - 1 }) as PageQuery;

describe('the first page of a leaderboard', () => {
  it.each([
    [
      'of a quiz',
      new GetQuizLeaderboardHandler(database, counts, ranked, queries, new Metrics()),
      (number: number) => new GetQuizLeaderboard(QUIZ, page(number)),
    ],
    [
      'of all users',
      new GetGlobalLeaderboardHandler(ranked, counts, queries),
      (number: number) => new GetGlobalLeaderboard(page(number)),
    ],
  ])('%s does not wait for far pages', async (_, handler, message) => {
    for (let far = 3_000; far < 3_004; far++) void handler.execute(message(far) as never);
    await expect(handler.execute(message(1) as never)).resolves.toContain('"leaderboard":[]');
  });
});
