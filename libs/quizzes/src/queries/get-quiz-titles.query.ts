import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { QuizReader } from '../quiz-reader.js';

/** The current titles of quizzes by id, without unknown quizzes. */
export class GetQuizTitles extends Query<ReadonlyMap<string, string>> {
  constructor(readonly quizIds: readonly string[]) {
    super();
  }
}

@QueryHandler(GetQuizTitles)
export class GetQuizTitlesHandler implements IQueryHandler<GetQuizTitles> {
  constructor(private readonly reader: QuizReader) {}

  async execute({ quizIds }: GetQuizTitles): Promise<ReadonlyMap<string, string>> {
    const rows = await Promise.all(quizIds.map((id) => this.reader.findRow(id)));
    return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row.title]])));
  }
}
