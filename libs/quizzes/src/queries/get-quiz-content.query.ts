import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Reader } from '#libs/database';
import type { QuizContent } from '../quiz-content.js';
import { QuizReader } from '../quiz-reader.js';

/** The questions of one version; undefined if the quiz was deleted. */
export class GetQuizContent extends Query<QuizContent | undefined> {
  constructor(
    readonly quizId: string,
    readonly version: number,
    /** The transaction of the caller, if there is one. */
    readonly reader?: Reader,
  ) {
    super();
  }
}

@QueryHandler(GetQuizContent)
export class GetQuizContentHandler implements IQueryHandler<GetQuizContent> {
  constructor(private readonly reader: QuizReader) {}

  async execute({ quizId, version, reader }: GetQuizContent): Promise<QuizContent | undefined> {
    return (await this.reader.version(quizId, version, reader))?.content;
  }
}
