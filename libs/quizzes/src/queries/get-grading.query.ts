import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
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
    return (await this.reader.getState(quizId)).grading;
  }
}
