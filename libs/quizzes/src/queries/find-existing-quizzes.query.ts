import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Reader, sql } from '#libs/database';
import { QuizReader } from '../quiz-reader.js';

/** Which of these quizzes exist. Invalid ids do not. */
export class FindExistingQuizzes extends Query<ReadonlySet<string>> {
  /** @param snapshot to read from, if any; the ids must then be in canonical form */
  constructor(
    readonly ids: readonly string[],
    readonly snapshot?: Reader,
  ) {
    super();
  }
}

const EXISTING = sql('SELECT id FROM quizzes WHERE id = ANY ($1::uuid[])');

@QueryHandler(FindExistingQuizzes)
export class FindExistingQuizzesHandler implements IQueryHandler<FindExistingQuizzes> {
  constructor(private readonly reader: QuizReader) {}

  async execute({ ids, snapshot }: FindExistingQuizzes): Promise<ReadonlySet<string>> {
    if (snapshot !== undefined) {
      return new Set((await snapshot.query<{ id: string }>(EXISTING, [ids])).map(({ id }) => id));
    }
    const states = await Promise.all(ids.map((id) => this.reader.findState(id)));
    return new Set(states.flatMap((state) => state?.id ?? []));
  }
}
