import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { QuizReader } from '../quiz-reader.js';

/** Which of these quizzes exist. Ids that no quiz could have do not. */
export class FindExistingQuizzes extends Query<ReadonlySet<string>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

@QueryHandler(FindExistingQuizzes)
export class FindExistingQuizzesHandler implements IQueryHandler<FindExistingQuizzes> {
  constructor(private readonly reader: QuizReader) {}

  async execute({ ids }: FindExistingQuizzes): Promise<ReadonlySet<string>> {
    const rows = await Promise.all(ids.map((id) => this.reader.row(id)));
    return new Set(rows.flatMap((row) => row?.id ?? []));
  }
}
