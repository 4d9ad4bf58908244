import { setImmediate } from 'node:timers/promises';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { FileParser } from '#libs/file-parser';
import { checkQuestion } from '../formats/check-question.js';
import * as questionParser from '../formats/question-parser.js';
import type { ReadQuestion } from '../read-question.dto.js';

/** Reads the questions of a file. */
export class ReadQuestions extends Query<ReadQuestion[]> {
  constructor(
    readonly format: questionParser.ReadFormat,
    readonly text: string,
  ) {
    super();
  }
}

@QueryHandler(ReadQuestions)
export class ReadQuestionsHandler implements IQueryHandler<ReadQuestions> {
  constructor(private readonly files: FileParser) {}

  async execute({ format, text }: ReadQuestions): Promise<ReadQuestion[]> {
    const questions: ReadQuestion[] = [];
    for (const parsed of await this.files.parse(questionParser, { format, text })) {
      questions.push(checkQuestion(parsed));
      // Lets the event loop serve other requests.
      await setImmediate();
    }
    return questions;
  }
}
