import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { authorOf } from '../authors.js';
import { QuizNotFound } from '../quiz.errors.js';
import { QuizReader } from '../quiz-reader.js';
import { type QuizRepresentation, representationOf } from '../quiz-representation.js';

/** A full quiz. @throws QuizNotFound */
export class GetQuiz extends Query<QuizRepresentation> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(GetQuiz)
export class GetQuizHandler implements IQueryHandler<GetQuiz> {
  constructor(
    private readonly reader: QuizReader,
    private readonly queries: QueryBus,
  ) {}

  async execute({ id }: GetQuiz): Promise<QuizRepresentation> {
    const row = await this.reader.row(id);
    if (row === undefined) throw new QuizNotFound();
    const [version, author] = await Promise.all([
      this.reader.version(id, row.version),
      authorOf(this.queries, row.authorId),
    ]);
    if (version === undefined) throw new QuizNotFound();
    return representationOf(row, version, author);
  }
}
