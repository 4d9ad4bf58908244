import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Reader } from '#libs/database';
import type { QuizContent } from '../quiz-content.js';
import { QuizReader } from '../quiz-reader.js';

/** The questions of one version. @throws QuizNotFound, VersionNotFound */
export class GetQuizContent extends Query<QuizContent> {
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

  async execute({ quizId, version, reader }: GetQuizContent): Promise<QuizContent> {
    return (await this.reader.getVersion(quizId, version, reader)).content;
  }
}
