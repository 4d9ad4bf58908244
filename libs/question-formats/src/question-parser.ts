// The parser of files of questions, which runs in a thread of its own.
import { fileParser, readRows, type TablePreview, textOf, type Upload } from '#libs/files';
import { readGift } from './gift/read-gift.js';
import { readMoodle } from './moodle/read-moodle.js';
import { readAiken } from './read-aiken.js';
import { limitQuestions } from './parsed-question.js';
import type { ReadQuestion } from './question.js';
import type { QuestionRole } from './table/question-columns.js';
import { readTable } from './table/read-table.js';

const READERS = { gift: readGift, 'moodle-xml': readMoodle, aiken: readAiken };

export type ReadFormat = keyof typeof READERS | 'csv';

export const READ_FORMATS: ReadFormat[] = [...(Object.keys(READERS) as (keyof typeof READERS)[]), 'csv'];

export interface QuestionFile extends Upload {
  format: ReadFormat;
  /** The meaning of each column of a table, if a person has chosen it. */
  columns?: (QuestionRole | null)[] | undefined;
}

export interface ParsedQuestions {
  questions: ReadQuestion[];
  /** Of a table. */
  table: TablePreview | null;
}

export const url = import.meta.url;

export const parse = fileParser(async ({ format, columns, ...upload }: QuestionFile): Promise<ParsedQuestions> => {
  const { questions, table } =
    format === 'csv'
      ? readTable(await readRows(upload), columns)
      : { questions: READERS[format](textOf(upload)), table: null };
  return { questions: limitQuestions(questions), table };
});
