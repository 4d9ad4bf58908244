import type { ReadQuestion } from '../read-question.dto.js';
import { readGift } from '../gift/read-gift.js';
import { writeGift } from '../gift/write-gift.js';
import { readMoodle } from '../moodle/read-moodle.js';
import { writeMoodle } from '../moodle/write-moodle.js';
import type { QuizBody } from '../quiz.dto.js';
import { readAiken } from './read-aiken.js';
import { readCsv } from './read-csv.js';

/** Formats of questions that the backoffice reads. The texts are without U+0000. */
export const READERS = {
  gift: readGift,
  'moodle-xml': readMoodle,
  aiken: readAiken,
  csv: readCsv,
} satisfies Record<string, (text: string) => ReadQuestion[] | Promise<ReadQuestion[]>>;

/** Formats in which a quiz is exported, with the extension and the media type of the file. */
export const WRITERS = {
  jsonl: { extension: 'jsonl', type: 'application/x-ndjson', write: (quiz: QuizBody) => `${JSON.stringify(quiz)}\n` },
  gift: { extension: 'gift', type: 'text/plain; charset=utf-8', write: writeGift },
  'moodle-xml': { extension: 'xml', type: 'application/xml', write: writeMoodle },
} satisfies Record<string, { extension: string; type: string; write: (quiz: QuizBody) => string }>;

export type ReadFormat = keyof typeof READERS;
export type WrittenFormat = keyof typeof WRITERS;
