import { setImmediate } from 'node:timers/promises';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { FileParser } from '#libs/file-parser';
import type { QuestionReading } from '../backoffice-quizzes.dto.js';
import { checkQuestion } from '../formats/check-question.js';
import * as questionParser from '../formats/question-parser.js';

/** Reads the questions of a file. */
export class ReadQuestions extends Query<QuestionReading> {
  constructor(readonly file: questionParser.QuestionFile) {
    super();
  }
}

@QueryHandler(ReadQuestions)
export class ReadQuestionsHandler implements IQueryHandler<ReadQuestions> {
  constructor(private readonly files: FileParser) {}

  async execute({ file }: ReadQuestions): Promise<QuestionReading> {
    const { questions: parsed, table } = await this.files.parse(questionParser, file);
    const questions: QuestionReading['questions'] = [];
    for (const one of parsed) {
      questions.push(checkQuestion(one));
      // Lets the event loop serve other requests.
      await setImmediate();
    }
    return { questions, table };
  }
}
