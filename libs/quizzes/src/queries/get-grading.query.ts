import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { QuizNotFound } from '../quiz.errors.js';
import { QuizReader } from '../quiz-reader.js';

/** The number of the grading that applies to new attempts at a quiz. @throws QuizNotFound */
export class GetGrading extends Query<number> {
  constructor(readonly quizId: string) {
    super();
  }
}

@QueryHandler(GetGrading)
export class GetGradingHandler implements IQueryHandler<GetGrading> {
  constructor(private readonly reader: QuizReader) {}

  async execute({ quizId }: GetGrading): Promise<number> {
    const state = await this.reader.state(quizId);
    if (state === undefined) throw new QuizNotFound();
    return state.grading;
  }
}
