import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Reader, sql } from '#libs/database';
import { type ContentQuestion, wordingOf } from '../quiz-content.js';

/** A question of a version. */
export interface AskedQuestion {
  version: number;
  /** Position in the version. */
  position: number;
  question: ContentQuestion;
  /** All questions of the version, in order. */
  questionIds: string[];
}

/** Where a question was asked: the questions with its wording, of all versions of its quiz, the newest version first. */
export class FindEqualQuestions extends Query<AskedQuestion[]> {
  constructor(
    readonly quizId: string,
    readonly question: ContentQuestion,
    readonly reader: Reader,
  ) {
    super();
  }
}

const WITH_TEXT = sql(`
  SELECT version, (number - 1)::integer AS position, question, question_ids AS "questionIds"
  FROM quiz_versions CROSS JOIN jsonb_array_elements(content) WITH ORDINALITY AS asked (question, number)
  WHERE quiz_id = $1 AND question ->> 'text' = $2 ORDER BY version DESC, number`);

@QueryHandler(FindEqualQuestions)
export class FindEqualQuestionsHandler implements IQueryHandler<FindEqualQuestions> {
  async execute({ quizId, question, reader }: FindEqualQuestions): Promise<AskedQuestion[]> {
    const rows = await reader.query<AskedQuestion & object>(WITH_TEXT, [quizId, question.text]);
    const wording = wordingOf(question);
    return rows.filter((row) => wordingOf(row.question) === wording);
  }
}
