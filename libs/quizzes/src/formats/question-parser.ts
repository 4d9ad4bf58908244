// The parser of files of questions, which runs in a thread of its own.
import { fileParser, parseCsv } from '#libs/files';
import { readGift } from '../gift/read-gift.js';
import { readMoodle } from '../moodle/read-moodle.js';
import { readAiken } from './read-aiken.js';
import { readTable } from './read-table.js';
import { limitQuestions, type ParsedQuestion } from './parsed-question.js';

const READERS = {
  gift: readGift,
  'moodle-xml': readMoodle,
  aiken: readAiken,
  csv: (text: string) => readTable(parseCsv(text)),
};

export type ReadFormat = keyof typeof READERS;

export const READ_FORMATS = Object.keys(READERS) as ReadFormat[];

export const url = import.meta.url;

/** Parses a text without U+0000. */
export const parse = fileParser(({ format, text }: { format: ReadFormat; text: string }): ParsedQuestion[] =>
  limitQuestions(READERS[format](text)),
);
