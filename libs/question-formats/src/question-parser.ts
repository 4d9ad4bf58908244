// The parser of files of questions, which runs in a thread of its own.
import { fileParser, limitResponse, readRows, type TablePreview, textOf } from '#libs/files';
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

export interface QuestionFile {
  bytes: Uint8Array;
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

export const parse = fileParser(async ({ bytes, format, columns }: QuestionFile): Promise<ParsedQuestions> => {
  const { questions, table } =
    format === 'csv'
      ? readTable(await readRows(bytes), columns)
      : { questions: READERS[format](textOf(bytes)), table: null };
  const limited = limitQuestions(questions);
  // Images are stored and not sent.
  limitResponse(limited.map(({ image: _image, ...sent }) => sent));
  return { questions: limited, table };
});
