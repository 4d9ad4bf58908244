import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { QuizReader } from '../quiz-reader.js';

/** The current title of a quiz. @throws QuizNotFound */
export class GetQuizTitle extends Query<string> {
  constructor(readonly quizId: string) {
    super();
  }
}

@QueryHandler(GetQuizTitle)
export class GetQuizTitleHandler implements IQueryHandler<GetQuizTitle> {
  constructor(private readonly reader: QuizReader) {}

  async execute({ quizId }: GetQuizTitle): Promise<string> {
    return (await this.reader.getRow(quizId)).title;
  }
}
