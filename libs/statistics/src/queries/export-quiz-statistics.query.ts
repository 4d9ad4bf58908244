import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Column, csvFile, fileNameOf } from '#libs/file-transfer';
import { GetQuizTitle } from '#libs/quizzes';
import type { Selection } from '../attempt-reader.js';
import { QuizStatisticsReader } from '../quiz-statistics-reader.js';
import type { QuestionStatistics } from '../statistics.dto.js';

/** A CSV file with a row for each answer of each question, and one for no answer. @throws as {@link QuizStatisticsReader} */
export class ExportQuizStatistics extends Query<StreamableFile> {
  constructor(readonly selection: Selection) {
    super();
  }
}

type Row = ReturnType<typeof rowsOf>[number];

const COLUMNS: Column<Row>[] = [
  ['No.', 'number'],
  ['Question', 'question'],
  ['Attempts', 'attempts'],
  ['Correct', 'correct'],
  ['Share correct', 'difficulty'],
  ['Share correct (low)', 'difficultyLow'],
  ['Share correct (high)', 'difficultyHigh'],
  ['Discrimination', 'discrimination'],
  ['Discrimination (low)', 'discriminationLow'],
  ['Discrimination (high)', 'discriminationHigh'],
  ['Answer', 'answer'],
  ['Is correct', 'isCorrect'],
  ['Chosen', 'chosen'],
  ['Share in the upper third', 'upperThird'],
  // Readers may rely on the positions of columns: add new ones at the end.
  ['Share in the lower third', 'lowerThird'],
];

@QueryHandler(ExportQuizStatistics)
export class ExportQuizStatisticsHandler implements IQueryHandler<ExportQuizStatistics> {
  constructor(
    private readonly reader: QuizStatisticsReader,
    private readonly queries: QueryBus,
  ) {}

  async execute({ selection }: ExportQuizStatistics): Promise<StreamableFile> {
    const { questions } = await this.reader.read(selection);
    const title = await this.queries.execute(new GetQuizTitle(selection.quizId));
    const rows = questions.map((question, index) => rowsOf(question, index + 1));
    return csvFile(fileOf(selection, fileNameOf(title) || selection.quizId), COLUMNS, rows);
  }
}

/** Two files of different attempts have different names. */
function fileOf({ perUser, version, tag, from, to }: Selection, quiz: string): string {
  const day = (time: Date | undefined) => time?.toISOString().slice(0, 10);
  const parts = [
    ...['statistics', quiz],
    perUser === 'all' ? undefined : perUser,
    version === undefined ? undefined : `version-${version}`,
    tag && fileNameOf(tag),
    from && `from-${day(from)}`,
    to && `before-${day(to)}`,
  ];
  return `${parts.filter((part) => part !== undefined && part !== '').join('-')}.csv`;
}

function rowsOf(statistics: QuestionStatistics, number: number) {
  const { text: question, answers, unanswered, attempts, correct, difficulty, discrimination } = statistics;
  const ofQuestion = {
    ...{ number, question, attempts, correct, difficulty },
    difficultyLow: statistics.difficultyInterval?.low,
    difficultyHigh: statistics.difficultyInterval?.high,
    discrimination,
    discriminationLow: statistics.discriminationInterval?.low,
    discriminationHigh: statistics.discriminationInterval?.high,
  };
  return [...answers, { ...unanswered, text: '(not answered)', isCorrect: undefined }].map((answer) => ({
    ...ofQuestion,
    answer: answer.text,
    isCorrect: answer.isCorrect,
    chosen: answer.attempts,
    upperThird: answer.upperThird,
    lowerThird: answer.lowerThird,
  }));
}
