import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { VersionQuestions } from '../backoffice-quizzes.dto.js';
import { toQuestions } from '../quiz-content.js';
import { QuizNotFound, VersionNotFound } from '../quiz.errors.js';
import { QuizReader } from '../quiz-reader.js';

/** The questions of a version, with ids and answers. @throws QuizNotFound, VersionNotFound */
export class GetVersion extends Query<VersionQuestions> {
  constructor(
    readonly quizId: string,
    readonly version: number,
  ) {
    super();
  }
}

@QueryHandler(GetVersion)
export class GetVersionHandler implements IQueryHandler<GetVersion> {
  constructor(private readonly reader: QuizReader) {}

  async execute({ quizId, version }: GetVersion): Promise<VersionQuestions> {
    const quiz = await this.reader.state(quizId);
    if (quiz === undefined) throw new QuizNotFound();
    if (version > quiz.version) throw new VersionNotFound();
    const read = await this.reader.version(quizId, version);
    // Deleted in the meantime.
    if (read === undefined) throw new QuizNotFound();
    return { version, questions: toQuestions(read.content) };
  }
}
