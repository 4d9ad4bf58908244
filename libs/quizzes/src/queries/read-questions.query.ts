import { setImmediate } from 'node:timers/promises';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { FileParser } from '#libs/file-transfer';
import { type QuestionFile, questionParser } from '#libs/question-formats';
import type { QuestionReading } from '../backoffice-quizzes.dto.js';
import { checkQuestion } from '../check-question.js';

/** Reads the questions of a file. */
export class ReadQuestions extends Query<QuestionReading> {
  constructor(readonly file: QuestionFile) {
    super();
  }
}

@QueryHandler(ReadQuestions)
export class ReadQuestionsHandler implements IQueryHandler<ReadQuestions> {
  constructor(private readonly files: FileParser) {}

  async execute({ file }: ReadQuestions): Promise<QuestionReading> {
    const { questions: read, table } = await this.files.parse(questionParser, file);
    const questions: QuestionReading['questions'] = [];
    for (const question of read) {
      questions.push(checkQuestion(question));
      // Lets the event loop serve other requests.
      await setImmediate();
    }
    return { questions, table };
  }
}
