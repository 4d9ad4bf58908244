import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { NIL } from 'uuid';
import { type Snapshot, Snapshots, sql } from '#libs/database';

/** A range of consecutive quiz ids, read with the data of these quizzes in one snapshot. */
export interface QuizRange {
  /** Excluded lower bound. */
  readonly after: string;
  /** Included upper bound. */
  readonly upTo: string;
  /** The quizzes that exist in the range. */
  readonly quizIds: readonly string[];
  /** Progress of the scan after this range, 0 to 1. */
  readonly done: number;
}

/** Iterates over all quizzes in bounded ranges, each in a snapshot of its own that lasts while the caller works on it. */
export class ScanQuizzes<Item> extends Query<AsyncGenerator<Item>> {
  constructor(readonly work: (snapshot: Snapshot, range: QuizRange) => AsyncGenerator<Item>) {
    super();
  }
}

/** Quizzes of one range. */
const RANGE = 100;

const NEXT = sql(`SELECT id FROM quizzes WHERE id > $1 ORDER BY id LIMIT ${RANGE}`);
const COUNT = sql('SELECT count(*)::integer AS count FROM quizzes');

@QueryHandler(ScanQuizzes)
export class ScanQuizzesHandler implements IQueryHandler<ScanQuizzes<unknown>> {
  constructor(private readonly snapshots: Snapshots) {}

  execute({ work }: ScanQuizzes<unknown>): Promise<AsyncGenerator> {
    return Promise.resolve(this.scan(work));
  }

  private async *scan(work: ScanQuizzes<unknown>['work']): AsyncGenerator {
    const progress = { total: 0, seen: 0 };
    for (let after: string | undefined = NIL; after !== undefined;) {
      let upTo: string | undefined;
      const from: string = after;
      yield* this.snapshots.during(async function* (snapshot) {
        if (progress.total === 0) progress.total = (await snapshot.query<{ count: number }>(COUNT))[0]?.count ?? 0;
        const quizIds = (await snapshot.query<{ id: string }>(NEXT, [from])).map(({ id }) => id);
        upTo = quizIds.at(-1);
        if (upTo === undefined) return;
        progress.seen += quizIds.length;
        const done = Math.min(1, progress.seen / progress.total);
        yield* work(snapshot, { after: from, upTo, quizIds, done });
      });
      after = upTo;
    }
  }
}
