import { Injectable } from '@nestjs/common';
import {
  compareFigures,
  EVERYTHING,
  KeptCounts,
  type Part,
  Snapshots,
  sql,
  type Transaction,
  type Verifier,
  Verifies,
} from '#libs/platform';
import { QUIZ_COUNT } from '../queries/list-quizzes.query.js';

const COUNT = sql('SELECT count(*)::float8 AS count FROM quizzes');

/** The kept count of all quizzes. */
@Injectable()
@Verifies('count of quizzes')
export class QuizCountVerifier implements Verifier {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly counts: KeptCounts,
  ) {}

  verify(): AsyncGenerator<Part> {
    const { counts } = this;
    return this.snapshots.during(async function* (snapshot) {
      const [row] = await snapshot.query<{ count: number }>(COUNT);
      const expected = row?.count ?? 0;
      const found = (await counts.readIn(snapshot, QUIZ_COUNT)).get(EVERYTHING) ?? 0;
      const difference = compareFigures('all quizzes', { quizzes: expected }, { quizzes: found });
      if (difference === undefined) {
        yield { done: 1, compared: expected };
        return;
      }
      // Others only add to it, so that what is missing stays the same.
      const repair = async (transaction: Transaction) => {
        await counts.add(transaction, [{ name: QUIZ_COUNT, delta: expected - found }]);
        return false;
      };
      yield { done: 1, compared: expected, differences: [difference], repair };
    });
  }
}
