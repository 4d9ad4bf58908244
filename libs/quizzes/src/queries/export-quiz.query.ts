import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { fileNameOf, textFile } from '#libs/file-transfer';
import { ReadImage } from '#libs/images';
import { WRITERS } from '#libs/question-formats';
import type { QuizFormat } from '../backoffice-quizzes.dto.js';
import { toDraft } from '../quiz-content.js';
import { QuizReader } from '../quiz-reader.js';

/** A quiz as a file. @throws QuizNotFound */
export class ExportQuiz extends Query<StreamableFile> {
  constructor(
    readonly id: string,
    readonly format: QuizFormat['format'],
  ) {
    super();
  }
}

@QueryHandler(ExportQuiz)
export class ExportQuizHandler implements IQueryHandler<ExportQuiz> {
  constructor(
    private readonly reader: QuizReader,
    private readonly queries: QueryBus,
  ) {}

  async execute({ id, format }: ExportQuiz): Promise<StreamableFile> {
    const row = await this.reader.getRow(id);
    const { content } = await this.reader.getVersion(id, row.version);
    const quiz = toDraft(row, content);
    const name = fileNameOf(quiz.title) || `quiz-${id}`;
    const { extension, type, write } = WRITERS[format];
    const readImage = (url: string) => this.queries.execute(new ReadImage(url));
    return textFile(`${name}.${extension}`, type, write(quiz, readImage));
  }
}
