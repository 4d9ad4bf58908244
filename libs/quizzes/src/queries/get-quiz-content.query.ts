import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { QuizContent } from '../quiz-content.js';
import { QuizReader } from '../quiz-reader.js';

/** The questions of one version; undefined if the quiz was deleted. */
export class GetQuizContent extends Query<QuizContent | undefined> {
  constructor(
    readonly quizId: string,
    readonly version: number,
  ) {
    super();
  }
}

@QueryHandler(GetQuizContent)
export class GetQuizContentHandler implements IQueryHandler<GetQuizContent> {
  constructor(private readonly reader: QuizReader) {}

  async execute({ quizId, version }: GetQuizContent): Promise<QuizContent | undefined> {
    return (await this.reader.version(quizId, version))?.content;
  }
}
