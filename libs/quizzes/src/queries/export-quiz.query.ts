import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { fileNameOf, textFile } from '#libs/file-transfer';
import { WRITERS } from '#libs/question-formats';
import type { QuizFormat } from '../backoffice-quizzes.dto.js';
import { QuizNotFound } from '../quiz.errors.js';
import { toDraft } from '../quiz-draft.js';
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
  constructor(private readonly reader: QuizReader) {}

  async execute({ id, format }: ExportQuiz): Promise<StreamableFile> {
    const row = await this.reader.row(id);
    const version = row === undefined ? undefined : await this.reader.version(id, row.version);
    if (row === undefined || version === undefined) throw new QuizNotFound();
    const quiz = toDraft(row, version.content);
    const name = fileNameOf(quiz.title) || `quiz-${id}`;
    const { extension, type, write } = WRITERS[format];
    return textFile(`${name}.${extension}`, type, [write(quiz)]);
  }
}
